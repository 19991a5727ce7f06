// What v1 refuses of a campaign a plan may not say either, and the other way round. Nothing that anybody sends throws.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { CatalogueRow } from '../../../../src/domains/ads/field-catalogue/catalogue.ts';
import { rowsOf } from '../../../../src/domains/ads/field-catalogue/catalogue-fields.ts';
import { metaAdapter } from '../../../../src/integrations/meta/adapter.ts';
import { checked, planOf, type SaidStep } from '../../../harness/ads/checked-plans.ts';
import { type PlannedCampaign, plannedCampaign, rightPlan } from '../../../harness/ads/planned-campaign.ts';
import { randomOf } from '../../../harness/random.ts';

let scene: PlannedCampaign;
beforeAll(async () => {
  scene = await plannedCampaign();
});
afterAll(() => vi.unstubAllGlobals());

type Json = Record<string, unknown>;

function nested(path: string, value: unknown, within: Json = {}): Json {
  const [key = '', ...rest] = path.slice(1).split('/');
  if (rest.length === 0) return { ...within, [key]: value };
  return { ...within, [key]: nested(`/${rest.join('/')}`, value, within[key] as Json | undefined) };
}

/** Values at, below and above the bounds of a field, and of other types. */
function valuesFor({ type, values, min, max }: CatalogueRow): unknown[] {
  const bounds = [min, max].filter((one) => one !== null).flatMap((one) => [one - 1, one, one + 1]);
  const sized =
    type === 'money' || type === 'integer'
      ? [...bounds, 9_999, 10_000]
      : bounds.map((n) => 'x'.repeat(Math.max(0, n)));
  const days = ['2020-01-01', '2099-12-31', '2027-02-30'];
  return [
    ...[null, true, 7, 1.5, '', 'no such value', [], ['US'], ['XX'], {}, 'https://shop.example/a', 'ftp://x'],
    ...(type === 'array' ? [] : sized),
    ...(type === 'date' ? days : []),
    ...(values ?? []).slice(0, 2).flatMap((one) => [one, [one]]),
  ];
}

const problemsOf = async (steps: SaidStep[]) =>
  (await checked(scene.world.meta.env, scene.world.brand.id, planOf('update_campaign', scene.target, steps)))
    .problems;

it('refuses the values that v1 refuses, and no others', async () => {
  const { world } = scene;
  const rows = rowsOf('meta', metaAdapter.capabilities).filter(
    ({ operationType, resourceKind, mutation, path }) =>
      operationType === 'update_campaign' &&
      resourceKind === 'campaign' &&
      mutation === 'update' &&
      // These are fixed once the campaign is set up.
      path !== '/schedule/startDate',
  );
  const next = randomOf(25);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(next() * all.length)]!;
  const wrong: string[] = [];
  let refused = 0;
  for (let n = 0; n < 60; n++) {
    const row = pick(rows);
    const value = pick(valuesFor(row));
    // The campaign has a daily budget in all of them, because that cannot change any more.
    const said = nested(row.path, value, { budget: { daily: 5_000 } });
    const input = row.path === '/schedule/endDate' ? said : nested(row.path, value);
    const here = (await problemsOf([{ resourceKind: 'campaign', mutation: 'update', input }])).length > 0;
    const body = nested(row.path, value, world.body({ launch: false }));
    if (row.path === '/schedule/endDate') body.budget = { ...(body.budget as Json), daily: 5_000 };
    const answer = await world.send('POST', '/v1/campaign-preflights', body);
    const there = answer.status !== 200 || answer.body.data.problems.length > 0;
    if (there) refused++;
    if (here !== there)
      wrong.push(`${row.path} ${JSON.stringify(value)?.slice(0, 60)}: here ${here}, v1 ${there}`);
  }
  expect(wrong).toEqual([]);
  expect(refused).toBeGreaterThan(15);
  expect(refused).toBeLessThan(55);
});

it('answers whatever a right plan is changed into, and names a step or the plan', async () => {
  const next = randomOf(26);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(next() * all.length)]!;
  const odd = [
    'constructor',
    '',
    0,
    -1,
    null,
    [],
    {},
    { kind: 'step', id: 'step 0' },
    { kind: 'resource', id: 'x' },
    'x',
  ];
  const kinds = ['account', 'campaign', 'delivery_group', 'ad', 'creative', 'media', 'asset'];
  const mutations = [
    'create',
    'update',
    'set_status',
    'upload',
    'attach',
    'detach',
    'replace',
    'archive',
    'delete',
  ];
  for (let n = 0; n < 40; n++) {
    const steps = rightPlan(scene);
    for (let times = 0; times < 3; times++) {
      const at = Math.floor(next() * steps.length);
      const step = steps[at]!;
      const names = Object.keys(step.input ?? {});
      steps[at] = pick([
        () => ({ ...step, resourceKind: pick(kinds) }),
        () => ({ ...step, mutation: pick(mutations) }),
        () => ({ ...step, platform: pick(['meta', 'tiktok', 'google', 'snapchat']) }),
        () => ({ ...step, input: { ...step.input, [pick([...names, 'other'])]: pick(odd) } }),
        () => ({ ...step, after: [pick(steps).id ?? `step ${at}`, 'none'] }),
        () => ({
          ...step,
          localResourceId: pick(['x', `res_${scene.set.id.slice(6)}`, `res_${scene.ad.id.slice(3)}`]),
        }),
      ])();
    }
    for (const { step, path } of await problemsOf(steps)) {
      const at = /^\/steps\/(\d+)/.exec(path)?.[1];
      expect(step, path).toBe(at === undefined ? null : `step ${at}`);
    }
  }
});
