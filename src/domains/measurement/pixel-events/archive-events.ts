import type { SystemCtx } from '../../../context.ts';
import { shards } from '../../../db/client.ts';
import { log } from '../../../kit/log.ts';
import { DAY_MS, day, monthsBefore, startOfDay } from '../../../kit/time.ts';
import type { StoredEvent } from '../event-rules/plan-types.ts';
import { deleteRejections } from '../pixels/interface.ts';
import { eraseIpsBefore, partKey, writePart } from './archive.ts';
import { forgetCodeOrders } from './code-orders.ts';
import { ADDRESS_MONTHS } from './pixel-event.ts';
import {
  deleteAwaited,
  deleteIps,
  deleteTouches,
  findShardBytes,
  listOldEvents,
  moveToArchive,
} from './retention-store.ts';

const PLAIN_DAYS = 7;
const MATTERS_DAYS = 90;
/** The rows that one run moves from each shard. The next minute's run continues. */
const ROWS_A_RUN = 4_000;
/** The rows in one archive object, all of which are decompressed to find one event by ID. */
const ROWS_A_PART = 2_000;
/** The most orders of codes that a night deletes from each shard. */
const CODE_ORDERS_A_NIGHT = 50_000;
/** D1 holds 10 GB. */
const SHARD_BYTES = 10_000_000_000;
const ALERT_AT = 0.7;

/**
 * Moves events that are old enough from D1 to R2, whole days at a time. If a run dies between the two, the next one
 * writes the same object again and deletes the rows then.
 */
export async function archiveEvents(ctx: SystemCtx): Promise<void> {
  for (const shard of shards(ctx.env)) {
    let left = ROWS_A_RUN;
    for (const [matters, days] of [
      [false, PLAIN_DAYS],
      [true, MATTERS_DAYS],
    ] as const) {
      const before = startOfDay(ctx.now) - days * DAY_MS;
      while (left > 0) {
        const events = await listOldEvents(ctx, shard, matters, before, Math.min(left, ROWS_A_PART));
        if (events.length === 0) break;
        for (const [key, part] of parts(events)) {
          await writePart(ctx.env, key, part);
          await moveToArchive(ctx, shard, key, part);
        }
        left -= events.length;
      }
    }
  }
}

/** Groups events by account and day of receipt. */
function parts(events: StoredEvent[]): [key: string, part: StoredEvent[]][] {
  const groups = new Map<string, StoredEvent[]>();
  for (const event of events) {
    const name = `${event.accountId} ${day(event.receivedAt)}`;
    groups.set(name, [...(groups.get(name) ?? []), event]);
  }
  return [...groups].map(([name, group]) => {
    const [account, date] = name.split(' ') as [string, string];
    const sorted = group.sort((a, b) => (a.id < b.id ? -1 : 1));
    return [partKey(account, date, sorted[0]!.id, sorted.at(-1)!.id), sorted];
  });
}

/**
 * A nightly job: deletes IP addresses older than 13 months, touches that are too old for any window and old orders of codes,
 * and checks how full the shards are.
 */
export async function tidyShards(ctx: SystemCtx): Promise<void> {
  const ipsUntil = monthsBefore(ctx.now, ADDRESS_MONTHS);
  await eraseIpsBefore(ctx.env, day(ipsUntil));
  for (const shard of shards(ctx.env)) {
    await deleteIps(ctx, shard, ipsUntil);
    await deleteTouches(ctx, shard, ctx.now - (MATTERS_DAYS + PLAIN_DAYS) * DAY_MS);
    await deleteRejections(ctx, shard, ctx.now - 2 * DAY_MS);
    await deleteAwaited(ctx, shard, ctx.now);
    await forgetCodeOrders(ctx, shard, CODE_ORDERS_A_NIGHT);
    const bytes = await findShardBytes(ctx, shard);
    if (bytes > SHARD_BYTES * ALERT_AT) {
      log('alert', { shard: `EVENTS_${shard}`, bytes, limit: SHARD_BYTES });
    }
  }
}
