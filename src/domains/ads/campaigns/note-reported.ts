// What a platform says of campaigns wins over what we believed, also where somebody changed it over there.
import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import type { AdIssue } from '../../../integrations/ads/issues.ts';
import type { RunningObject } from '../../../integrations/ads/steps.ts';
import { HOUR_MS } from '../../../kit/time.ts';
import { hasOpenWork } from '../platform-work/interface.ts';
import type {
  AdRow,
  AdSetRow,
  CampaignPlatformRow,
  CampaignRow,
  CampaignStatus,
  WholeCampaign,
} from './campaign.ts';
import { addEntry } from './entries.ts';
import { moveCampaign } from './move-campaign.ts';
import { planRun } from './plan-setup.ts';
import { listToRead, saveRead } from './reported-store.ts';
import { adStatusOf, reportedIssues, reportedStatus, reviewOf } from './status.ts';
import { findWhole, saveAd, saveAdSet } from './store.ts';

/** What was just made may not be listed yet. */
const LISTED_AFTER_MS = HOUR_MS;
const TRIES = 2;

/** Campaigns of a connection that nobody has read since a moment. */
export async function campaignsToRead(
  ctx: SystemCtx,
  connectionId: string,
  before: number,
  limit: number,
): Promise<WholeCampaign[]> {
  return await listToRead(ctx, connectionId, before, limit);
}

/**
 * Notes what the platform has of campaigns, each in a batch of its own; one that was changed here at the same time is seen
 * again next time.
 * @param objects all that the platform has of them. @param mayWrite asked before each batch.
 * @returns false when it stopped since it may write no more.
 */
export async function noteReported(
  ctx: SystemCtx,
  connectionId: string,
  wholes: readonly WholeCampaign[],
  objects: readonly RunningObject[],
  mayWrite: () => boolean,
): Promise<boolean> {
  const byParent = Map.groupBy(objects, ({ parent }) => parent);
  const byId = new Map(objects.map((one) => [`${one.kind} ${one.id}`, one]));
  const read: Pick<CampaignRow, 'id' | 'moves'>[] = [];
  for (const whole of wholes) {
    const { platformId } = placeOf(whole, connectionId);
    const campaign = byId.get(`campaign ${platformId}`) ?? null;
    const sets = (byParent.get(platformId) ?? []).filter(({ kind }) => kind === 'ad_set');
    const ads = sets.flatMap(({ id }) => (byParent.get(id) ?? []).filter(({ kind }) => kind === 'ad'));
    const moves = await noteOne(ctx, connectionId, whole, { campaign, sets, ads }, mayWrite);
    if (moves === null) break;
    read.push({ id: whole.row.id, moves });
  }
  await saveRead(ctx, connectionId, read);
  return read.length === wholes.length;
}

const placeOf = ({ platforms }: WholeCampaign, connectionId: string) =>
  platforms.find((one) => one.connectionId === connectionId)!;

/**
 * What another platform of the campaign told at the same time is no reason to wait for the next reading.
 * @returns its moves when all of it was noted; null when it may write no more.
 */
async function noteOne(
  ctx: SystemCtx,
  connectionId: string,
  first: WholeCampaign,
  reported: Reported,
  mayWrite: () => boolean,
): Promise<number | null> {
  let whole = first;
  for (let tries = 0; ; tries++) {
    const { moves } = whole.row;
    const there = placeOf(whole, connectionId);
    const news = newsOf(ctx, whole, there, reported);
    const campaignNews = await followed(ctx, whole, there, reported);
    if (!news && !campaignNews) return moves;
    if (!mayWrite()) return null;
    if (await inOneBatch(ctx, async (own) => note(own, whole, there, news, campaignNews))) return moves + 1;
    const now = tries < TRIES && mayWrite() ? await findWhole(ctx, whole.row.id) : null;
    if (!now) return moves;
    whole = now;
  }
}

interface Reported {
  campaign: RunningObject | null;
  sets: RunningObject[];
  ads: RunningObject[];
}

interface News {
  platform: Partial<CampaignPlatformRow>;
  sets: { id: string; change: Partial<AdSetRow> }[];
  ads: { id: string; change: Partial<AdRow> }[];
}

/** What is new there; null when nothing is. */
function newsOf(
  ctx: SystemCtx,
  whole: WholeCampaign,
  there: CampaignPlatformRow,
  reported: Reported,
): News | null {
  const { sets, ads } = reported;
  if (isTooNew(ctx, there, reported)) return null;
  const status = statusThere(there, reported);
  const issues = reportedIssues(status, reported, pausedThere(whole.row, there));
  const own = <T extends { platform: string; platformId: string | null }>(rows: readonly T[]) =>
    new Map(rows.filter((one) => one.platform === there.platform).map((one) => [one.platformId, one]));
  const [ownSets, ownAds] = [own(whole.adSets), own(whole.ads)];
  const setNews = sets.flatMap((one) => changeOf(ownSets.get(one.id), (row) => setChange(row, one)));
  const adNews = ads.flatMap((one) => changeOf(ownAds.get(one.id), (row) => adChange(row, one)));
  const moves = status !== there.status || !same(issues, there.issues);
  if (!moves && setNews.length === 0 && adNews.length === 0) return null;
  return { platform: moves ? { status, issues } : {}, sets: setNews, ads: adNews };
}

/** Whether a pause that shows now, or stood there before, is somebody's over there: here it is to run. */
const pausedThere = ({ wanted, hold }: CampaignRow, { status, issues }: CampaignPlatformRow) =>
  issues.some((one) => STOPPED_THERE.includes(one))
    ? wanted !== 'archived'
    : wanted === 'live' && hold === null && (status === 'live' || status === 'in_review');

const STOPPED_THERE: readonly string[] = ['paused_there', 'no_ad_runs'] satisfies AdIssue[];

const isTooNew = ({ now }: SystemCtx, { setUpAt }: CampaignPlatformRow, { campaign }: Reported) =>
  campaign === null && now - (setUpAt ?? now) < LISTED_AFTER_MS;

/** What failed of ours stays to be seen until it is tried again. */
function statusThere({ error }: CampaignPlatformRow, { campaign, ads }: Reported): CampaignStatus {
  const status = reportedStatus(campaign, ads);
  return error !== null && status !== 'archived' ? 'needs_attention' : status;
}

/** Also where only its parts changed: two readers must not write over each other. */
function note(
  batch: SystemCtx,
  whole: WholeCampaign,
  { platform }: CampaignPlatformRow,
  news: News | null,
  campaign: Partial<CampaignRow> | null,
): void {
  const { hold } = whole.row;
  const after = moveCampaign(
    batch,
    whole,
    { campaign: campaign ?? {}, platforms: news ? { [platform]: news.platform } : {} },
    'note',
  );
  // Somebody turned it on over there, but it may spend nothing more.
  const status = after.platforms.find((one) => one.platform === platform)?.status;
  if (hold === 'billing_limit_reached' && news && (status === 'live' || status === 'in_review'))
    planRun(batch, after, 'paused', [platform]);
  if (campaign?.wanted)
    addEntry(batch, {
      ...{ campaign: whole.row.id, what: 'reported', platform },
      details: { change: campaign.wanted === 'live' ? 'resumed' : 'paused', by: 'ads_manager' },
    });
  for (const { id, change } of news?.sets ?? []) saveAdSet(batch, id, change);
  for (const { id, change } of news?.ads ?? []) {
    saveAd(batch, id, change);
    if (change.review)
      addEntry(batch, {
        ...{ campaign: whole.row.id, what: 'reported', platform },
        details: { ad: id, ...change.review },
      });
  }
}

/** What somebody did over there wins over what was wanted here, and a change that shows there is over; null for neither. */
async function followed(
  ctx: SystemCtx,
  whole: WholeCampaign,
  there: CampaignPlatformRow,
  reported: Reported,
): Promise<Partial<CampaignRow> | null> {
  const { row, platforms } = whole;
  if (isTooNew(ctx, there, reported)) return null;
  const status = statusThere(there, reported);
  const others = platforms.filter((one) => one !== there).map((one) => one.status);
  const runs = status === 'live' || status === 'in_review';
  const on = runs && row.wanted === 'paused' && there.status === 'paused';
  const off =
    status === 'paused' &&
    row.wanted === 'live' &&
    row.hold === null &&
    (there.status === 'live' || there.status === 'in_review') &&
    others.every((one) => one === 'paused' || one === 'archived' || one === 'draft');
  const over = row.pendingChange?.status === 'in_progress';
  if (!on && !off && !over) return null;
  if (await hasOpenWork(ctx, row.id)) return null;
  return {
    ...(over ? { pendingChange: null } : {}),
    ...(on ? { wanted: 'live' as const, launchedAt: row.launchedAt ?? ctx.now } : {}),
    ...(off ? { wanted: 'paused' as const } : {}),
  };
}

function changeOf<T extends { id: string }>(
  row: T | undefined,
  changed: (row: T) => Partial<T>,
): { id: string; change: Partial<T> }[] {
  if (!row) return [];
  const change = changed(row);
  return Object.keys(change).length === 0 ? [] : [{ id: row.id, change }];
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

function setChange(row: AdSetRow, one: RunningObject): Partial<AdSetRow> {
  const status = adStatusOf(one);
  return {
    ...(status === row.status ? {} : { status }),
    ...(one.name === row.name ? {} : { name: one.name }),
    ...(one.budget === null || same(one.budget, row.budget) ? {} : { budget: one.budget }),
  };
}

function adChange(row: AdRow, one: RunningObject): Partial<AdRow> {
  const status = adStatusOf(one);
  const review = reviewOf(one, row.review, row.platform);
  return {
    ...(status === row.status ? {} : { status }),
    ...(one.name === row.name ? {} : { name: one.name }),
    ...(same(review, row.review) ? {} : { review }),
  };
}
