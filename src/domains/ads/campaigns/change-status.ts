// Launches, pauses, resumes, retries and archives a campaign. The wanted status is saved at once, and the platforms
// follow.
import type { Ctx, SystemCtx } from '../../../context.ts';
import { AppError, rejected } from '../../../kit/error.ts';
import { isStop } from '../campaign-delivery/is-stop.ts';
import { planRun } from '../campaign-delivery/plan-setup.ts';
import { preflight } from '../campaign-preflight/preflight.ts';
import { addEntry } from '../campaign-record/add-entry.ts';
import { overOn, shownOrListed, wantedOn } from '../campaign-record/campaign-platforms.ts';
import { requireNone } from '../campaign-record/campaign-problem.ts';
import type {
  CampaignPlatformRow,
  CampaignRow,
  CampaignStatus,
  PendingChange,
  WholeCampaign,
} from '../campaign-record/campaign-row.ts';
import { moveCampaign } from '../campaign-record/move-campaign.ts';
import { laidOut } from '../campaign-record/pack-ad-sets.ts';
import { cancelTasks } from '../platform-tasks/cancel-tasks.ts';
import { retryTask, tasksOf } from '../platform-tasks/interface.ts';

export type StatusAction = 'launch' | 'pause' | 'resume' | 'retry' | 'archive';

/** The statuses in which each action is possible. */
const FROM: Record<StatusAction, readonly CampaignStatus[]> = {
  launch: ['paused'],
  resume: ['paused'],
  pause: ['processing', 'in_review', 'live', 'needs_attention'],
  retry: ['draft', 'needs_attention'],
  archive: ['draft', 'processing', 'in_review', 'live', 'paused', 'needs_attention'],
};

/** Actions that are possible while another change is in progress. */
const ALWAYS: readonly StatusAction[] = ['pause', 'archive'];

/** The actions that are possible for a campaign in this status. */
export function possibleActions({
  status,
  pendingChange,
}: Pick<CampaignRow, 'status' | 'pendingChange'>): StatusAction[] {
  const launching = status === 'paused' && ['launch', 'resume'].includes(pendingChange?.action ?? '');
  return (Object.keys(FROM) as StatusAction[]).filter(
    (action) =>
      (FROM[action].includes(status) || (launching && action === 'pause')) &&
      (pendingChange === null || ALWAYS.includes(action)),
  );
}

/** Throws conflict when the campaign's status does not allow it. */
export function requirePossible({ row, platforms }: WholeCampaign, action: StatusAction): void {
  const { status, wanted, pendingChange, launchedAt } = row;
  if (pendingChange !== null && !ALWAYS.includes(action))
    throw new AppError(
      'conflict',
      `Another change (${pendingChange.action}) is ${pendingChange.status.replace('_', ' ')}.`,
    );
  // A launch in progress becomes visible only after the platform has been read.
  const launching = action === 'pause' && status === 'paused' && wanted === 'live';
  // A problem on one platform does not keep the campaign from running on the others.
  const runs = action === 'launch' || action === 'resume';
  const inPart = runs && status === 'needs_attention' && wanted === 'paused' && platforms.some(isSetUp);
  if (!launching && !inPart && !FROM[action].includes(status))
    throw new AppError('conflict', `Cannot ${action} a campaign with the status ${status}.`);
  if (action === 'resume' && launchedAt === null)
    throw new AppError('conflict', 'The campaign has never run. Launch it instead.');
}

/** Throws conflict, or operation_rejected with every problem that keeps the campaign from running. */
export async function changeStatus(
  ctx: Ctx,
  whole: WholeCampaign,
  action: StatusAction,
): Promise<WholeCampaign> {
  requirePossible(whole, action);
  addEntry(ctx, { campaign: whole.row.id, what: 'asked', details: { action } });
  switch (action) {
    case 'launch':
    case 'resume':
      return await launch(ctx, whole, action, 'edit');
    case 'pause':
      return await pause(ctx, whole);
    case 'retry':
      return await retry(ctx, whole);
    case 'archive':
      return await archive(ctx, whole);
  }
}

const under = (action: PendingChange['action']): PendingChange => ({ action, status: 'in_progress' });

const isSetUp = ({ setUpAt, status }: CampaignPlatformRow) => setUpAt !== null && status !== 'archived';

/** Throws operation_rejected with every problem of the campaign. */
async function requireLaunchable(ctx: SystemCtx, whole: WholeCampaign): Promise<void> {
  const { row, adSets, ads, platforms } = whole;
  const { accountId, name, connectionId, terms } = row;
  const spent = platforms.reduce((sum, one) => sum + one.spent, 0);
  const limit = terms.budget.billingLimit;
  if (limit !== null && spent >= limit)
    throw rejected('billing_limit_reached', 'The billing limit is reached. Raise it first.', {
      spent,
      limit,
    });
  const layout = laidOut(row, adSets, ads);
  const { problems } = await preflight(ctx, {
    accountId,
    name,
    connectionId,
    scheduledLaunchAt: null,
    begun: true,
    terms: { ...terms, creatives: shownOrListed(whole) },
    adSets: layout,
    keepsAdSets: true,
    keepsBudgets: true,
    over: overOn(whole),
  });
  requireNone(problems);
}

/**
 * Launches or resumes a campaign, in the caller's batch, on every platform where it is set up. Throws
 * operation_rejected.
 */
export async function launch(
  ctx: SystemCtx,
  whole: WholeCampaign,
  action: 'launch' | 'resume',
  as: 'edit' | 'note',
  more: Partial<CampaignRow> = {},
): Promise<WholeCampaign> {
  await requireLaunchable(ctx, whole);
  const { row } = whole;
  const there = whole.platforms.filter(isSetUp);
  const campaign: Partial<CampaignRow> = {
    wanted: 'live',
    hold: null,
    scheduledLaunchAt: null,
    launchedAt: row.launchedAt ?? ctx.now,
    pendingChange: there.length > 0 ? under(action) : null,
    ...more,
  };
  const after = moveCampaign(ctx, whole, { campaign }, as);
  planRun(ctx, after, 'active', names(there));
  return after;
}

const names = (platforms: readonly CampaignPlatformRow[]) => platforms.map(({ platform }) => platform);

/**
 * Launches a campaign, in the caller's batch, even if its set-up is not complete on every platform. Where it is not,
 * the campaign starts after the set-up. Throws the same as `launch`, unless a set-up is still in progress.
 */
export async function launchAsSetUp(
  ctx: SystemCtx,
  whole: WholeCampaign,
  as: 'edit' | 'note',
  more: Partial<CampaignRow> = {},
): Promise<WholeCampaign> {
  const there = whole.platforms.filter(isSetUp);
  const underWay = whole.row.status === 'processing';
  if (there.length > 0 && !underWay) return await launch(ctx, whole, 'launch', as, more);
  const launchedAt = whole.row.launchedAt ?? (there.length > 0 ? ctx.now : null);
  const campaign: Partial<CampaignRow> = {
    wanted: 'live',
    hold: null,
    scheduledLaunchAt: null,
    launchedAt,
    ...more,
  };
  const after = moveCampaign(ctx, whole, { campaign }, as);
  planRun(ctx, after, 'active', names(there));
  return after;
}

async function pause(ctx: Ctx, whole: WholeCampaign): Promise<WholeCampaign> {
  // What a plan has not sent yet could turn it on again.
  await cancelTasks(ctx, 'campaign', whole.row.id, { owner: 'plan' });
  // Objects of a failed set-up exist at the platform, where somebody may have resumed them.
  const isPart = ({ platformId, status }: CampaignPlatformRow) =>
    platformId !== null && status === 'needs_attention';
  const there = whole.platforms.filter((one) => isSetUp(one) || isPart(one));
  const pendingChange = there.length > 0 ? under('pause') : null;
  const campaign: Partial<CampaignRow> = {
    wanted: 'paused',
    hold: null,
    scheduledLaunchAt: null,
    pendingChange,
  };
  const after = moveCampaign(ctx, whole, { campaign }, 'edit');
  planRun(ctx, after, 'paused', names(there));
  return after;
}

async function retry(ctx: Ctx, whole: WholeCampaign): Promise<WholeCampaign> {
  if (whole.row.hold === 'launch_refused') return await launch(ctx, whole, 'launch', 'edit');
  const failed = (await tasksOf(ctx, whole.row.id)).filter(
    ({ owner, status }) => owner === 'campaign' && status === 'failed',
  );
  if (failed.length === 0)
    throw new AppError(
      'conflict',
      'There is no failed step to retry. Check the campaign in the ads manager.',
    );
  // Stopping is always allowed.
  const mayRun = failed.filter(({ steps }) => !steps.every(isStop));
  if (mayRun.some(({ platform }) => wantedOn(whole.row, platform) !== 'archived'))
    await requireLaunchable(ctx, whole);
  for (const { id } of failed) retryTask(ctx, 'campaign', id);
  const tried = new Set(failed.map(({ platform }) => platform as string));
  const platforms = Object.fromEntries(
    whole.platforms
      .filter(({ platform }) => tried.has(platform))
      .map((one) => [
        one.platform,
        { error: null, ...(one.setUpAt === null ? { status: 'processing' as const } : {}) },
      ]),
  );
  const setUp = whole.platforms.every(({ setUpAt }) => setUpAt !== null);
  return moveCampaign(
    ctx,
    whole,
    { campaign: setUp ? { pendingChange: under('retry') } : {}, platforms },
    'edit',
  );
}

async function archive(ctx: Ctx, whole: WholeCampaign): Promise<WholeCampaign> {
  await cancelTasks(ctx, 'campaign', whole.row.id);
  const made = whole.platforms.filter(
    ({ platformId, status }) => platformId !== null && status !== 'archived',
  );
  const never = whole.platforms.filter(({ platformId }) => platformId === null);
  const campaign: Partial<CampaignRow> = {
    wanted: 'archived',
    hold: null,
    scheduledLaunchAt: null,
    pendingChange: made.length > 0 ? under('archive') : null,
  };
  const platforms = Object.fromEntries(
    never.map(({ platform }) => [platform, { status: 'archived' as const, error: null }]),
  );
  const after = moveCampaign(ctx, whole, { campaign, platforms }, 'edit');
  planRun(ctx, after, 'archived', names(made));
  return after;
}
