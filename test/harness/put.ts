import { testEnv } from './world.ts';

/** Writes a row directly into the main database, for states that take too long to reach. */
export const put = (table: string, row: Record<string, string | number | null>) =>
  testEnv.DB.prepare(
    `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row).map(() => '?')})`,
  )
    .bind(...Object.values(row))
    .run();
