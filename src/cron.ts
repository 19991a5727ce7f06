// Schedule -> jobs. Each job works at the scheduled time, does a bounded piece of work, may be killed anywhere and
// run twice, and fails alone.

import type { SystemCtx } from './context.ts';
import { forgetOldAnswers } from './db/idempotency-store.ts';
import { forgetVisits } from './domains/accounts/connections/visit.ts';
import { pruneEvents } from './domains/accounts/webhooks/prune-events.ts';
import { forgetRelayed, relayAllOutboxes } from './domains/accounts/webhooks/relay-outbox.ts';
import { sweepDeliveries } from './domains/accounts/webhooks/sweep-deliveries.ts';
import { archiveEvents, tidyShards } from './domains/measurement/pixel-events/archive-events.ts';
import { sweepEvents } from './domains/measurement/pixel-events/sweep-events.ts';
import { detachReplacedCards } from './domains/money/cards/detach-replaced-cards.ts';
import { driveCharges } from './domains/money/charges/drive-charges.ts';
import { makeCharges } from './domains/money/charges/make-charges.ts';
import { chargeBrandFees } from './domains/money/earnings/charge-brand-fees.ts';
import { countApprovals } from './domains/money/earnings/count-approvals.ts';
import { countConversions } from './domains/money/earnings/count-conversions.ts';
import { harvestConversions } from './domains/money/earnings/harvest-conversions.ts';
import { noteCommissions } from './domains/money/earnings/note-commissions.ts';
import { payEarned } from './domains/money/earnings/pay-earned.ts';
import { forgetEndedSteps } from './domains/money/ledger/forget-steps.ts';
import { driveOpenSteps } from './domains/money/ledger/steps.ts';
import { noteReleased, releasePayments } from './domains/money/payments/release-payments.ts';
import { drivePayouts } from './domains/money/payouts/drive-payouts.ts';
import { makePayouts } from './domains/money/payouts/make-payouts.ts';
import { forgetOldEvents, handleDueEvents } from './domains/money/processor-events/handle-due-events.ts';
import { followChargebacks } from './domains/money/reconciliation/follow-chargebacks.ts';
import { reconcileCharges } from './domains/money/reconciliation/reconcile-charges.ts';
import { driveRefunds } from './domains/money/refunds/drive-refunds.ts';
import { driveWithdrawals } from './domains/money/withdrawals/drive-withdrawals.ts';
import { sweepFiles } from './domains/platform/files/sweep-files.ts';
import { turnRetainers } from './domains/work/retainers/turn-retainers.ts';
import type { Env } from './env.ts';
import { log } from './kit/log.ts';
import { systemCtx } from './system-ctx.ts';

export interface Job {
  name: string;
  run: (ctx: SystemCtx) => Promise<void>;
}

export const EVERY_MINUTE = '* * * * *';
export const NIGHTLY = '23 3 * * *';

export const SCHEDULE: Record<string, Job[]> = {
  [EVERY_MINUTE]: [
    { name: 'sweep pixel events', run: sweepEvents },
    { name: 'relay outboxes', run: relayAllOutboxes },
    { name: 'sweep deliveries', run: sweepDeliveries },
    { name: 'drive ledger steps', run: driveOpenSteps },
    { name: 'make charges', run: makeCharges },
    { name: 'drive charges', run: driveCharges },
    { name: 'drive refunds', run: driveRefunds },
    { name: 'reconcile charges', run: reconcileCharges },
    { name: 'follow chargebacks', run: followChargebacks },
    { name: 'release payments', run: releasePayments },
    { name: 'note released payments', run: noteReleased },
    { name: 'sweep files', run: sweepFiles },
    { name: 'archive pixel events', run: archiveEvents },
    { name: 'turn retainers', run: turnRetainers },
    { name: 'harvest conversions', run: harvestConversions },
    { name: 'count approvals', run: countApprovals },
    { name: 'count conversions', run: countConversions },
    { name: 'pay what was earned', run: payEarned },
    { name: 'note commissions', run: noteCommissions },
    { name: 'make payouts', run: makePayouts },
    { name: 'drive payouts', run: drivePayouts },
    { name: 'drive withdrawals', run: driveWithdrawals },
    { name: 'handle processor events', run: handleDueEvents },
    { name: 'detach replaced cards', run: detachReplacedCards },
  ],
  [NIGHTLY]: [
    { name: 'forget idempotency keys', run: forgetOldAnswers },
    { name: 'tidy event shards', run: tidyShards },
    { name: 'prune events', run: pruneEvents },
    { name: 'forget relayed rows', run: forgetRelayed },
    { name: 'charge brand fees', run: chargeBrandFees },
    { name: 'forget ledger steps', run: forgetEndedSteps },
    { name: 'forget processor events', run: forgetOldEvents },
    { name: 'forget visits', run: forgetVisits },
  ],
};

/**
 * Runs the jobs of a cron expression one after another, whatever becomes of each. Throws at the end when any failed,
 * so that the platform's own count of failed runs is right.
 * @param at the scheduled time in milliseconds.
 */
export async function runCron(cron: string, at: number, env: Env): Promise<void> {
  const jobs = SCHEDULE[cron];
  if (!jobs) throw new Error(`no jobs for cron ${cron}`);
  await runJobs(jobs, at, env);
}

export async function runJobs(jobs: readonly Job[], at: number, env: Env): Promise<void> {
  const failed: string[] = [];
  for (const job of jobs) {
    try {
      await job.run(systemCtx(env, at));
    } catch (error) {
      failed.push(job.name);
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      log('error', { job: job.name, error: text });
    }
  }
  if (failed.length > 0) throw new Error(`failed: ${failed.join(', ')}`);
}
