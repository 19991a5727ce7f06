import type { SystemCtx } from '../../../context.ts';
import { isNearlyFull, PRUNED_AT_ONCE, pruneInBatches } from '../../../db/prune.ts';
import { DAY_MS } from '../../../kit/time.ts';

/**
 * How long events, their deliveries and people's notices of them are kept. The log of attempts with receivers' responses is kept for a third of
 * it.
 */
const KEEP_EVENTS_MS = 90 * DAY_MS;
const KEEP_ATTEMPTS_MS = 30 * DAY_MS;
/** How long they are kept when the database is nearly full: still much longer than the three days of retries. */
const KEEP_WHEN_FULL_MS = 14 * DAY_MS;
const KEEP_DEAD_LETTERS_MS = 90 * DAY_MS;

const OLD_ATTEMPTS = `DELETE FROM delivery_attempts WHERE rowid IN (
  SELECT rowid FROM delivery_attempts WHERE at < ?1 ORDER BY at LIMIT ${PRUNED_AT_ONCE})`;
const OLD_LETTERS = `DELETE FROM dead_letters WHERE id IN (
  SELECT id FROM dead_letters WHERE created_at < ?1 ORDER BY created_at LIMIT ${PRUNED_AT_ONCE})`;
const OLD_EVENTS = `SELECT id FROM events WHERE occurred_at < ?1 ORDER BY occurred_at LIMIT ${PRUNED_AT_ONCE}`;
const DELIVERIES_OF = 'DELETE FROM deliveries WHERE event_id IN (SELECT value FROM json_each(?1))';
const NOTICES_OF = 'DELETE FROM notices WHERE event_id IN (SELECT value FROM json_each(?1))';
const EVENTS = 'DELETE FROM events WHERE id IN (SELECT value FROM json_each(?1))';

/**
 * Deletes what is past its retention time, the oldest first and a bounded number of each kind; the next minute's run
 * continues.
 */
export async function pruneEvents(ctx: SystemCtx): Promise<void> {
  const { DB } = ctx.env;
  const atMost = (await isNearlyFull(ctx)) ? KEEP_WHEN_FULL_MS : KEEP_EVENTS_MS;
  const remove = async (text: string, keep: number) => {
    const { meta } = await DB.prepare(text)
      .bind(ctx.now - keep)
      .run();
    return meta.changes;
  };
  await pruneInBatches(() => remove(OLD_ATTEMPTS, Math.min(KEEP_ATTEMPTS_MS, atMost)));
  await pruneInBatches(() => remove(OLD_LETTERS, KEEP_DEAD_LETTERS_MS));
  await pruneInBatches(async () => {
    const { results } = await DB.prepare(OLD_EVENTS)
      .bind(ctx.now - atMost)
      .all<{ id: string }>();
    if (results.length === 0) return 0;
    const ids = JSON.stringify(results.map((row) => row.id));
    await DB.batch([DELIVERIES_OF, NOTICES_OF, EVENTS].map((text) => DB.prepare(text).bind(ids)));
    return results.length;
  });
}
