import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { AppError } from '../../../kit/error.ts';
import { log } from '../../../kit/log.ts';
import { addEntry } from '../campaign-record/add-entry.ts';
import { findWhole, listDueLaunches } from '../campaign-record/interface.ts';
import { moveCampaign } from '../campaign-record/move-campaign.ts';
import { launchAsSetUp } from './change-status.ts';

/** Each launch sends at most one question to a platform. */
const A_RUN = 20;

/**
 * Launches campaigns that are due. If a check fails, a person has to act; if a platform does not answer, the launch is
 * tried again later. Cron.
 */
export async function launchScheduled(ctx: SystemCtx): Promise<void> {
  for (const id of await listDueLaunches(ctx, A_RUN)) {
    try {
      await inOneBatch(ctx, (own) => launchOne(own, id));
    } catch (error) {
      const reason = error instanceof AppError ? error.message : 'unknown';
      log('warn', { what: 'a scheduled launch was put off', campaign: id, reason });
    }
  }
}

async function launchOne(ctx: SystemCtx, id: string): Promise<void> {
  const whole = await findWhole(ctx, id);
  if (!whole || whole.row.scheduledLaunchAt === null || whole.row.wanted !== 'paused') return;
  try {
    await launchAsSetUp(ctx, whole, 'note');
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'operation_rejected') throw error;
    const { message, details } = error;
    addEntry(ctx, { campaign: id, what: 'refused', details: { message, ...(details as object) } });
    const campaign = { wanted: 'live' as const, hold: 'launch_refused' as const, scheduledLaunchAt: null };
    moveCampaign(ctx, whole, { campaign }, 'note');
  }
}
