import type { SystemCtx } from '../../../context.ts';
import { DAY_MS } from '../../../kit/time.ts';

/** Events and their deliveries stay this long; the log of attempts, with receivers' answers, a third of it. */
export const KEEP_EVENTS_MS = 90 * DAY_MS;
export const KEEP_ATTEMPTS_MS = 30 * DAY_MS;
const KEEP_DEAD_LETTERS_MS = 90 * DAY_MS;
const PAGE = 1_000;
const PAGES = 50;

const OLD_ATTEMPTS = `DELETE FROM delivery_attempts WHERE rowid IN (
  SELECT rowid FROM delivery_attempts WHERE at < ?1 ORDER BY at LIMIT ${PAGE})`;
const OLD_LETTERS = `DELETE FROM dead_letters WHERE id IN (
  SELECT id FROM dead_letters WHERE created_at < ?1 ORDER BY created_at LIMIT ${PAGE})`;
const OLD_EVENTS = `SELECT id FROM events WHERE occurred_at < ?1 ORDER BY occurred_at LIMIT ${PAGE}`;
const DELIVERIES_OF = 'DELETE FROM deliveries WHERE event_id IN (SELECT value FROM json_each(?1))';
const EVENTS = 'DELETE FROM events WHERE id IN (SELECT value FROM json_each(?1))';

/** Forgets what is past its time, in pages and no more than 50,000 rows of a kind a run; the next night goes on. */
export async function pruneEvents(ctx: SystemCtx): Promise<void> {
  const { DB } = ctx.env;
  await inPages(() =>
    DB.prepare(OLD_ATTEMPTS)
      .bind(ctx.now - KEEP_ATTEMPTS_MS)
      .run(),
  );
  await inPages(() =>
    DB.prepare(OLD_LETTERS)
      .bind(ctx.now - KEEP_DEAD_LETTERS_MS)
      .run(),
  );
  for (let page = 0; page < PAGES; page++) {
    const { results } = await DB.prepare(OLD_EVENTS)
      .bind(ctx.now - KEEP_EVENTS_MS)
      .all<{ id: string }>();
    if (results.length === 0) return;
    const ids = JSON.stringify(results.map((row) => row.id));
    await DB.batch([DB.prepare(DELIVERIES_OF).bind(ids), DB.prepare(EVENTS).bind(ids)]);
  }
}

async function inPages(remove: () => Promise<D1Result>): Promise<void> {
  for (let page = 0; page < PAGES; page++) {
    const { meta } = await remove();
    if (meta.changes < PAGE) return;
  }
}
