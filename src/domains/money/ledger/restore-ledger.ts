// Taking one ledger to another moment of its past, which only the platform can: what it does with an object that was damaged or
// rolled back is undone by it.
import * as z from 'zod';
import type { SystemCtx } from '../../../context.ts';
import { AppError, invalidField, notFound, rejected } from '../../../kit/error.ts';
import { describeError, log } from '../../../kit/log.ts';
import { DAY_MS } from '../../../kit/time.ts';
import { isHolder } from './chart.ts';
import { ledgerOf } from './ledger-client.ts';
import { verifyLedger } from './verify-ledger.ts';

/** How far back the platform can take an object. */
const KEPT_DAYS = 30;

/** A moment as a person names it, in milliseconds, or as the platform does. */
export type Moment = { at: number } | { bookmark: string };

export const RestoredLedger = z.object({
  holder: z.string(),
  bookmark: z.string().describe("The platform's name for the moment."),
  undo: z
    .string()
    .nullable()
    .describe('The bookmark of the moment before; null in the record of that moment.'),
});

export type RestoredLedger = z.output<typeof RestoredLedger>;

/**
 * Has a ledger that does not verify taken to another moment as soon as the caller's batch is in. One that is then behind what D1
 * knows of it moves nothing until it is taken to a later moment. Throws not_found for what holds no ledger,
 * validation_failed for a moment that is not in the last 30 days, conflict when the ledger verifies, and operation_rejected when
 * the platform cannot restore it to that moment.
 */
export async function restoreLedger(
  ctx: SystemCtx,
  holder: string,
  moment: Moment,
): Promise<{ before: RestoredLedger; after: RestoredLedger }> {
  if (!isHolder(holder)) throw notFound('ledger');
  if ('at' in moment && !(moment.at < ctx.now && moment.at > ctx.now - KEPT_DAYS * DAY_MS))
    throw invalidField('/at', `Name a moment in the last ${KEPT_DAYS} days.`);
  if (await isRight(ctx, holder))
    throw new AppError(
      'conflict',
      'The ledger verifies as it is. Only a ledger that does not is restored: repair a wrong entry with a correction.',
    );
  const { present, wanted } = await bookmarksOf(ctx, holder, moment);
  ctx.write.afterCommit(() => takeTo(ctx, holder, wanted));
  return {
    before: { holder, bookmark: present, undo: null },
    after: { holder, bookmark: wanted, undo: present },
  };
}

/** Not when it cannot even be read. What keeps it from being asked is thrown. */
async function isRight(ctx: SystemCtx, holder: string): Promise<boolean> {
  try {
    return (await verifyLedger(ctx, holder)).ok;
  } catch (error) {
    // Thrown by its own code, and not on the way to it.
    if ((error as { remote?: boolean }).remote !== true) throw error;
    log('error', { ledger: holder, unreadable: describeError(error) });
    return false;
  }
}

async function bookmarksOf(
  ctx: SystemCtx,
  holder: string,
  moment: Moment,
): Promise<{ present: string; wanted: string }> {
  // Also asked for a bookmark: a platform that has no moments says so here, and not when it is too late to tell.
  const found = await ledgerOf(ctx.env, holder).bookmarks('at' in moment ? moment.at : ctx.now);
  if ('problem' in found)
    throw rejected('not_restorable', `The platform cannot restore this ledger: ${found.problem}`);
  return { present: found.present, wanted: 'bookmark' in moment ? moment.bookmark : found.past };
}

async function takeTo(ctx: SystemCtx, holder: string, bookmark: string): Promise<void> {
  try {
    const undo = await ledgerOf(ctx.env, holder).restoreTo(bookmark);
    log('warn', { ledger: holder, restoredTo: bookmark, undo });
  } catch (error) {
    log('error', { ledger: holder, notRestoredTo: bookmark, error: describeError(error) });
  }
}
