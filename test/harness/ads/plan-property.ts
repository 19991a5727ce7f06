// What holds for every plan that the catalogue lets anybody make: one that is right is carried out and shown by its campaign, one
// that is broken is refused where it is broken and leaves nothing.
import { expect } from 'vitest';
import { leavesOf } from '../../../src/domains/ads/field-catalogue/check-input.ts';
import { resourceIdOf } from '../../../src/domains/ads/resources/resource-id.ts';
import { randomOf } from '../random.ts';
import { testEnv } from '../world.ts';
import { brokenPlans, CODE } from './broken-plans.ts';
import { mintApproved } from './campaigns.ts';
import {
  bodyOf,
  type Ground,
  type Json,
  type PlanBody,
  rowsOfStep,
  statusPlan,
  valuesOf,
  wholePlan,
  withValue,
} from './generated-plans.ts';
import { type PlanDesk, planDesk } from './plan-desk.ts';

const ANY = { limit: async () => ({ success: true }) };

/** The brand's desk, where nothing is too much. */
function deskOf({ world }: Ground): PlanDesk {
  const env = { ...world.meta.env, READS: ANY, WRITES: ANY } as typeof testEnv;
  return planDesk({ ...world, meta: { ...world.meta, env } });
}

/** All rows of all tables. */
export async function everything(): Promise<string> {
  const { results: tables } = await testEnv.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf*'",
  ).all<{ name: string }>();
  const rows = await Promise.all(
    tables.map(({ name }) => testEnv.DB.prepare(`SELECT * FROM "${name}"`).all()),
  );
  return JSON.stringify(rows.map(({ results }) => results));
}

/** How much there is of plans. */
async function countPlans(): Promise<unknown[]> {
  const tables = ['ads_plans', 'ads_plan_steps', 'ads_plan_facts', 'ads_operations', 'platform_tasks'];
  const counts = tables.map((table) => testEnv.DB.prepare(`SELECT COUNT(*) AS n FROM ${table}`).first('n'));
  return await Promise.all(counts);
}

function shuffled<T>(all: readonly T[], next: () => number): T[] {
  return all
    .map((one) => [next(), one] as const)
    .sort(([a], [b]) => a - b)
    .map(([, one]) => one);
}

/** Sends broken plans, `most` of them. @returns what was not refused as it should be. */
export async function refuseBroken(
  ground: Ground,
  { seed = 1, most = Number.POSITIVE_INFINITY } = {},
): Promise<string[]> {
  const { api } = deskOf(ground);
  const all = await brokenPlans(ground);
  expect(all.length).toBeGreaterThan(150);
  const before = await countPlans();
  const wrong: string[] = [];
  for (const { what, body, step, path } of shuffled(all, randomOf(seed)).slice(0, most)) {
    const { status, data, error } = await api('POST', '/ads/plans', body);
    const found: { step: string | null; path: string; fix?: string }[] = error?.details ?? [];
    const isNamed = found.some((one) => one.step === step && one.path.startsWith(path) && one.fix);
    const said = `${what}: ${status} ${found.map((one) => `${one.step} ${one.path}`).join(', ')}`;
    if (path === '' ? status !== 413 : status !== 422 || !isNamed) wrong.push(said);
    if (JSON.stringify([data, error]).includes(CODE)) wrong.push(`${said} repeats the code`);
  }
  expect(await countPlans()).toEqual(before);
  expect(await everything()).not.toContain(CODE);
  return wrong;
}

/** Makes, approves and executes a plan, and waits for its end. @returns how each step ended. */
async function carryOut(ground: Ground, body: PlanBody): Promise<string[]> {
  const desk = deskOf(ground);
  const { id } = (await desk.execute(body)).plan;
  const { world, campaign } = ground;
  for (let n = 0; n < 12 && (await desk.operation(id)).endedAt === null; n++) await world.passAds();
  // Whether it runs is read next.
  for (let n = 0; n < 12 && (await desk.campaign(campaign)).status === 'processing'; n++)
    await world.passAds();
  const { state, steps } = await desk.operation(id);
  expect((await desk.api('GET', `/ads/plans/${id}`)).data.executionState).toBe('completed');
  return [state, ...steps.map((step) => `${step.id} ${step.state} ${JSON.stringify(step.error)}`)];
}

const at = (record: unknown, path: string): unknown =>
  path
    .slice(1)
    .split('/')
    .reduce<unknown>((inner, key) => (inner as Json | null)?.[key], record);

/** What goes only with something else of the campaign. */
const WITH: Record<string, [path: string, value: unknown][]> = {
  '/schedule/endDate': [['/budget/daily', 60_000]],
};
/** Fixed since the campaign was set up. */
const FIXED = ['/schedule/startDate'];

/** Every field that an update sets, by one of its values. */
export function anyValues(ground: Ground, next: () => number): [path: string, value: unknown][] {
  const rows = rowsOfStep(ground, 'update_campaign', 'campaign', 'update');
  const single = rows.filter(
    ({ path }) => !FIXED.includes(path) && rows.filter((row) => row.path === path).length === 1,
  );
  return single.flatMap((row): [string, unknown][] => {
    const values = valuesOf(row);
    return values.length === 0 ? [] : [[row.path, values[Math.floor(next() * values.length)]]];
  });
}

/**
 * Sets every field of the campaign once, a few in each plan, then turns it on and off, and ends its parts and itself: `most`
 * of that.
 * @returns what was not carried out or is not shown.
 */
export async function carryOutAll(
  ground: Ground,
  { seed = 1, plans = 3, most = Number.POSITIVE_INFINITY } = {},
): Promise<string[]> {
  const next = randomOf(seed);
  const wrong: string[] = [];
  const values = shuffled(anyValues(ground, next), next);
  for (let n = 0; n < plans; n++) {
    const own = values.filter((_, index) => index % plans === n);
    const needed = own.flatMap(([path]) => WITH[path] ?? []);
    const input = [...needed, ...own].reduce<Json>((said, [path, value]) => withValue(said, path, value), {});
    const whole = wholePlan(ground, input, await mintApproved(ground.world.brand.id));
    const body = n === 0 ? whole : { ...whole, steps: whole.steps.slice(0, 1) };
    const ended = await carryOut(ground, body);
    if (ended[0] !== 'succeeded') wrong.push(JSON.stringify(input), ...ended);
    const shown = await deskOf(ground).campaign(ground.campaign);
    for (const [path, value] of leavesOf(input))
      if (JSON.stringify(at(shown, path)) !== JSON.stringify(value))
        wrong.push(`${path} is ${JSON.stringify(at(shown, path))} and not ${JSON.stringify(value)}`);
  }
  const { name } = ground.place;
  const part = (kind: string, mutation: string, record: string, input: Json = {}) =>
    bodyOf(ground, 'update_campaign', [
      { resourceKind: kind, mutation, input, localResourceId: resourceIdOf(record) },
    ]);
  const [ad, other] = ground.ads;
  const then: [PlanBody, string][] = [
    [statusPlan(ground, 'publish_campaign', 'set_status', 'active'), 'live'],
    [part('ad', 'set_status', ad!.id, { status: 'paused' }), 'live'],
    [part('ad', 'set_status', ad!.id, { status: 'active' }), 'live'],
    [part('delivery_group', 'set_status', ground.set.id, { status: 'paused' }), 'live'],
    [part('ad', 'archive', other!.id), 'live'],
    [statusPlan(ground, 'pause_campaign', 'set_status', 'paused'), 'paused'],
    [statusPlan(ground, 'resume_campaign', 'set_status', 'active'), 'live'],
    [statusPlan(ground, 'archive_campaign', 'archive'), 'archived'],
  ];
  for (const [body, status] of then.slice(0, most)) {
    const ended = await carryOut(ground, body);
    if (ended[0] !== 'succeeded') wrong.push(`${name} ${JSON.stringify(body.steps)}`, ...ended);
    const is = (await deskOf(ground).campaign(ground.campaign)).status;
    if (is !== status && !(status === 'live' && is === 'in_review')) wrong.push(`${is} and not ${status}`);
  }
  return wrong;
}
