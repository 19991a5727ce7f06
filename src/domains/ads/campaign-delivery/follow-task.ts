// Updates a campaign after a platform task's step, and after the whole task.
import type { SystemCtx } from '../../../context.ts';
import { emit } from '../../../db/outbox.ts';
import { addEntry } from '../campaign-record/add-entry.ts';
import { goingOn, wantedOn } from '../campaign-record/campaign-platforms.ts';
import type { CampaignRow, WholeCampaign } from '../campaign-record/campaign-row.ts';
import { findWhole, saveAd, saveAdSet, unlessOver } from '../campaign-record/interface.ts';
import { type Movement, moveCampaign, moved } from '../campaign-record/move-campaign.ts';
import { published } from '../campaign-record/published.ts';
import { reasonOfFailure } from '../campaign-record/reason.ts';
import { type StepRow, type TaskRow, tasksOf } from '../platform-tasks/interface.ts';
import type { StepDone, StepError, TaskEnded } from '../platform-tasks/step.ts';
import { setByAct } from '../resources/interface.ts';
import { campaignMade, partMade } from './interface.ts';
import { isStop } from './is-stop.ts';
import { planRun, type StepInput } from './plan-setup.ts';

export async function stepDone(ctx: SystemCtx, { task, kind, input, act, result }: StepDone): Promise<void> {
  const { adSet, ad, id, to } = (input ?? {}) as StepInput;
  setByAct(ctx, { id: ad ?? adSet ?? task.subject, platform: task.platform }, act);
  if (kind === 'campaign') return await campaignMade(ctx, task, result);
  if (kind === 'ad_set') await partMade(ctx, task, 'adSet', adSet!, result);
  if (kind === 'ad') await partMade(ctx, task, 'ad', ad!, result);
  // The row of a retired ad set or ad is up to date already: it is archived, or another ad has replaced it.
  if (kind !== 'run' || to === undefined || id !== undefined) return;
  if (ad !== undefined) saveAd(ctx, ad, { status: to }, unlessOver.ad);
  else if (adSet !== undefined) saveAdSet(ctx, adSet, { status: to }, unlessOver.adSet);
}

export async function taskEnded(ctx: SystemCtx, ended: TaskEnded): Promise<void> {
  const whole = await findWhole(ctx, ended.task.subject);
  const platform = whole?.platforms.find((one) => one.platform === ended.task.platform);
  if (!whole || !platform) return;
  const { row } = whole;
  const wanted = wantedOn(row, platform.platform);
  const tasks = await tasksOf(ctx, row.id);
  const others = tasks.filter(({ id }) => id !== ended.task.id);
  // A task that only stops the campaign does not count as set-up.
  const makes = !tasks.some(({ id, steps }) => id === ended.task.id && steps.every(isStop));
  const open = others.filter(({ status }) => status === 'open');
  const change = row.pendingChange?.status === 'in_progress' && open.length === 0 ? OVER : {};
  if (platform.setUpAt === null && wanted !== 'archived' && makes) {
    // Changes made since the set-up failed are part of it, so it has not ended while they are open.
    if (open.some((one) => one.platform === platform.platform)) return;
    return setUpEnded(ctx, whole, ended.task.platform, failureOf(ended, others), change);
  }
  if (ended.outcome === 'failed') {
    const error = ended.failures[0]?.error ?? UNKNOWN;
    const details = { error: reasonOfFailure(error, { platform: platform.platform, row }) };
    addEntry(ctx, { campaign: row.id, what: 'failed', platform: platform.platform, details });
    const told = { error, status: 'needs_attention' as const };
    moveCampaign(ctx, whole, { campaign: change, platforms: { [platform.platform]: told } }, 'note');
    return;
  }
  if (platform.setUpAt === null && wanted !== 'archived') {
    // The set-up is still incomplete, so the error stays.
    const read = { [platform.platform]: { stateReadAt: null } };
    moveCampaign(ctx, whole, { campaign: change, platforms: read }, 'note');
    return;
  }
  // After a launch the platform decides the status, so it is read again. After a pause or archive it is known.
  const known = wanted === 'live' ? null : wanted;
  // An earlier pause in the ads manager no longer matters: the platform was told otherwise.
  const told = known === null ? {} : { status: known, issues: [] };
  const campaign = known === null ? {} : change;
  moveCampaign(
    ctx,
    whole,
    { campaign, platforms: { [platform.platform]: { ...told, error: null, stateReadAt: null } } },
    'note',
  );
}

const OVER = { pendingChange: null } as const;

const UNKNOWN: StepError = {
  ...{
    reason: 'fault',
    message: 'The platform did not complete the change.',
    field: null,
    platformCode: null,
    path: null,
  },
};

type Failures = readonly { key: string; error: StepError }[];

/** All failed steps of the platform's set-up; null when none failed. */
function failureOf(ended: TaskEnded, others: readonly (TaskRow & { steps: StepRow[] })[]): Failures | null {
  if (ended.outcome === 'failed') return ended.failures;
  const failed = others.filter(
    ({ owner, platform, status }) =>
      owner === ended.task.owner && platform === ended.task.platform && status === 'failed',
  );
  if (failed.length === 0) return null;
  return failed.flatMap(({ steps }) =>
    steps.flatMap(({ key, status, error }) => (status === 'failed' && error ? [{ key, error }] : [])),
  );
}

/**
 * Ends the set-up on one platform. Events about the campaign as a whole are sent when it has ended on all platforms.
 */
function setUpEnded(
  ctx: SystemCtx,
  whole: WholeCampaign,
  platform: string,
  failures: Failures | null,
  campaign: Partial<CampaignRow>,
): void {
  const { row } = whole;
  const before = whole.platforms.find((one) => one.platform === platform)!;
  const error = failures && (failures[0]?.error ?? UNKNOWN);
  const told = (one: StepError) => reasonOfFailure(one, { platform, row });
  addEntry(ctx, {
    campaign: row.id,
    what: failures ? 'set_up_failed' : 'set_up',
    platform,
    ...(failures
      ? {
          details: {
            error: error && told(error),
            failures: failures.map((one) => ({ key: one.key, ...told(one.error) })),
          },
        }
      : {}),
  });
  const change = failures
    ? { error, status: before.platformId === null ? ('draft' as const) : ('needs_attention' as const) }
    : { setUpAt: ctx.now, error, status: 'paused' as const };
  const movement: Movement = { campaign, platforms: { [platform]: change } };
  const after = goingOn(moved(whole, movement));
  const over = after.every(({ setUpAt, error: wrong }) => setUpAt !== null || wrong !== null);
  const made = after.filter(({ setUpAt }) => setUpAt !== null).length;
  if (over && made === after.length) movement.campaign = { ...campaign, ...published(ctx, row) };
  else if (over) {
    const type = made > 0 ? 'campaign.partially_failed' : 'campaign.failed';
    emit(ctx, { type, account: row.accountId, creator: null, data: { campaign: row.id } });
  }
  if (failures) moveCampaign(ctx, whole, movement, 'note');
  else launchSetUp(ctx, whole, movement, platform);
}

/** Launches a campaign on the platform where it was just set up, if people want it to run. */
function launchSetUp(ctx: SystemCtx, whole: WholeCampaign, movement: Movement, platform: string): void {
  const { wanted, hold, launchedAt } = whole.row;
  if (wanted !== 'live' || hold !== null) {
    moveCampaign(ctx, whole, movement, 'note');
    return;
  }
  const there = { ...movement.platforms?.[platform], status: 'processing' as const };
  const { pendingChange: _, ...rest } = movement.campaign ?? {};
  // A pending change stays pending until the platform has been read after the launch.
  const campaign = { ...rest, launchedAt: launchedAt ?? ctx.now };
  moveCampaign(ctx, whole, { campaign, platforms: { [platform]: there } }, 'note');
  planRun(ctx, whole, 'active', [platform]);
}
