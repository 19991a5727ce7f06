import './vitest/flat-prototypes.ts';
import './vitest/known-modules.ts';
import './clock.ts';
import './vitest/no-outside.ts';
import './faults/mortal.ts';
// Queue messages are still handled, and objects' alarms still run, after a file's last test. A module that is first loaded
// then would stay incomplete for the files that follow.
import '../../queues/dead-letters.ts';
import '../../queues/dispatch.ts';
import '../../queues/lanes.ts';
import '../../queues/pixel-events.ts';
import '../../queues/webhooks.ts';
import '../../src/domains/messaging/messages/tell-changes.ts';
import '../../src/domains/messaging/thread-record/find-live-rights.ts';
import { type D1Migration, listDurableObjectIds, reset, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { asBegun } from './vitest/as-begun.ts';
import { sendLogsUnawaited } from './vitest/unawaited-logs.ts';

sendLogsUnawaited();
asBegun();

const migrations = JSON.parse(env.TEST_MIGRATIONS) as Record<'main' | 'events' | 'search', D1Migration[]>;

/** D1 takes a statement of at most 100 KB. */
const LONGEST = 90_000;

/** The migrated schemas, as the first file of a process found them: the process outlives its files. */
const kept = globalThis as { schemas?: Record<string, string[]> };
kept.schemas ??= {};
const { schemas } = kept;

// Files run one after another in the same process, so that it loads the service only once. Each begins with
// empty databases; `reset` empties what is in memory, and all names are new. An object that is not in memory
// is loaded first, because it would otherwise continue in this file with the alarms of another.
if (env.TEST_EVICTS) {
  for (const objects of [env.LEDGER, env.THREAD]) {
    const ids = await listDurableObjectIds(objects);
    await Promise.all(ids.map((id) => runInDurableObject(objects.get(id), () => undefined)));
  }
}
await reset();
await Promise.all([
  rebuild(env.DB, 'main'),
  rebuild(env.EVENTS_0, 'events'),
  rebuild(env.EVENTS_1, 'events'),
  rebuild(env.SEARCH, 'search'),
]);

/**
 * All tables exist and are empty. `reset` deletes databases too, except one that the last file's work still writes to.
 * The statements go there as few: the local platform spends more time on each than the database does.
 */
async function rebuild(database: D1Database, name: keyof typeof migrations): Promise<void> {
  const made = await schemaOf(database);
  const tables = made.filter(({ type }) => type === 'table');
  const wanted = schemas[name];
  const asMigrated = wanted && made.map(({ sql }) => sql).join() === wanted.join();
  const statements = asMigrated
    ? ['PRAGMA defer_foreign_keys = on', ...tables.map((table) => `DELETE FROM "${table.name}"`)]
    : [
        ...tables.map((table) => `DROP TABLE "${table.name}"`),
        ...(wanted ?? migrations[name].flatMap(({ queries }) => queries)),
      ];
  for (const part of inParts(statements.map((one) => one.replace(/;\s*$/, ''))))
    await database.prepare(part).run();
  schemas[name] ??= (await schemaOf(database)).map(({ sql }) => sql);
}

/** As few texts as D1 takes. */
function inParts(statements: readonly string[]): string[] {
  const parts: string[] = [];
  for (const one of statements) {
    const last = parts.at(-1);
    if (last !== undefined && last.length + one.length < LONGEST)
      parts[parts.length - 1] = `${last}\n;\n${one}`;
    else parts.push(one);
  }
  return parts;
}

/** Tables come first, without those that FTS5 keeps by itself. */
async function schemaOf(database: D1Database): Promise<{ type: string; name: string; sql: string }[]> {
  const { results } = await database
    .prepare(
      `SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT GLOB 'sqlite_*'
        AND name NOT GLOB '_cf_*' AND name NOT GLOB 'searched_words_*' ORDER BY type = 'table' DESC, rowid`,
    )
    .all<{ type: string; name: string; sql: string }>();
  return results;
}
