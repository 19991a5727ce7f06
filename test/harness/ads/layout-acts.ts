// Random actions of people on a campaign's ad sets and ads, here and in the platform's own manager.
import { expect } from 'vitest';
import { AdError } from '../../../src/integrations/ads/error.ts';
import type { AdSession } from '../../../src/integrations/ads/platform.ts';
import type { Running, RunningChange } from '../../../src/integrations/ads/steps.ts';
import { testEnv } from '../world.ts';
import { AD_PLACES, makerAt } from './ad-places.ts';
import type { CampaignPlace } from './campaign-places.ts';
import type { CampaignWorld } from './campaigns.ts';

const MINUTE = 60_000;

export interface LayoutRun {
  place: CampaignPlace;
  world: CampaignWorld;
  session: AdSession;
  random: () => number;
  campaign: string;
  /** The platform's IDs of what somebody created in its manager. */
  added: Set<string>;
  /** Every action and its answer. */
  log: string[];
  makeThere: Awaited<ReturnType<typeof makerAt>>;
}

export interface PartRow {
  id: string;
  kind: 'ad_set' | 'ad';
  /** The ad's ad set. */
  inside: string | null;
  platformId: string | null;
  name: string;
  status: string;
  share: number | null;
  budget: string | null;
}

/** Functions that create objects in the platform's manager. */
export async function manager(place: CampaignPlace, world: CampaignWorld) {
  const session = await world.meta.session();
  const named = AD_PLACES.find(({ name }) => name.toLowerCase() === place.name)!;
  return { session, makeThere: await makerAt(named, world.meta, session) };
}

/** The stored ad sets and ads of the campaign. */
export async function partsOf({ campaign }: Pick<LayoutRun, 'campaign'>): Promise<PartRow[]> {
  const { results } = await testEnv.DB.prepare(
    `SELECT id, 'ad_set' AS kind, NULL AS inside, platform_id AS platformId, name, status, share, budget
     FROM ad_sets WHERE campaign_id = ?1
     UNION ALL SELECT id, 'ad', ad_set_id, platform_id, name, status, NULL, NULL FROM ads WHERE campaign_id = ?1`,
  )
    .bind(campaign)
    .all<PartRow>();
  return results;
}

export const isOver = ({ status }: { status: string }) => status === 'archived' || status === 'deleted';

const pick = <T>({ random }: LayoutRun, all: readonly T[]): T | undefined =>
  all[Math.floor(random() * all.length)];
const within = ({ random }: LayoutRun, from: number, to: number) =>
  from + Math.floor(random() * (to - from + 1));

/** The statuses that an action may get besides success: it is under way, refused, gone, or not answered. */
const REFUSALS = [404, 409, 422, 502, 503];

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
export async function ask(run: LayoutRun, method: string, path: string, body?: object): Promise<any> {
  const { status, body: answer } = await run.world.send(method, `/v1/${path}`, body);
  const why = status < 300 ? '' : ` ${answer.error.code} ${answer.error.message}`;
  run.log.push(`${method} ${path} ${JSON.stringify(body ?? {})}: ${status}${why}`);
  if (status >= 300) expect(REFUSALS, run.log.at(-1)).toContain(status);
  return status < 300 ? answer.data : null;
}

/** Does something in the platform's manager, unless the platform refuses. */
async function there(run: LayoutRun, what: string, act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
    run.log.push(`there: ${what}`);
  } catch (error) {
    if (!(error instanceof AdError)) throw error;
    run.log.push(`there: ${what}: ${error.kind}`);
  }
}

async function part(run: LayoutRun, kind?: Running): Promise<PartRow | undefined> {
  const all = (await partsOf(run)).filter((one) => kind === undefined || one.kind === kind);
  const left = all.filter((one) => !isOver(one));
  // Now and then one that has ended.
  return pick(run, left.length > 0 && run.random() < 0.9 ? left : all);
}

const pathOf = ({ kind, id }: PartRow) => `${kind === 'ad' ? 'ads' : 'ad-sets'}/${id}`;
const campaignId = async ({ campaign }: LayoutRun) => {
  const row = await testEnv.DB.prepare(
    'SELECT platform_id AS id FROM campaign_platforms WHERE campaign_id = ?',
  )
    .bind(campaign)
    .first<{ id: string }>();
  return row!.id;
};

let named = 0;
const newName = () => `Named ${++named}`;

/** Shares that add up to 100, none of them small. */
function sharesOf(run: LayoutRun, count: number): number[] {
  const weights = Array.from({ length: count }, () => within(run, 1, 3));
  const sum = weights.reduce((all, one) => all + one, 0);
  const shares = weights.map((weight) => Math.floor((weight * 10_000) / sum) / 100);
  const rest = 10_000 - shares.reduce((all, one) => all + Math.round(one * 100), 0);
  return shares.map((share, n) => (n === 0 ? (Math.round(share * 100) + rest) / 100 : share));
}

/**
 * The layout as it is read, without one of its ad sets, with another one, in another order or with other
 * shares.
 */
async function laidAnew(run: LayoutRun): Promise<void> {
  const { adSets } = await ask(run, 'GET', `campaigns/${run.campaign}`);
  let next = [...adSets];
  if (next.length > 2 && run.random() < 0.4) next.splice(within(run, 0, next.length - 1), 1);
  const creative = pick(run, run.world.submissions);
  if (next.length < 5 && (next.length < 2 || run.random() < 0.5))
    next.push({ name: newName(), ads: [{ creative }] });
  if (run.random() < 0.3) next.reverse();
  const shares =
    run.random() < 0.5 && run.place.adapter.capabilities.shares ? sharesOf(run, next.length) : null;
  next = next.map((set, n) => ({ ...set, budgetShare: shares?.[n] }));
  await ask(run, 'PATCH', `campaigns/${run.campaign}`, { adSets: next });
}

type Act = (run: LayoutRun) => Promise<unknown>;

const archivePart: Act = async (run) => {
  const one = await part(run);
  if (one) await ask(run, 'PATCH', pathOf(one), { status: 'archived' });
};
const turnPart: Act = async (run) => {
  const one = await part(run);
  const status = run.random() < 0.5 ? 'paused' : 'active';
  if (one) await ask(run, 'PATCH', pathOf(one), { status });
};
const copyPart: Act = async (run) => {
  const one = await part(run);
  if (one) await ask(run, 'POST', `${pathOf(one)}/copies`, {});
};
const removeThere: Act = async (run) => {
  const one = await part(run);
  const { place, world } = run;
  if (one?.platformId)
    await there(run, `delete ${one.name}`, () => place.remove(world, one.kind, one.platformId!));
};
const turnThere: Act = async (run) => {
  const one = await part(run);
  const to = run.random() < 0.5 ? 'paused' : 'active';
  const { adapter } = run.place;
  if (one?.platformId)
    await there(run, `${to} ${one.name}`, () =>
      adapter.setRunning(run.session, one.kind, one.platformId!, to),
    );
};
const changeThere =
  (change: (run: LayoutRun) => RunningChange): Act =>
  async (run) => {
    const one = await part(run, 'ad_set');
    const made = change(run);
    const say = `${JSON.stringify(made)} of ${one?.name}`;
    if (one?.platformId)
      await there(run, say, () => run.place.adapter.change(run.session, 'ad_set', one.platformId!, made));
  };

const setsLeft = async (run: LayoutRun) =>
  (await partsOf(run)).filter((one) => one.kind === 'ad_set' && !isOver(one)).length;

/** An action that is listed several times is drawn more often. */
const ACTS: readonly Act[] = [
  ...[archivePart, archivePart, archivePart, turnPart, turnPart, copyPart, copyPart],
  ...[laidAnew, laidAnew, removeThere, removeThere, removeThere, turnThere, turnThere],
  async (run) => {
    const one = await part(run);
    if (one) await ask(run, 'PATCH', pathOf(one), { name: newName() });
  },
  async (run) => {
    const one = await part(run, 'ad_set');
    if (one) await ask(run, 'PATCH', pathOf(one), { budget: within(run, 8, 20) * 1000 });
  },
  async (run) => void (await ask(run, 'PATCH', `campaigns/${run.campaign}`, { name: newName() })),
  async (run) => {
    const budget = { daily: within(run, 50, 90) * 1000, billingLimit: 100_000_000 };
    await ask(run, 'PATCH', `campaigns/${run.campaign}`, { budget });
  },
  async (run) => {
    const creatives = run.world.submissions.filter(() => run.random() < 0.6);
    if (creatives.length > 0) await ask(run, 'PATCH', `campaigns/${run.campaign}`, { creatives });
  },
  async (run) => {
    const status = run.random() < 0.5 ? 'pause' : 'resume';
    await ask(run, 'PATCH', `campaigns/${run.campaign}`, { status });
  },
  async (run) => {
    const to = run.random() < 0.5 ? 'paused' : 'active';
    const id = await campaignId(run);
    await there(run, `campaign ${to}`, () => run.place.adapter.setRunning(run.session, 'campaign', id, to));
  },
  // Either the platform handles the next request without answering, or it does not handle it at all.
  async ({ world, random, log }) => {
    const kind = random() < 0.5 ? 'fail_before' : 'fail_after';
    log.push(kind);
    await world.meta.fault(kind, random() < 0.5 ? 'P' : 'GET');
  },
  changeThere(() => ({ name: newName() })),
  changeThere((run) => ({ budget: { daily: within(run, 8, 20) * 1000 } })),
  async (run) => {
    const step = run.makeThere.aSet(await campaignId(run));
    await there(run, 'another ad set', async () => {
      run.added.add((await run.place.adapter.create(run.session, step)).id);
    });
  },
  async (run) => {
    const one = await part(run, 'ad_set');
    if (!one?.platformId) return;
    const step = run.makeThere.anAd(one.platformId);
    await there(run, `another ad in ${one.name}`, async () => {
      run.added.add((await run.place.adapter.create(run.session, step)).id);
    });
  },
];

/** An action in the middle of the service's own work, and the number of platform contacts before it. */
let midway: { contacts: number; act: () => Promise<unknown> } | null = null;

/** Pass it to `serveFilms`. */
export async function betweenContacts(): Promise<void> {
  if (!midway || --midway.contacts > 0) return;
  const { act } = midway;
  midway = null;
  await act();
}

/**
 * The next random action, after as much time as people leave between actions: lists are read meanwhile, or
 * just then.
 */
export async function actAtRandom(run: LayoutRun): Promise<void> {
  // Actions on a campaign that has lost its parts would show nothing.
  const act = (await setsLeft(run)) < 2 ? laidAnew : pick(run, ACTS)!;
  const minutes = pick(run, [0, 0, 1, 1, 2, 11, 61])!;
  if (minutes === 0) return void (await act(run));
  const meanwhile = run.random() < 0.4;
  run.log.push(`${minutes} minutes${meanwhile ? ', and meanwhile:' : ''}`);
  if (meanwhile) midway = { contacts: within(run, 1, 30), act: () => act(run) };
  await run.world.passAds(minutes * MINUTE);
  const isDone = meanwhile && midway === null;
  midway = null;
  if (!isDone) await act(run);
}
