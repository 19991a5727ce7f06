import { testEnv } from '../world.ts';

/** Which rows of a table wait for the cron; by default `next_at` says since when. */
const WAITS: Record<string, string> = { ledger_instructions: "status = 'open' AND due_at" };

/** Whether nothing in these tables is due by `until` (milliseconds), so that the cron would find nothing. */
export async function isQuiet(until: number, tables: readonly string[]): Promise<boolean> {
  const any = tables.map(
    (table) => `EXISTS (SELECT 1 FROM ${table} WHERE ${WAITS[table] ?? 'next_at'} <= ?1)`,
  );
  const row = await testEnv.DB.prepare(`SELECT ${any.join(' OR ')} AS due`)
    .bind(until)
    .first<{ due: number }>();
  return row!.due === 0;
}
