// A plan that is right in everything, and the same plan broken in one way at a time.
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { PlanInput } from '../../../../src/domains/ads/plan-record/plan-input.ts';
import { campaignResourceId, resourceIdOf } from '../../../../src/domains/ads/resources/resource-id.ts';
import type { CampaignWorld } from '../../../harness/ads/campaigns.ts';
import { checked, planOf, type SaidStep } from '../../../harness/ads/checked-plans.ts';
import { insertHere } from '../../../harness/ads/live-campaigns.ts';
import {
  at,
  fileOf,
  type PlannedCampaign,
  plannedCampaign,
  ref,
  rightPlan,
  run,
  run1,
} from '../../../harness/ads/planned-campaign.ts';
import * as clock from '../../../harness/clock.ts';
import { expectProblem } from '../../../harness/pages/plain-words.ts';

let scene: PlannedCampaign;
let world: CampaignWorld;
let { campaign, target, set, ad, fresh, strangers, others } = {} as PlannedCampaign;

beforeAll(async () => {
  scene = await plannedCampaign();
  ({ world, campaign, target, set, ad, fresh, strangers, others } = scene);
});
afterAll(() => vi.unstubAllGlobals());
afterEach(() => clock.release());

const right = () => rightPlan(scene);

const check = async (steps: readonly SaidStep[], operation = 'update_campaign', more: object = {}) => {
  const answer = await checked(world.meta.env, world.brand.id, planOf(operation, target, steps, more));
  for (const { step, ...problem } of answer.problems) {
    expectProblem(problem);
    const n = /^\/steps\/(\d+)/.exec(problem.path)?.[1];
    expect(step).toBe(n === undefined ? null : `step ${n}`);
  }
  return answer;
};
const said = async (...asked: Parameters<typeof check>) =>
  (await check(...asked)).problems.map(({ path, code }) => `${path} ${code}`);

type Input = Record<string, unknown>;
/** The right plan with other values in the input of a step. */
const withInput = (n: number, input: Input) =>
  right().map((step, k) => (k === n ? { ...step, input: { ...step.input, ...input } } : step));
const withStep = (n: number, more: Partial<SaidStep>) =>
  right().map((step, k) => (k === n ? { ...step, ...more } : step));
const without = (n: number, ...names: string[]) =>
  right().map((step, k) =>
    k === n
      ? {
          ...step,
          input: Object.fromEntries(Object.entries(step.input!).filter(([name]) => !names.includes(name))),
        }
      : step,
  );
const resource = (record: string) => ref('resource', resourceIdOf(record));
const archiveSet = (): SaidStep => ({
  ...{ resourceKind: 'delivery_group', mutation: 'archive', localResourceId: resourceIdOf(set.id) },
});

describe('a plan of a campaign', () => {
  it('has no problem when it is right, and says what it was checked against', async () => {
    const { problems, facts, campaign: changed } = await check(right());
    expect(problems).toEqual([]);
    expect(changed).toBe(campaign);
    expect(facts).toEqual([campaign, world.connection]);
    expect(
      await said(
        run1('active', { localResourceId: campaignResourceId(campaign, 'meta') }),
        'resume_campaign',
      ),
    ).toEqual([]);
    expect(await said(run1('paused'), 'pause_campaign')).toEqual([]);
    expect(await said([{ resourceKind: 'campaign', mutation: 'archive' }], 'archive_campaign')).toEqual([]);
    const onAll = { target: ref('ad_resource', campaignResourceId(campaign, 'meta')) };
    expect(await said(right(), 'update_campaign', onAll)).toEqual([]);
  });

  it.each<[string, () => SaidStep[], string[]]>([
    [
      'a variant of another platform',
      () => withStep(0, { productVariant: 'smart_plus' }),
      ['/steps/0/productVariant not_one_of'],
    ],
    [
      'a variant by a name of the language',
      () => withStep(0, { productVariant: 'constructor' }),
      ['/steps/0/productVariant not_one_of'],
    ],
    [
      'a step of another type of plan',
      () => withStep(0, { mutation: 'set_status', input: { status: 'active' } }),
      ['/steps/0/mutation not_taken'],
    ],
    [
      'a name that is too long',
      () => withInput(0, { name: 'x'.repeat(201) }),
      ['/steps/0/input/name too_big'],
    ],
    [
      'a limit below the least',
      () => withInput(0, { budget: { billingLimit: 9_999 } }),
      ['/steps/0/input/budget/billingLimit below_floor'],
    ],
    [
      'a daily budget below the least',
      () => withInput(0, { budget: { daily: 100 } }),
      ['/steps/0/input/budget/daily below_floor'],
    ],
    [
      'a daily budget above the limit',
      () => withInput(0, { name: 'Autumn', budget: { daily: 95_000 } }),
      ['/steps/0/input/budget/daily below_daily'],
    ],
    [
      'another start',
      () => withInput(0, { schedule: { startDate: '2099-01-01' } }),
      ['/steps/0/input/schedule/startDate fixed'],
    ],
    [
      'an end in the past',
      () => withInput(0, { budget: { daily: 5_000 }, schedule: { endDate: '2020-01-01' } }),
      ['/steps/0/input/schedule/endDate before_start'],
    ],
    [
      'a field that is fixed',
      () => withInput(0, { objective: 'traffic' }),
      ['/steps/0/input/objective not_taken'],
    ],
    [
      'a link of another form',
      () => withInput(0, { destination: { value: 'ftp://x' } }),
      ['/steps/0/input/destination/value malformed'],
    ],
    ['shares above 100', () => withInput(3, { budgetShare: 40.01 }), ['/steps/4/input/budgetShare shares']],
    [
      'no share',
      () => without(3, 'budgetShare'),
      ['/steps/4/input/budgetShare shares', '/steps/3/input too_small'],
    ],
    ['an ad set without an ad', () => right().slice(0, 5), ['/steps/3/input/budgetShare no_ad']],
    [
      "a stranger's submission",
      () => withInput(1, { source: ref('submission', strangers.submission) }),
      ['/steps/1/input/source/id unknown'],
    ],
    [
      "a stranger's file",
      () => withInput(1, { source: ref('file', strangers.file) }),
      ['/steps/1/input/source/id unknown'],
    ],
    [
      'a submission that never was',
      () => withInput(2, { submission: ref('submission', `sub_${'0'.repeat(26)}`) }),
      ['/steps/2/input/submission/id unknown'],
    ],
    [
      'the wrong step for a video',
      () => withInput(5, { creative: ref('step', 'step 3') }),
      ['/steps/5/input/creative/id wrong_kind'],
    ],
    ['no video', () => without(2, 'media'), ['/steps/2/input/media required']],
    [
      'the video of other work',
      () => withInput(1, { source: ref('submission', world.submissions[0]!) }),
      ['/steps/2/input/media/id other_video'],
    ],
    [
      'a permission in ads of the brand',
      () => withInput(2, { authorization: ref('ad_authorization', 'adauth_x') }),
      ['/steps/2/input/authorization/id unknown'],
    ],
    [
      "a stranger's ad set",
      () => withInput(5, { deliveryGroup: resource(strangers.set) }),
      ['/steps/5/input/deliveryGroup/id unknown'],
    ],
    [
      "another campaign's ad set",
      () => withInput(5, { deliveryGroup: resource(others.set) }),
      ['/steps/5/input/deliveryGroup/id other_campaign'],
    ],
    [
      'an ad as an ad set',
      () => withInput(5, { deliveryGroup: resource(ad.id) }),
      ['/steps/5/input/deliveryGroup/id wrong_kind'],
    ],
    [
      "a stranger's resource",
      () => withStep(4, { localResourceId: resourceIdOf(strangers.set) }),
      ['/steps/4/localResourceId unknown'],
    ],
    [
      "another campaign's resource",
      () => withStep(4, { localResourceId: resourceIdOf(others.set) }),
      ['/steps/4/localResourceId other_campaign'],
    ],
    [
      'a resource of another kind',
      () => withStep(4, { localResourceId: resourceIdOf(ad.id) }),
      ['/steps/4/localResourceId wrong_kind'],
    ],
    [
      "somebody else's object",
      () => withStep(4, { providerResourceId: 's1' }),
      ['/steps/4/providerResourceId not_ours'],
    ],
    [
      'a platform that it is not on',
      () => withStep(0, { platform: 'snapchat' }),
      ['/steps/0/platform not_there'],
    ],
    [
      'a secret that no step uses',
      () => withStep(2, { requiredSecretPurpose: 'provider_ephemeral_secret' }),
      ['/steps/2/requiredSecretPurpose not_taken'],
    ],
    [
      'two steps for one campaign',
      () => [...right(), { ...right()[0]!, id: 'step 6', fieldPaths: ['/name'], input: { name: 'Another' } }],
      ['/steps/6/resourceKind not_unique'],
    ],
    [
      'a created object that exists',
      () => withStep(3, { localResourceId: resourceIdOf(set.id) }),
      ['/steps/3/localResourceId already_there'],
    ],
    [
      'an object that another step archives',
      () => [...right(), archiveSet()],
      ['/steps/4/localResourceId archived'],
    ],
    [
      'an ad in an ad set that another step archives',
      () => [
        ...right(),
        archiveSet(),
        {
          ...{ resourceKind: 'ad', mutation: 'update', input: { name: 'Other' } },
          localResourceId: resourceIdOf(ad.id),
        },
      ],
      ['/steps/4/localResourceId archived', '/steps/7/localResourceId archived'],
    ],
    [
      'a new ad in an ad set that another step archives',
      () => [...withInput(5, { deliveryGroup: resource(set.id) }), archiveSet()],
      ['/steps/5/input/deliveryGroup/id archived', '/steps/4/localResourceId archived'],
    ],
  ])('names the step and the place of %s', async (_, steps, expected) => {
    const all = steps();
    const found = await said(all);
    expect(found).toEqual(expected);
  });

  it('takes what is at a bound', async () => {
    const name = 'x'.repeat(200);
    expect(await said(withInput(0, { name, budget: { billingLimit: 10_000 } }))).toEqual([]);
  });

  it('requires a resource for what exists', async () => {
    const steps = right().map(({ localResourceId: _, providerResourceId: __, ...step }) => step);
    expect(await said(steps)).toEqual(['/steps/4/localResourceId required']);
  });

  it('finds a stranger exactly as what never was, and repeats no secret', async () => {
    const token = 'EAABsecretToken';
    for (const value of [token, ref('code', token), ref('submission', token), { id: token }]) {
      const { problems } = await check(withInput(2, { submission: value }));
      expect(problems.length).toBeGreaterThan(0);
      expect(JSON.stringify(problems)).not.toContain(token);
    }
    const problemsFor = async (id: string) =>
      (await check(right(), 'update_campaign', { target: { kind: 'paid_campaign', id } })).problems;
    expect(await problemsFor(strangers.campaign)).toEqual(await problemsFor(`camp_${'0'.repeat(26)}`));
    expect(await problemsFor(strangers.campaign)).toMatchObject([{ path: '/target/id', code: 'unknown' }]);
  });

  it('takes 100 steps and no more', () => {
    const step = (n: number): SaidStep => ({ ...right()[1]!, id: `s ${n}` });
    const many = (count: number) => Array.from({ length: count }, (_, n) => step(n));
    expect(PlanInput.safeParse(planOf('update_campaign', target, many(100))).success).toBe(true);
    expect(() => planOf('update_campaign', target, many(101))).toThrow();
  });

  it('refuses work that is not ready, and objects that others made or that are not made yet', async () => {
    await run("UPDATE submissions SET status = 'review' WHERE id = ?", fresh);
    expect(await said(right())).toEqual([
      '/steps/1/input/source/id not_approved',
      '/steps/2/input/submission/id not_approved',
    ]);
    const itsFile = ref('file', await fileOf(fresh));
    expect(await said(withInput(1, { source: itsFile }))).toContain('/steps/1/input/source/id unknown');
    await run("UPDATE submissions SET status = 'approved' WHERE id = ?", fresh);
    const file = await fileOf(fresh);
    await run("UPDATE files SET status = 'processing' WHERE id = ?", file);
    expect(await said(right())).toContain('/steps/1/input/source/id no_file');
    await run("UPDATE files SET status = 'ready', duration = 0.5 WHERE id = ?", file);
    expect(await said(right())).toContain('/steps/1/input/source/id duration');
    await run('UPDATE files SET duration = 12 WHERE id = ?', file);
    expect(await said(withInput(1, { source: ref('file', file) }))).toEqual([]);
    const third = await insertHere(world.brand.id, world.connection, at(3));
    await run("UPDATE ad_sets SET source = 'external', campaign_id = NULL WHERE id = ?", third.set);
    expect(await said(withStep(4, { localResourceId: resourceIdOf(third.set) }))).toEqual([
      '/steps/4/localResourceId external',
    ]);
    expect(await said(withInput(5, { deliveryGroup: resource(third.set) }))).toContain(
      '/steps/5/input/deliveryGroup/id external',
    );
    await run('UPDATE ad_sets SET platform_id = NULL WHERE id = ?', set.id);
    const { providerResourceId: _, ...named } = right()[4]!;
    expect(await said(right().map((step, n) => (n === 4 ? named : step)))).toEqual([
      '/steps/4/localResourceId not_made',
    ]);
    await run('UPDATE ad_sets SET platform_id = ? WHERE id = ?', set.platform_id, set.id);
    // What is archived, and is archived again, is one problem at its place.
    await run("UPDATE ad_sets SET status = 'archived' WHERE id = ?", set.id);
    const twice = (await said([...right(), archiveSet()])).filter((one) => one.endsWith(' archived'));
    expect(twice).toEqual(['/steps/4/localResourceId archived', '/steps/6/localResourceId archived']);
    await run("UPDATE ad_sets SET status = 'active' WHERE id = ?", set.id);
  });

  it.each(['Pacific/Kiritimati', 'Pacific/Honolulu'])('ends on a day of %s', async (zone) => {
    await run('UPDATE connections SET timezone = ? WHERE id = ?', zone, world.connection);
    await run(
      "UPDATE campaigns SET terms = json_set(terms, '$.schedule.startDate', '2027-01-01') WHERE id = ?",
      campaign,
    );
    clock.hold(Date.parse('2027-06-10T23:59:59Z'));
    const today = zone === 'Pacific/Kiritimati' ? '2027-06-11' : '2027-06-10';
    const dayBefore = zone === 'Pacific/Kiritimati' ? '2027-06-10' : '2027-06-09';
    const ends = async (endDate: string) =>
      await said([{ ...right()[0]!, input: { schedule: { endDate } } }]);
    expect(await ends(dayBefore)).toContain('/steps/0/input/schedule/endDate past');
    expect(await ends(today)).not.toContain('/steps/0/input/schedule/endDate past');
  });
});
