// Restores one ledger to an earlier time. Only the platform can do that, and it is the remedy for an object
// that was damaged or rolled back.
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

/** A point in time, in milliseconds or as a bookmark of the platform. */
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
 * Restores a ledger that does not verify to another time, once the caller's batch has committed. If it is
 * then behind the head that D1 has, it refuses to move money until it is restored to a later time.
 * Throws not_found for a name without a ledger, validation_failed for a time outside the last 30 days,
 * conflict when the ledger verifies, and operation_rejected when the platform cannot restore it to that time.
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

/** Whether the ledger verifies; false also when it cannot even be read. Throws when it cannot be reached. */
async function isRight(ctx: SystemCtx, holder: string): Promise<boolean> {
  try {
    return (await verifyLedger(ctx, holder)).ok;
  } catch (error) {
    // Only an error thrown by the object's own code counts as unreadable; a failed connection does not.
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
  // This is asked for a bookmark too, so that a platform without bookmarks refuses now and not after the
  // commit.
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
