import './clock.ts';
import { type D1Migration, listDurableObjectIds, reset, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { SERVICE_LEDGERS } from '../../src/domains/money/ledger/chart.ts';

const migrations = JSON.parse(env.TEST_MIGRATIONS) as { main: D1Migration[]; events: D1Migration[] };

// Files run one after another in the same process, so that it evaluates the service once. Each begins with empty
// databases and ledgers of the service; of what else there is, `reset` empties what has not been idle for ten seconds, and
// all names are new.
await reset();
await emptyServiceLedgers();
await Promise.all([
  rebuild(env.DB, migrations.main),
  rebuild(env.EVENTS_0, migrations.events),
  rebuild(env.EVENTS_1, migrations.events),
]);

/** All tables anew, in one round trip. */
async function rebuild(database: D1Database, all: D1Migration[]): Promise<void> {
  const { results } = await database
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*'",
    )
    .all<{ name: string }>();
  const drops = results.map(({ name }) => `DROP TABLE "${name}"`);
  const statements = [...drops, ...all.flatMap(({ queries }) => queries)];
  await database.batch(statements.map((statement) => database.prepare(statement)));
}

/**
 * The service's own ledgers have the same names in every file: with what all files before wrote in them, each look at the
 * books would take longer than the one before.
 */
async function emptyServiceLedgers(): Promise<void> {
  const there = new Set((await listDurableObjectIds(env.LEDGER)).map(String));
  const currencies = ['usd', 'eur', 'gbp', 'jpy', 'aud', 'cad', 'chf', 'sek', 'mxn', 'crc'];
  const ids = currencies
    .flatMap((currency) => Array.from({ length: SERVICE_LEDGERS }, (_, n) => `service:${currency}:${n}`))
    .map((name) => env.LEDGER.idFromName(name))
    .filter((id) => there.has(String(id)));
  await Promise.all(
    ids.map(async (id) => {
      try {
        await runInDurableObject(env.LEDGER.get(id), async (_, state) => {
          await state.storage.deleteAlarm();
          await state.storage.deleteAll();
          await state.storage.sync();
          state.abort('emptied');
        });
      } catch {
        // Ends what ran in it: the next request begins with an empty ledger.
      }
    }),
  );
}
