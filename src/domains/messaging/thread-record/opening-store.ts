// What decides whether a thread can be opened, and the row that opens it.
import { sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { spendQuota } from '../../../db/quota.ts';
import { WriteSet } from '../../../db/write-set.ts';
import { AppError } from '../../../kit/error.ts';
import { isTogether } from '../../work/creator-consent/interface.ts';
import type { ThreadHead } from '../thread-log/record.ts';
import { cannotSend } from './refused.ts';
import { threads } from './table.ts';

/**
 * Whether an account and a creator work together, and whether the creator can know of the account: by a relationship, an
 * application, or a program that the network shows.
 */
export async function findPair(
  ctx: SystemCtx,
  account: string,
  creator: string,
): Promise<{ together: boolean; seen: boolean }> {
  const row = await mainDb(ctx.env).get<{ together: number; seen: number }>(sql`SELECT
    ${isTogether(sql`${account}`, sql`${creator}`)} AS together,
    EXISTS (SELECT 1 FROM creator_relationships r WHERE r.account_id = ${account} AND r.creator_id = ${creator})
      OR EXISTS (SELECT 1 FROM programs p
        WHERE p.account_id = ${account} AND p.status = 'live' AND p.visibility = 'network') AS seen`);
  return { together: row.together === 1, seen: row.seen === 1 };
}

/**
 * Writes the row of a new thread at once, because its object must have one before it begins. Throws rate_limited, and
 * conflict where another request was quicker.
 * @param writes whether a message is to be sent in it: one of a barred side, or to one, opens nothing.
 */
export async function insertThreadNow(
  ctx: SystemCtx,
  head: ThreadHead,
  { side, writes }: { side: string; writes: boolean },
): Promise<void> {
  const { THREADS_A_DAY: most } = ctx.vars;
  const write = new WriteSet(ctx.env.DB);
  const row = {
    id: head.id,
    kind: head.kind,
    accountId: head.account,
    creatorId: head.creator,
    programId: head.program,
    supportStatus: head.kind === 'support' ? ('waiting_on_customer' as const) : null,
    activeAt: head.createdAt,
    createdAt: head.createdAt,
    updatedAt: head.createdAt,
  };
  write.add(mainDb(ctx.env).insert(threads).values(row));
  for (const column of ['threads.account_id', 'threads.creator_id', 'threads.program_id'])
    write.onDuplicate(column, () => new AppError('conflict', 'The thread was opened at the same time.'));
  if (head.kind === 'direct')
    write.require(isTogether(sql`${head.account}`, sql`${head.creator}`), async () => {
      const { together } = await findPair(ctx, head.account!, head.creator!);
      return together ? null : cannotSend();
    });
  if (writes && head.kind !== 'support')
    write.require(
      sql`NOT EXISTS (SELECT 1 FROM message_bars WHERE side IN (${head.account}, ${head.creator}))`,
      async () => cannotSend(),
    );
  spendQuota(ctx, write, {
    account: side,
    what: 'new_threads',
    amount: 1,
    most,
    message: `At most ${most} threads are opened a day.`,
  });
  await write.commit();
}
