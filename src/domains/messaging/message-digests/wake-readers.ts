import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { idTime } from '../../../kit/ids.ts';
import { UNREAD_MS } from './interface.ts';
import {
  type DueWait,
  deleteReadWait,
  deleteWait,
  listDueWaits,
  listMembers,
  saveCursor,
  saveDueForMembers,
  saveDueForSide,
  saveEndOfMembers,
  saveLater,
} from './wait-store.ts';

const A_RUN = 100;
/** Members of a program in one batch, and batches in a run. */
const MEMBERS = 500;
const BATCHES = 20;

/**
 * Finds out whose messages have been unread for 15 minutes, and has these people mailed. A job.
 * @param members how many of a program are looked at in one batch.
 * @param batches how many such batches a run writes.
 */
export async function wakeReaders(ctx: SystemCtx, members = MEMBERS, batches = BATCHES): Promise<void> {
  let left = batches;
  for (const wait of await listDueWaits(ctx, A_RUN)) {
    if (wait.program === null) await wakeSide(ctx, wait);
    else left = await wakeMembers(ctx, { ...wait, program: wait.program }, { members, left });
  }
}

async function wakeSide(ctx: SystemCtx, wait: DueWait): Promise<void> {
  await inOneBatch(ctx, (own) => {
    if (wait.muted) return deleteWait(own, wait);
    if (wait.unread === null) return deleteReadWait(own, wait);
    const dueAt = idTime(wait.unread) + UNREAD_MS;
    // What came first was read meanwhile, and what came later is not old enough.
    if (dueAt > own.now) return saveLater(own, wait, wait.unread, dueAt);
    saveDueForSide(own, wait.side);
    deleteWait(own, wait);
  });
}

/** @returns how many batches are left for other programs. */
async function wakeMembers(
  ctx: SystemCtx,
  wait: DueWait & { program: string },
  most: { members: number; left: number },
): Promise<number> {
  const last = wait.last ?? wait.newest;
  let { cursor } = wait;
  for (let { left } = most; left > 0; left--) {
    const members = await listMembers(ctx, wait.program, cursor, most.members);
    const ended = members.length < most.members;
    await inOneBatch(ctx, (own) => {
      saveDueForMembers(own, wait, members);
      if (ended) saveEndOfMembers(own, wait, last, own.now + UNREAD_MS);
      else saveCursor(own, wait, members.at(-1)!, last);
    });
    if (ended) return left - 1;
    cursor = members.at(-1)!;
  }
  return 0;
}
