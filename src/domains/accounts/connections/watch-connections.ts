import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { emitInternal } from '../../../db/outbox.ts';
import { isCreators } from './connectable-of.ts';
import type { ConnectionRow } from './connection.ts';
import { listEnded, listUnwarned, saveConnection } from './connection-store.ts';
import { aboutOf, expireConnection } from './expire-connection.ts';
import { WARN_MS } from './present-connection.ts';

const AT_ONCE = 50;
/** The most rounds of one run. The next minute's run continues. */
const ROUNDS = 10;

/**
 * Expires the connections whose token has expired, each with its event, and gives notice of those that end
 * within a week unless the person consents again. Cron.
 */
export async function watchConnections(ctx: SystemCtx): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const ended = await listEnded(ctx, AT_ONCE);
    for (const row of ended) await expireConnection(ctx, row);
    if (ended.length < AT_ONCE) break;
  }
  for (const row of await listUnwarned(ctx, ctx.now + WARN_MS, AT_ONCE)) await warn(ctx, row);
}

/** Warns once for each token: the mark and the notice are in one batch. */
async function warn(ctx: SystemCtx, row: ConnectionRow): Promise<void> {
  await inOneBatch(ctx, async (own) => {
    saveConnection(own, row, { warnedAt: ctx.now });
    const about = aboutOf(row);
    const side = isCreators(row) ? await (await ctx.reactions.creatorSide())(ctx, row.holder) : null;
    const standIn = side?.standIn ?? null;
    if (standIn === null) emitInternal(own, { type: 'connection.ending', ...about });
    else emitInternal(own, { type: 'creator_connection.ending', ...about, account: standIn });
  }).catch((error) => {
    if ((error as { code?: string }).code !== 'version_conflict') throw error;
  });
}
