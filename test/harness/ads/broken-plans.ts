// The plan that is right, broken in exactly one way at a time: what is wrong, and the step and place that have to be named.
import { campaignResourceId, resourceIdOf } from '../../../src/domains/ads/resources/resource-id.ts';
import {
  type Ground,
  type Json,
  type PlanBody,
  rowsOfStep,
  wholePlan,
  withInput,
  withStep,
  withValue,
  wrongFor,
} from './generated-plans.ts';
import { at, fileOf, ref } from './planned-campaign.ts';

export interface BrokenPlan {
  what: string;
  body: unknown;
  /** The ID of the step that is named; null for the plan. */
  step: string | null;
  /** Where the place begins. */
  path: string;
}

/** What nobody may find again in an answer, a log or a table. */
export const CODE = 'EAABsecretCodeOfACreator';

/** Fields that null clears. */
const CLEARED = ['/budget/daily', '/scheduledLaunchAt', '/schedule/endDate'];

type Break = (what: string, body: unknown, step: string | null, path: string) => BrokenPlan;
const broken: Break = (what, body, step, path) => ({ what, body, step, path });

const indexOf = (plan: PlanBody, id: string) => plan.steps.findIndex((step) => step.id === id);

export async function brokenPlans(ground: Ground): Promise<BrokenPlan[]> {
  const plan = wholePlan(ground, { name: 'Autumn' });
  return [
    ...brokenValues(ground, plan),
    ...brokenForm(plan),
    ...brokenGraph(plan),
    ...brokenPaths(plan),
    ...brokenReferences(ground, plan),
    ...(await brokenSources(ground, plan)),
    ...brokenObjects(ground, plan),
    ...brokenActs(ground, plan),
    ...brokenTargets(ground, plan),
  ];
}

/** Each rule of each row that the steps of the plan have. */
function brokenValues(ground: Ground, plan: PlanBody): BrokenPlan[] {
  return plan.steps.flatMap((step, n) => {
    const rows = rowsOfStep(ground, 'update_campaign', String(step.resourceKind), String(step.mutation));
    // Two rows of one field hold for different campaigns: what one refuses the other may take.
    const single = rows.filter(({ path }) => rows.filter((row) => row.path === path).length === 1);
    return single.flatMap((row) =>
      wrongFor(row)
        .filter((value) => value !== null || !CLEARED.includes(row.path))
        .map((value) =>
          broken(
            `${row.path} ${JSON.stringify(value).slice(0, 40)}`,
            withInput(plan, n, withValue(step.input, row.path, value)),
            step.id,
            `/steps/${n}/input${row.path}`,
          ),
        ),
    );
  });
}

function brokenForm(plan: PlanBody): BrokenPlan[] {
  const { input } = plan.steps[0]!;
  const deep = JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`);
  const steps = Array.from({ length: 101 }, () => plan.steps[1]!);
  return [
    broken(
      'half of a character',
      withInput(plan, 0, { ...input, name: 'half \ud83d' }),
      'campaign',
      '/steps/0/input/name',
    ),
    broken(
      'a name of half a character',
      withInput(plan, 0, { ...input, '\udc00': 1 }),
      'campaign',
      '/steps/0/input',
    ),
    broken(
      'lists in lists',
      withStep(plan, 0, { input: { ...input, deep } }),
      'campaign',
      '/steps/0/input/deep',
    ),
    broken('101 steps', { ...plan, steps }, null, '/steps'),
    broken('no step', { ...plan, steps: [] }, null, '/steps'),
    broken('a field of no plan', { ...plan, accessToken: CODE }, null, '/accessToken'),
    broken('a field of no step', withStep(plan, 1, { code: CODE }), 'video', '/steps/1/code'),
    broken('a platform of no name', withStep(plan, 1, { platform: 'x' }), 'video', '/steps/1/platform'),
    broken('no sequence', withStep(plan, 1, { sequence: undefined }), 'video', '/steps/1/sequence'),
    broken('a sequence below 0', withStep(plan, 1, { sequence: -1 }), 'video', '/steps/1/sequence'),
    broken('another catalogue', { ...plan, fieldCatalogVersion: '1' }, null, '/fieldCatalogVersion'),
    broken('other settings', { ...plan, settingsSchemaVersion: '1' }, null, '/settingsSchemaVersion'),
    broken(
      'a name that is too long',
      { ...plan, clientRequestId: 'x'.repeat(201) },
      null,
      '/clientRequestId',
    ),
    broken('more than 512 KiB', { ...plan, clientRequestId: 'x'.repeat(512 * 1024) }, null, ''),
  ];
}

function brokenGraph(plan: PlanBody): BrokenPlan[] {
  const last = plan.steps.length - 1;
  const { id: ad, dependsOnStepIds } = plan.steps[last]!;
  const n = dependsOnStepIds.length;
  const on = (at: number, ids: string[]) => withStep(plan, at, { dependsOnStepIds: ids });
  const place = `/steps/${last}/dependsOnStepIds`;
  const { id: first, idempotencyKey } = plan.steps[0]!;
  return [
    broken('an unknown dependency', on(last, [...dependsOnStepIds, 'no such step']), ad, `${place}/${n}`),
    broken('a dependency on itself', on(last, [...dependsOnStepIds, ad]), ad, `${place}/${n}`),
    broken('a cycle', on(1, [ad]), 'video', '/steps/1/dependsOnStepIds/0'),
    broken('a dependency twice', on(last, [...dependsOnStepIds, dependsOnStepIds[0]!]), ad, `${place}/${n}`),
    broken('a value of a step that is not awaited', on(last, []), ad, `/steps/${last}/input`),
    broken('an ID twice', withStep(plan, 1, { id: first }), first, '/steps/1/id'),
    broken('a key twice', withStep(plan, 1, { idempotencyKey }), 'video', '/steps/1/idempotencyKey'),
  ];
}

function brokenPaths(plan: PlanBody): BrokenPlan[] {
  const [step] = plan.steps;
  const paths = (fieldPaths: string[]) => withStep(plan, 0, { fieldPaths });
  const [platform] = plan.platforms;
  const other = platform === 'meta' ? 'google' : 'meta';
  return [
    broken(
      'a path without a value',
      paths([...step!.fieldPaths, '/budget/daily']),
      'campaign',
      '/steps/0/fieldPaths/1',
    ),
    broken('a value without its path', paths(['/x']), 'campaign', '/steps/0/'),
    broken('a path twice', paths(['/name', '/name']), 'campaign', '/steps/0/fieldPaths/1'),
    broken('no path', paths([]), 'campaign', '/steps/0/fieldPaths'),
    broken('what is no path', paths(['name']), 'campaign', '/steps/0/fieldPaths/0'),
    broken('a platform without a step', { ...plan, platforms: [platform, other] }, null, '/platforms/1'),
    broken('a platform twice', { ...plan, platforms: [platform, platform] }, null, '/platforms/1'),
    broken('a step without its platform', { ...plan, platforms: [other] }, 'campaign', '/steps/0/platform'),
  ];
}

/** In each place that wants a reference: what is none, another account's, and what never was. */
function brokenReferences(ground: Ground, plan: PlanBody): BrokenPlan[] {
  const { strangers, others, set, external } = ground;
  const never = (prefix: string) => `${prefix}_${'0'.repeat(26)}`;
  return plan.steps.flatMap((step, n) =>
    Object.entries(step.input).flatMap(([field, value]) => {
      if (typeof value !== 'object' || value === null || !('kind' in value)) return [];
      const put = (what: string, one: unknown, path = '/id') =>
        broken(
          `${field}: ${what}`,
          withStep(plan, n, { input: { ...step.input, [field]: one } }),
          step.id,
          `/steps/${n}/input/${field}${path}`,
        );
      const isContent = field === 'submission' || field === 'source';
      return [
        put('a code', CODE, ''),
        put('a code as an ID', { ...value, id: CODE }),
        put('a code beside it', { ...value, code: CODE }, ''),
        put("the platform's ID", set.platform_id, ''),
        put("the platform's ID as a resource", ref('resource', set.platform_id), isContent ? '/kind' : '/id'),
        put('a step of another kind', ref('step', 'campaign'), isContent ? '/kind' : '/id'),
        put('no step', ref('step', 'no such step'), isContent ? '/kind' : '/id'),
        ...(isContent
          ? [
              put("another account's", ref('submission', strangers.submission)),
              put('none', ref('submission', never('sub'))),
            ]
          : [
              put("another account's", ref('resource', resourceIdOf(strangers.set))),
              put("another campaign's", ref('resource', resourceIdOf(others.set))),
              put("other tools'", ref('resource', resourceIdOf(external.set))),
              put('none', ref('resource', never('res'))),
              put('a campaign', ref('resource', campaignResourceId(ground.campaign, ground.place.name))),
            ]),
      ];
    }),
  );
}

/** Videos that the account may not use, or not yet. */
async function brokenSources(ground: Ground, plan: PlanBody): Promise<BrokenPlan[]> {
  const n = indexOf(plan, 'video');
  const { strangers, unready } = ground;
  const put = (what: string, source: unknown) =>
    broken(what, withStep(plan, n, { input: { source } }), 'video', `/steps/${n}/input/source/id`);
  return [
    put("another account's file", ref('file', strangers.file)),
    put('no file', ref('file', `file_${'0'.repeat(26)}`)),
    put('work in review', ref('submission', unready.review)),
    put('a video in processing', ref('submission', unready.processing)),
    put('a file in processing', ref('file', await fileOf(unready.processing))),
  ];
}

/** Objects that a step may not change. */
function brokenObjects(ground: Ground, plan: PlanBody): BrokenPlan[] {
  const { strangers, others, external, ads, set } = ground;
  const [name] = rowsOfStep(ground, 'update_campaign', 'delivery_group', 'set_status');
  if (!name) throw new Error('No status of ad sets.');
  const n = plan.steps.length;
  const paused = {
    ...plan.steps[0]!,
    ...{ id: 'pause', idempotencyKey: 'pause', resourceKind: 'delivery_group', mutation: 'set_status' },
    ...{ input: { status: 'paused' }, fieldPaths: ['/status'], localResourceId: resourceIdOf(set.id) },
  };
  const step = (more: Json) => ({ ...plan, steps: [...plan.steps, { ...paused, ...more }] });
  const local = (what: string, localResourceId: string | undefined) =>
    broken(what, step({ localResourceId }), 'pause', `/steps/${n}/localResourceId`);
  const provider = (what: string, providerResourceId: string, more: Json = {}) =>
    broken(what, step({ providerResourceId, ...more }), 'pause', `/steps/${n}/providerResourceId`);
  return [
    local("another account's ad set", resourceIdOf(strangers.set)),
    local("another campaign's ad set", resourceIdOf(others.set)),
    local("other tools' ad set", resourceIdOf(external.set)),
    local('no ad set', `res_${'0'.repeat(26)}`),
    local('an ad', resourceIdOf(ads[0]!.id)),
    local('nothing', undefined),
    local("the platform's ID", set.platform_id),
    provider("another account's object", at(1).set),
    provider("other tools' object", at(3).set),
    provider("another object's", ads[0]!.platform_id === set.platform_id ? 'x' : ads[0]!.platform_id),
    provider('a code', CODE),
    provider('no local ID', set.platform_id, { localResourceId: undefined }),
  ];
}

/** What a plan of the type cannot do, and fields that it cannot set. */
function brokenActs(ground: Ground, plan: PlanBody): BrokenPlan[] {
  const updated = rowsOfStep(ground, 'update_campaign', 'campaign', 'update').map(({ path }) => path);
  const fixed = rowsOfStep(ground, 'publish_campaign', 'campaign', 'create').filter(
    ({ path }) => !updated.includes(path),
  );
  const act = (what: string, more: Json, path: string) =>
    broken(what, withStep(plan, 0, more), 'campaign', `/steps/0/${path}`);
  return [
    ...fixed.map(({ path, values }) =>
      broken(
        `fixed ${path}`,
        withInput(plan, 0, withValue({}, path, values?.[0] ?? 'x')),
        'campaign',
        `/steps/0/input${path}`,
      ),
    ),
    broken(
      'a start',
      withInput(plan, 0, withValue({}, '/schedule/startDate', '2099-12-31')),
      'campaign',
      '/steps/0/input/schedule/startDate',
    ),
    broken('no field', withInput(plan, 0, { noSuchField: 1 }), 'campaign', '/steps/0/input/noSuchField'),
    broken(
      "the platform's pixel",
      withInput(plan, 0, withValue({}, '/settings/pixel', '1')),
      'campaign',
      '/steps/0/input/settings/pixel',
    ),
    act('another variant', { productVariant: 'no_such' }, 'productVariant'),
    act('what campaigns have not', { mutation: 'attach' }, 'mutation'),
    act(
      'another type',
      { mutation: 'set_status', input: { status: 'active' }, fieldPaths: ['/status'] },
      'mutation',
    ),
    act('an account', { resourceKind: 'account' }, 'mutation'),
    act('another platform', { platform: ground.place.name === 'meta' ? 'google' : 'meta' }, ''),
    act(
      'a secret that no step uses',
      { requiredSecretPurpose: 'provider_ephemeral_secret' },
      'requiredSecretPurpose',
    ),
    act('a secret of no kind', { requiredSecretPurpose: CODE }, 'requiredSecretPurpose'),
    act('an end with an input', { mutation: 'archive' }, ''),
  ];
}

function brokenTargets({ strangers, fresh }: Ground, plan: PlanBody): BrokenPlan[] {
  const target = (what: string, kind: string, id: string, path: string) =>
    broken(what, { ...plan, target: { kind, id } }, null, path);
  return [
    target("another account's campaign", 'paid_campaign', strangers.campaign, '/target/id'),
    target('no campaign', 'paid_campaign', `camp_${'0'.repeat(26)}`, '/target/id'),
    target('a code', 'paid_campaign', CODE, '/target/id'),
    target("another account's ad set", 'ad_resource', resourceIdOf(strangers.set), '/target/id'),
    target('a video', 'creative_asset', fresh, '/target/kind'),
    target('no kind', 'video', fresh, '/target/kind'),
    broken(
      'no operation',
      { ...plan, sourceOperationId: `op_${'0'.repeat(26)}` },
      null,
      '/sourceOperationId',
    ),
  ];
}
