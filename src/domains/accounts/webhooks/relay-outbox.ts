// Moves events from a shard's outbox to the main database. The two share no transaction: first all events are inserted
// there under their final IDs, in one idempotent batch, then the shard's rows are marked as relayed.

import type { SystemCtx } from '../../../context.ts';
import { shardBinding, shards } from '../../../db/client.ts';
import { addRelayed, type RelayedEvent } from '../../../db/outbox.ts';
import { withOwnWrites } from '../../../db/own-writes.ts';
import { randomBase62 } from '../../../kit/crypto.ts';
import { lowestId } from '../../../kit/ids.ts';
import { log } from '../../../kit/log.ts';
import { DAY_MS } from '../../../kit/time.ts';
import { listUntried } from './delivery-store.ts';
import { wake } from './wake-messages.ts';

const PAGE = 500;
const PAGES = 40;
const KEEP_RELAYED_MS = 7 * DAY_MS;

const WAITING = `SELECT id, type, account_id AS accountId, creator_id AS creatorId, data, occurred_at AS occurredAt
  FROM outbox WHERE relayed_at IS NULL ORDER BY id LIMIT ?1`;
const RELAYED = `UPDATE outbox SET relayed_at = ?2
  WHERE relayed_at IS NULL AND id IN (SELECT value FROM json_each(?1))`;
const FORGET = `DELETE FROM outbox WHERE id IN (
  SELECT id FROM outbox WHERE relayed_at IS NOT NULL AND id < ?1 ORDER BY id LIMIT ?2)`;

/**
 * Relays a shard's outbox (at most 20,000 events a run) and wakes the deliveries. Two concurrent runs, or a run that
 * dies midway, do no harm: each event and each delivery is created once.
 */
export async function relayOutbox(ctx: SystemCtx, shard: number): Promise<void> {
  const db = shardBinding(ctx.env, shard);
  for (let page = 0; page < PAGES; page++) {
    const { results: rows } = await db.prepare(WAITING).bind(PAGE).all<RelayedEvent>();
    if (rows.length === 0) return;
    const ids = rows.map((row) => row.id);
    const own = withOwnWrites(ctx);
    addRelayed(own.write, rows, randomBase62(16));
    await addReactions(own, rows);
    await own.write.commit();
    await db.prepare(RELAYED).bind(JSON.stringify(ids), ctx.now).run();
    await nudge(ctx, ids);
    if (rows.length < PAGE) return;
  }
}

/** Relays every shard. A failing shard does not stop the others; its error is thrown at the end. */
export async function relayAllOutboxes(ctx: SystemCtx): Promise<void> {
  const outcomes = await Promise.allSettled(shards(ctx.env).map((shard) => relayOutbox(ctx, shard)));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Deletes rows that were relayed long ago. Their events are in the main database. */
export async function forgetRelayed(ctx: SystemCtx): Promise<void> {
  const before = lowestId('event', ctx.now - KEEP_RELAYED_MS);
  for (const shard of shards(ctx.env)) {
    const db = shardBinding(ctx.env, shard);
    for (let page = 0; page < PAGES; page++) {
      const { meta } = await db.prepare(FORGET).bind(before, PAGE).run();
      if (meta.changes < PAGE) break;
    }
  }
}

/** Adds what other domains write to the main database when these events arrive. */
async function addReactions(ctx: SystemCtx, rows: RelayedEvent[]): Promise<void> {
  for (const [type, events] of Map.groupBy(rows, (row) => row.type)) {
    const reaction = ctx.reactions.relayed[type];
    if (reaction) (await reaction())(ctx, events);
  }
}

async function nudge(ctx: SystemCtx, events: string[]): Promise<void> {
  try {
    const rows = await listUntried(ctx.env, events);
    await wake(
      ctx.env,
      rows.map((row) => ({ id: row.id, key: row.key_id, slow: row.slow === 1 })),
      ctx.now,
    );
  } catch (error) {
    // The deliveries are stored, so the sweep will wake them.
    log('error', { job: 'nudge relayed events', error: String(error) });
  }
}
