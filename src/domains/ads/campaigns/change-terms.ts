// Changes a campaign's settings: the rows at once, the platforms by platform tasks.
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import { requireActive } from '../../accounts/connections/interface.ts';
import { addCampaignSubmissions, setCampaignPay } from '../../money/campaign-pay/interface.ts';
import { changeOnPlatform } from '../campaign-delivery/change-on-platform.ts';
import { type ChangedCampaign, changedCampaign, same } from '../campaign-delivery/changed-campaign.ts';
import { planRun, planSetup } from '../campaign-delivery/plan-setup.ts';
import { creatorPayOf } from '../campaign-preflight/creator-pay-of.ts';
import { type PlannedPlatform, preflight } from '../campaign-preflight/preflight.ts';
import { addEntry } from '../campaign-record/add-entry.ts';
import type { CampaignUpdateInput } from '../campaign-record/campaign-input.ts';
import { goingOn, namedBlocks, overOn, shownNow, wantedOn } from '../campaign-record/campaign-platforms.ts';
import { requireNone } from '../campaign-record/campaign-problem.ts';
import type { CampaignPlatformRow, CampaignRow, WholeCampaign } from '../campaign-record/campaign-row.ts';
import { insertAdSets, insertPlatform } from '../campaign-record/interface.ts';
import { type Movement, moveCampaign, moved } from '../campaign-record/move-campaign.ts';
import { published } from '../campaign-record/published.ts';
import { shareChanges } from '../campaign-record/shares.ts';
import type { CampaignTerms } from '../campaign-terms/terms.ts';
import { cancelTasks } from '../platform-tasks/cancel-tasks.ts';
import { partsOn } from './make-campaign.ts';

/**
 * Throws conflict for settings that cannot be changed or while another change is in progress, and operation_rejected
 * with every problem of the change.
 * @param waits whether the brand has to approve the change first.
 */
export async function changeTerms(
  ctx: Ctx,
  whole: WholeCampaign,
  input: CampaignUpdateInput,
  more: Partial<CampaignRow> = {},
  waits: (before: CampaignTerms, after: CampaignTerms) => boolean = () => false,
): Promise<WholeCampaign> {
  const { row } = whole;
  if (row.status === 'archived') throw new AppError('conflict', 'The campaign is archived.');
  const { adPlatforms } = ctx.reactions;
  const underWayBefore = row.pendingChange !== null || row.status === 'processing';
  // Archiving on one platform is always allowed.
  if (underWayBefore && !onlyEnds(input, row.platform, Object.keys(adPlatforms)))
    throw new AppError('conflict', 'Another change is in progress. Try again when it is done.');
  const own = await adPlatforms[row.platform]!();
  const changed = changedCampaign(whole, input, own.capabilities, Object.keys(adPlatforms));
  requireNotBack(whole, changed);
  const scheduledLaunchAt = launchAtOf(whole, input);
  const keepsAdSets = input.adSets === undefined && input.creatives === undefined;
  const { problems, platforms } = await preflight(ctx, {
    accountId: row.accountId,
    connectionId: row.connectionId,
    name: changed.name,
    terms: changed.terms,
    adSets: changed.adSets,
    keepsAdSets,
    keepsBudgets: keepsAdSets && spendsAlike(row, changed.terms),
    elsewhere: input.creatives === undefined ? shownNow(whole) : [],
    scheduledLaunchAt,
    begun: changed.terms.schedule.startDate === row.terms.schedule.startDate,
    over: overOn(whole),
  });
  requireNone(problems);
  if (waits(row.terms, changed.terms)) {
    const pendingChange = { action: 'update' as const, status: 'awaiting_approval' as const, input };
    return moveCampaign(ctx, whole, { campaign: { pendingChange } }, 'edit');
  }
  const pay = creatorPayOf({ ...row, terms: changed.terms });
  if (!same(pay, creatorPayOf(row))) setCampaignPay(ctx, row.id, pay);
  addCampaignSubmissions(ctx, row.id, changed.terms.creatives);
  const fields = Object.entries(input).flatMap(([name, value]) =>
    value === undefined || name === 'version' ? [] : name,
  );
  const { name, terms } = changed;
  const { after, movement, underWay } = await changeThere(ctx, whole, changed, platforms);
  // Each platform's ad sets have their own shares. A platform that is only added now had none before.
  const shares = whole.platforms.flatMap(({ platform }) =>
    shareChanges(platform, whole.adSets, after.adSets),
  );
  const details = { fields, ...(shares.length > 0 && { shares }) };
  addEntry(ctx, { campaign: row.id, what: 'edited', details });
  const campaign: Partial<CampaignRow> = {
    name,
    terms,
    scheduledLaunchAt,
    ...movement.campaign,
    ...more,
    pendingChange: row.pendingChange ?? (underWay ? { action: 'update', status: 'in_progress' } : null),
  };
  return moveCampaign(ctx, after, { ...movement, campaign }, 'edit');
}

/** Whether the budget and the dates stay the same and no platform is added. */
function spendsAlike({ platform, terms }: CampaignRow, after: CampaignTerms): boolean {
  const what = ({ budget, schedule, settings }: CampaignTerms) => [
    ...[budget, schedule, settings.budgetOptimization],
  ];
  const were = namedBlocks(terms.settings, platform);
  const isAdded = namedBlocks(after.settings, platform).some((name) => !were.includes(name));
  return !isAdded && same(what(terms), what(after));
}

/** Whether the request only ends the campaign on added platforms. */
function onlyEnds(
  { version: _, settings, ...rest }: CampaignUpdateInput,
  own: string,
  blocks: readonly string[],
): boolean {
  if (settings === undefined || Object.values(rest).some((value) => value !== undefined)) return false;
  return Object.entries(settings).every(
    ([name, block]) => name !== own && blocks.includes(name) && same(block, { status: 'archived' }),
  );
}

/** A campaign that has ended on a platform cannot come back, because not every platform allows that. */
function requireNotBack({ row, platforms }: WholeCampaign, { terms }: ChangedCampaign): void {
  for (const { platform } of platforms) {
    const over = wantedOn(row, platform) === 'archived';
    if (over && wantedOn({ ...row, terms }, platform) !== 'archived')
      throw new AppError(
        'conflict',
        'The campaign is archived on this platform. Duplicate it to run there again.',
        {
          details: { path: `/settings/${platform}/status` },
        },
      );
  }
}

interface There {
  /** The campaign including the added platforms. */
  after: WholeCampaign;
  movement: Movement;
  underWay: boolean;
}

/** Plans the tasks on platforms where the campaign continues, is added, or ends. */
async function changeThere(
  ctx: Ctx,
  whole: WholeCampaign,
  changed: ChangedCampaign,
  targets: readonly PlannedPlatform[],
): Promise<There> {
  const row = { ...whole.row, terms: changed.terms };
  const before = goingOn(whole);
  const ended = before.filter(({ platform }) => wantedOn(row, platform) === 'archived');
  const names = before.map(({ platform }) => platform);
  const added = targets.filter(({ name }) => !names.includes(name));
  const stays = names.filter((name) => !ended.some(({ platform }) => platform === name));
  const sharing = { before: names, after: [...stays, ...added.map(({ name }) => name)] };
  let underWay = added.length > 0;
  let after: WholeCampaign = { ...whole, row };
  for (const target of targets) {
    const there = before.find(({ platform }) => platform === target.name);
    if (!there) continue;
    const now = await changeOnPlatform(ctx, whole, there, changed, target, sharing);
    underWay ||= now.underWay;
    const elsewhere = ({ platform }: { platform: string }) => platform !== target.name;
    after = {
      ...after,
      adSets: [...after.adSets.filter(elsewhere), ...now.adSets],
      ads: [...after.ads.filter(elsewhere), ...now.ads],
    };
  }
  for (const target of added) after = await addPlatform(ctx, after, target);
  const movement: Movement = { platforms: await endOn(ctx, after, ended) };
  if (ended.some(({ platformId }) => platformId !== null)) underWay = true;
  const left = goingOn(moved(after, movement));
  if (ended.length > 0 && left.length > 0 && left.every(({ setUpAt }) => setUpAt !== null))
    movement.campaign = published(ctx, row);
  return { after: { ...after, row: whole.row }, movement, underWay };
}

/** Adds the platform to the campaign and plans its set-up, as for a new campaign. */
async function addPlatform(ctx: Ctx, whole: WholeCampaign, target: PlannedPlatform): Promise<WholeCampaign> {
  const { id, accountId } = whole.row;
  const parts = partsOn(ctx, id, accountId, target);
  requireActive(ctx, target.connection);
  insertPlatform(ctx, parts.platform);
  insertAdSets(ctx, parts.adSets, parts.ads);
  const after = {
    ...whole,
    platforms: [...whole.platforms, parts.platform],
    adSets: [...whole.adSets, ...parts.adSets],
    ads: [...whole.ads, ...parts.ads],
  };
  await planSetup(ctx, after, { platform: target.name }, target.connection);
  return after;
}

/** Archives the campaign on these platforms. Where it was never created, it has ended at once. */
async function endOn(ctx: Ctx, whole: WholeCampaign, ended: readonly CampaignPlatformRow[]) {
  const changes: Record<string, Partial<CampaignPlatformRow>> = {};
  for (const { platform, platformId } of ended) {
    await cancelTasks(ctx, 'campaign', whole.row.id, { platform });
    if (platformId === null) changes[platform] = { status: 'archived', error: null };
    else {
      changes[platform] = { error: null };
      planRun(ctx, whole, 'archived', [platform]);
    }
  }
  return changes;
}

function launchAtOf(
  { row }: WholeCampaign,
  { scheduledLaunchAt: given }: CampaignUpdateInput,
): number | null {
  if (given === undefined) return row.scheduledLaunchAt;
  if (row.launchedAt !== null) throw new AppError('conflict', 'The campaign has already been launched.');
  return given === null ? null : Date.parse(given);
}
