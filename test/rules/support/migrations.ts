// The main database as it was before one of its migrations, for tests of what that makes of the rows.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { ROOT, read } from './sources.ts';

const FOLDER = 'migrations/main';
const files = readdirSync(join(ROOT, FOLDER))
  .filter((name) => name.endsWith('.sql'))
  .sort();

/** Its file, whatever its number. */
export const migrationNamed = (name: string): string => files.find((file) => file.endsWith(`_${name}.sql`))!;

export const migrationsBefore = (file: string): string[] => files.slice(0, files.indexOf(file));

export function run(db: DatabaseSync, names: string[]): void {
  for (const name of names)
    for (const statement of read(`${FOLDER}/${name}`).split('--> statement-breakpoint')) db.exec(statement);
}
