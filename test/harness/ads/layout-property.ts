// Whatever people do to a campaign's parts, here and in its platform's manager, the campaign keeps working.
import { expect } from 'vitest';
import { adStatusOf } from '../../../src/domains/ads/campaign-record/status.ts';
import type { RunningObject } from '../../../src/integrations/ads/steps.ts';
import { randomOf } from '../random.ts';
import { testEnv } from '../world.ts';
import type { CampaignPlace } from './campaign-places.ts';
import type { CampaignWorld } from './campaigns.ts';
import { actAtRandom, ask, isOver, type LayoutRun, type manager, partsOf } from './layout-acts.ts';

const MINUTE = 60_000;
const DAILY = 60_000;

/** The reasons for which a campaign may have stopped after such actions: people caused all of them. */
const STOPPED = ['paused_there', 'no_ad_runs', 'ads_paused', 'no_ads'];

/**
 * @param seed the same one makes the same sequence of actions. @param own what a body needs on the platform.
 * @returns the log of actions.
 */
export async function runLayout(
  place: CampaignPlace,
  world: CampaignWorld,
  own: object,
  there: Awaited<ReturnType<typeof manager>>,
  { seed, acts, checkEvery = acts }: { seed: number; acts: number; checkEvery?: number },
): Promise<string[]> {
  const random = randomOf(seed);
  const run: LayoutRun = { place, world, random, campaign: '', added: new Set(), log: [], ...there };
  try {
    await begin(run, own, seed);
    for (let n = 1; n <= acts; n++) {
      await actAtRandom(run);
      if (n % checkEvery !== 0 && n !== acts) continue;
      await quieten(run);
      await checkParts(run);
    }
    await checkUse(run);
    return run.log;
  } catch (error) {
    throw new Error(`${place.name}, seed ${seed}:\n${run.log.join('\n')}`, { cause: error });
  }
}

async function begin(run: LayoutRun, own: object, seed: number): Promise<void> {
  const { world, place } = run;
  const [first, second] = world.submissions as [string, string];
  const shares = place.adapter.capabilities.shares ? [50, 30, 20] : [undefined, undefined, undefined];
  const adSets = shares.map((budgetShare, n) => ({
    name: `Set ${n}`,
    budgetShare,
    ads: [{ creative: first }, ...(n === 0 ? [{ creative: second }] : [])],
  }));
  const budget = { daily: DAILY, billingLimit: 100_000_000 };
  const body = world.body({ ...own, name: `Acts ${seed}`, budget, adSets, launch: true });
  run.campaign = (await ask(run, 'POST', 'campaigns', body)).id;
  // The first actions may come while it is set up.
  const minutes = Math.floor(run.random() * 4);
  for (let minute = 0; minute < minutes; minute++) await world.passAds();
}

const openTasks = async ({ campaign }: LayoutRun) =>
  (await testEnv.DB.prepare(
    "SELECT COUNT(*) AS open FROM platform_tasks WHERE subject = ? AND status = 'open'",
  )
    .bind(campaign)
    .first<number>('open'))!;

/** Runs until nothing is under way, and everything that was done at the platform was read. */
async function quieten(run: LayoutRun): Promise<void> {
  await run.world.meta.sim('faults', { clear: true });
  for (let turn = 0; turn < 12; turn++) {
    await run.world.passAds(61 * MINUTE);
    const { pendingChange } = await ask(run, 'GET', `campaigns/${run.campaign}`);
    if (turn > 0 && pendingChange === null && (await openTasks(run)) === 0) break;
  }
  expect(await openTasks(run), 'open tasks').toBe(0);
}

/** The shares add up, and each part matches the platform. */
async function checkParts(run: LayoutRun): Promise<void> {
  const { place, session, campaign, added } = run;
  const now = await ask(run, 'GET', `campaigns/${campaign}`);
  const [parts, top] = [await partsOf(run), await topOf(run)];
  const state = await place.adapter.state(session, [top]);
  const byId = new Map(state.map((one) => [`${one.kind} ${one.id}`, one]));
  run.log.push(
    `check: ${now.status} ${JSON.stringify(now.adSets.map((one: { budgetShare: number }) => one.budgetShare))}`,
  );
  const left = parts.filter((one) => one.kind === 'ad_set' && !isOver(one));
  expect(now.adSets.map(({ id }: { id: string }) => id).sort()).toEqual(left.map(({ id }) => id).sort());
  const sum = now.adSets.reduce(
    (all: number, one: { budgetShare: number }) => all + Math.round(one.budgetShare * 100),
    0,
  );
  expect(sum, 'shares').toBe(left.length === 0 ? 0 : 10_000);
  const goneThere = (one: RunningObject | undefined) =>
    one === undefined || one.state === 'archived' || one.state === 'deleted';
  // Snapchat has no archive, so archived parts are paused there for good.
  const pausesAll = place.name === 'snapchat';
  const known = new Set<string>();
  for (const one of parts) {
    const what = `${one.kind} ${one.id} “${one.name}” ${one.status}`;
    const found = byId.get(`${one.kind} ${one.platformId}`);
    known.add(`${one.kind} ${one.platformId}`);
    if (isOver(one)) {
      const isEnd = goneThere(found) || (pausesAll && one.status === 'archived' && found?.state === 'paused');
      expect(isEnd, `${what}: ${found?.state} there`).toBe(true);
      continue;
    }
    expect(found && !goneThere(found), `${what} is there`).toBe(true);
    expect({ name: one.name, status: one.status }, what).toEqual({
      name: found!.name,
      status: adStatusOf(found!),
    });
    if (found!.budget !== null) expect(JSON.parse(one.budget ?? 'null'), what).toEqual(found!.budget);
  }
  // The platform has nothing of ours that is unknown here, except what other people created and old ads that
  // are paused for good.
  for (const one of state) {
    const isOthers = added.has(one.id) || added.has(one.parent ?? '') || one.kind === 'campaign';
    const isRetired = pausesAll && one.state === 'paused';
    if (!goneThere(one) && !isOthers && !isRetired)
      expect([...known], `${one.kind} ${one.name} is known here`).toContain(`${one.kind} ${one.id}`);
  }
  const [{ error }] = now.platforms;
  if (error !== null) expect(STOPPED, JSON.stringify(error)).toContain(error.code);
}

const topOf = async ({ campaign }: LayoutRun) =>
  (await testEnv.DB.prepare('SELECT platform_id FROM campaign_platforms WHERE campaign_id = ?')
    .bind(campaign)
    .first<string>('platform_id'))!;

/** It can be renamed, paused, resumed and copied. */
async function checkUse(run: LayoutRun): Promise<void> {
  const { campaign, world } = run;
  const must = async (method: string, path: string, body: object) => {
    const answer = await ask(run, method, path, body);
    expect(answer, run.log.at(-1)).not.toBeNull();
    return answer;
  };
  const now = async () => await ask(run, 'GET', `campaigns/${campaign}`);
  const act = async (body: object) => {
    await must('PATCH', `campaigns/${campaign}`, body);
    await quieten(run);
  };
  await act({ name: 'Renamed at last' });
  expect((await now()).name).toBe('Renamed at last');
  if ((await now()).status === 'paused') await act({ status: 'resume' });
  await act({ status: 'pause' });
  expect((await now()).status).toBe('paused');
  await act({ status: 'resume' });
  const { adSets, status } = await now();
  const { results } = await testEnv.DB.prepare(
    "SELECT status FROM ads WHERE campaign_id = ? AND status = 'active'",
  )
    .bind(campaign)
    .all();
  const stopped = ['paused', 'needs_attention'];
  expect(results.length > 0 ? ['live'] : stopped, JSON.stringify(adSets)).toContain(status);
  const copy = await must('POST', `campaigns/${campaign}/copies`, {});
  const sum = copy.adSets.reduce(
    (all: number, one: { budgetShare: number }) => all + Math.round(one.budgetShare * 100),
    0,
  );
  expect(sum, 'shares of the copy').toBe(10_000);
  for (const id of [campaign, copy.id]) await must('PATCH', `campaigns/${id}`, { status: 'archive' });
  await world.passAds();
  expect(await now()).toMatchObject({ status: 'archived' });
}
