// What pages may ask of earnings before they know who visits them.
import { eq } from 'drizzle-orm';
import type { ConversionsHome, SystemCtx } from '../../../context.ts';
import { accounts } from '../../../db/accounts-table.ts';
import { mainDb } from '../../../db/client.ts';
import { submissions } from '../../work/submissions/table.ts';

/** Any submission's; null when there is none. */
export async function findConversionsHome(
  ctx: SystemCtx,
  submission: string,
): Promise<ConversionsHome | null> {
  const row = await mainDb(ctx.env)
    .select({
      creatorId: submissions.creatorId,
      accountId: submissions.accountId,
      shard: accounts.eventsShard,
    })
    .from(submissions)
    .innerJoin(accounts, eq(accounts.id, submissions.accountId))
    .where(eq(submissions.id, submission))
    .get();
  return row ?? null;
}
