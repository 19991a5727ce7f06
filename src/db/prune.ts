// Deletes old rows, so that no table fills the database. Each run deletes a bounded number, every minute: at
// most 14 million rows of a kind a day, which is more than one database takes in.
import type { SystemCtx } from '../context.ts';
import { log } from '../kit/log.ts';

/** The rows that one statement deletes: few enough to be quick, because all other statements wait for it. */
export const PRUNED_AT_ONCE = 1_000;
const TIMES_A_RUN = 10;

/** D1 holds 10 GB. */
const FULL_BYTES = 10_000_000_000;
const NEARLY_FULL_BYTES = 7_000_000_000;

/** Repeats a step that deletes up to PRUNED_AT_ONCE rows, until it finds fewer or the run has done enough. */
export async function pruneInBatches(step: () => Promise<number>): Promise<void> {
  for (let times = 0; times < TIMES_A_RUN; times++) {
    if ((await step()) < PRUNED_AT_ONCE) return;
  }
}

/** Whether the main database has less than 30% of its space left. Its file never shrinks by deleting. */
export async function isNearlyFull({ env }: SystemCtx): Promise<boolean> {
  return (await mainBytes(env.DB)) > NEARLY_FULL_BYTES;
}

/** Alerts when the main database is nearly full: docs/scale.md says what to do then. */
export async function weighMain({ env }: SystemCtx): Promise<void> {
  const bytes = await mainBytes(env.DB);
  if (bytes > NEARLY_FULL_BYTES) log('alert', { database: 'DB', bytes, limit: FULL_BYTES });
}

async function mainBytes(db: D1Database): Promise<number> {
  const { meta } = await db.prepare('SELECT 1').run();
  return meta.size_after ?? 0;
}
