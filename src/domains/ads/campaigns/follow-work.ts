// What follows for a campaign from what was done for it at a platform.
import type { SystemCtx } from '../../../context.ts';
import { emit } from '../../../db/outbox.ts';
import { worksOf } from '../platform-work/interface.ts';
import type { StepDone, Work, WorkEnded } from '../platform-work/step.ts';
import type { WholeCampaign } from './campaign.ts';
import { addEntry } from './entries.ts';
import { type Movement, moveCampaign, moved } from './move-campaign.ts';
import { planRun, type StepInput } from './plan-setup.ts';
import { findWhole, saveAd, saveAdSet, savePlatform } from './store.ts';

export async function stepDone(ctx: SystemCtx, { work, kind, input, result }: StepDone): Promise<void> {
  const { adSet, ad, id, to } = (input ?? {}) as StepInput;
  if (kind === 'campaign') return await campaignMade(ctx, work, result);
  if (kind === 'ad_set') saveAdSet(ctx, adSet!, { platformId: result, status: 'paused' });
  if (kind === 'ad') saveAd(ctx, ad!, { platformId: result, status: 'paused' });
  // What was retired is archived here already, or its place is taken.
  if (kind !== 'run' || to === undefined || id !== undefined) return;
  if (ad !== undefined) saveAd(ctx, ad, { status: to });
  else if (adSet !== undefined) saveAdSet(ctx, adSet, { status: to });
}

async function campaignMade(ctx: SystemCtx, { subject, platform }: Work, platformId: string): Promise<void> {
  savePlatform(ctx, { campaignId: subject, platform }, { platformId });
  const whole = await findWhole(ctx, subject);
  // It was archived while the platform made it.
  if (whole?.row.wanted === 'archived')
    planRun(ctx, moved(whole, { platforms: { [platform]: { platformId } } }), 'archived', [platform]);
}

export async function workEnded(ctx: SystemCtx, ended: WorkEnded): Promise<void> {
  const whole = await findWhole(ctx, ended.work.subject);
  const platform = whole?.platforms.find((one) => one.platform === ended.work.platform);
  if (!whole || !platform) return;
  if (platform.setUpAt === null && whole.row.wanted !== 'archived') return setUpEnded(ctx, whole, ended);
  const waits = await hasOtherWork(ctx, ended);
  const { row } = whole;
  const change = row.pendingChange?.status === 'in_progress' && !waits ? { pendingChange: null } : {};
  if (ended.outcome === 'failed') {
    const error = errorOf(ended);
    addEntry(ctx, { campaign: row.id, what: 'failed', platform: platform.platform, details: { error } });
    const told = { error, status: 'needs_attention' as const };
    moveCampaign(ctx, whole, { campaign: change, platforms: { [platform.platform]: told } }, 'note');
    return;
  }
  // A launch shows once the platform was asked what came of it; the rest is as it was told to be.
  const known =
    row.wanted === 'archived'
      ? ('archived' as const)
      : row.wanted === 'paused' || row.hold
        ? ('paused' as const)
        : null;
  const told = known === null ? {} : { status: known };
  const campaign = known === null ? {} : change;
  moveCampaign(
    ctx,
    whole,
    { campaign, platforms: { [platform.platform]: { ...told, error: null, stateReadAt: null } } },
    'note',
  );
}

async function hasOtherWork(ctx: SystemCtx, { work }: WorkEnded): Promise<boolean> {
  return (await worksOf(ctx, work.subject)).some(({ id, status }) => id !== work.id && status === 'open');
}

function errorOf({ failures }: WorkEnded): string {
  return failures[0]?.error.message ?? 'It could not be done there.';
}

/** The set-up on one platform is over. What it says of the whole is told when it is over on all. */
function setUpEnded(ctx: SystemCtx, whole: WholeCampaign, ended: WorkEnded): void {
  const { row } = whole;
  const { platform } = ended.work;
  const before = whole.platforms.find((one) => one.platform === platform)!;
  const done = ended.outcome === 'done';
  const error = done ? null : errorOf(ended);
  addEntry(ctx, {
    ...{ campaign: row.id, what: done ? 'set_up' : 'set_up_failed', platform },
    ...(done
      ? {}
      : {
          details: {
            error,
            failures: ended.failures.map(({ key, error: { message } }) => ({ key, message })),
          },
        }),
  });
  const change = done
    ? { setUpAt: ctx.now, error, status: 'paused' as const }
    : { error, status: before.platformId === null ? ('draft' as const) : ('needs_attention' as const) };
  const movement: Movement = { platforms: { [platform]: change } };
  const after = moved(whole, movement).platforms;
  const over = after.every(({ setUpAt, error: wrong }) => setUpAt !== null || wrong !== null);
  const made = after.filter(({ setUpAt }) => setUpAt !== null).length;
  if (over) {
    const type =
      made === after.length
        ? 'campaign.published'
        : made > 0
          ? 'campaign.partially_failed'
          : 'campaign.failed';
    emit(ctx, { type, account: row.accountId, creator: null, data: { campaign: row.id } });
    if (made === after.length) movement.campaign = { publishedAt: ctx.now };
  }
  if (done) launchSetUp(ctx, whole, movement, platform);
  else moveCampaign(ctx, whole, movement, 'note');
}

/** Turns a campaign on where it has just been set up, if that is what people want. */
function launchSetUp(ctx: SystemCtx, whole: WholeCampaign, movement: Movement, platform: string): void {
  const { wanted, hold, launchedAt } = whole.row;
  if (wanted !== 'live' || hold !== null) {
    moveCampaign(ctx, whole, movement, 'note');
    return;
  }
  const there = { ...movement.platforms?.[platform], status: 'processing' as const };
  const campaign = { ...movement.campaign, launchedAt: launchedAt ?? ctx.now };
  moveCampaign(ctx, whole, { campaign, platforms: { [platform]: there } }, 'note');
  planRun(ctx, whole, 'active', [platform]);
}
