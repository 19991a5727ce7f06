import type { SystemCtx } from '../../../context.ts';
import { inOneBatchUnlessEdited } from '../../../db/one-batch.ts';
import { planRun } from '../campaign-delivery/plan-setup.ts';
import { addEntry } from '../campaign-record/add-entry.ts';
import { findWhole, listSpent } from '../campaign-record/interface.ts';
import { moveCampaign } from '../campaign-record/move-campaign.ts';
import { cancelTasks } from '../platform-tasks/cancel-tasks.ts';

const A_RUN = 20;

/** Pauses campaigns that have reached their billing limit, according to the platforms' reports. Cron. */
export async function holdSpent(ctx: SystemCtx): Promise<void> {
  for (const id of await listSpent(ctx, A_RUN)) await inOneBatchUnlessEdited(ctx, (own) => hold(own, id));
}

async function hold(ctx: SystemCtx, id: string): Promise<void> {
  const whole = await findWhole(ctx, id);
  if (!whole || whole.row.wanted === 'archived' || whole.row.hold === 'billing_limit_reached') return;
  const spent = whole.platforms.reduce((sum, one) => sum + one.spent, 0);
  const limit = whole.row.terms.budget.billingLimit;
  addEntry(ctx, { campaign: id, what: 'held', details: { reason: 'billing_limit_reached', spent, limit } });
  // What a plan has not sent yet could spend more, and may wait a day for people.
  await cancelTasks(ctx, 'campaign', id, { owner: 'plan' });
  const { pendingChange: before } = whole.row;
  const paused = { action: 'pause' as const, status: 'in_progress' as const };
  const campaign = {
    hold: 'billing_limit_reached' as const,
    // A change that awaits the brand's approval stays pending. It may be the one that raises the limit.
    pendingChange: before?.status === 'awaiting_approval' ? before : paused,
  };
  const there = whole.platforms.filter(({ status }) => status !== 'archived');
  const names = there.map(({ platform }) => platform);
  planRun(ctx, moveCampaign(ctx, whole, { campaign }, 'note'), 'paused', names);
}
