import './clock.ts';
import { type D1Migration, listDurableObjectIds, reset } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import type { Ledger } from '../../durable-objects/ledger.ts';
import { SERVICE_LEDGERS } from '../../src/domains/money/ledger/chart.ts';

/** What one process remembers from file to file. */
const process = globalThis as { emptied?: Set<string>; serviceLedgers?: Set<string> };
process.emptied ??= new Set();
process.serviceLedgers ??= serviceLedgers();

const migrations = JSON.parse(env.TEST_MIGRATIONS) as { main: D1Migration[]; events: D1Migration[] };

// Files run one after another in the same process, so that it evaluates the service once; each begins on empty storage.
await wakeStorage();
await reset();
await Promise.all([
  createTables(env.DB, migrations.main),
  createTables(env.EVENTS_0, migrations.events),
  createTables(env.EVENTS_1, migrations.events),
]);

/** `reset` passes over what the process has put to sleep, which is whatever was idle for ten seconds. */
async function wakeStorage(): Promise<void> {
  await Promise.all([
    ...[env.DB, env.EVENTS_0, env.EVENTS_1].map((database) => database.prepare('SELECT 1').run()),
    ...[env.FILES, env.ARCHIVE].map((bucket) => bucket.head('none')),
    ...(await usedLedgers()).map((ledger) => ledger.paidByYear()),
  ]);
}

/** An emptied ledger stays listed. But for the service's own, no later file comes to it again. */
async function usedLedgers(): Promise<DurableObjectStub<Ledger>[]> {
  const ledgers = env.LEDGER as DurableObjectNamespace<Ledger>;
  const listed = await listDurableObjectIds(ledgers);
  const used = listed.filter((id) => {
    const name = id.toString();
    return process.serviceLedgers!.has(name) || !process.emptied!.has(name);
  });
  for (const id of used) process.emptied!.add(id.toString());
  return used.map((id) => ledgers.get(id));
}

function serviceLedgers(): Set<string> {
  const ids = Intl.supportedValuesOf('currency').flatMap((currency) =>
    Array.from({ length: SERVICE_LEDGERS }, (_, n) =>
      env.LEDGER.idFromName(`service:${currency.toLowerCase()}:${n}`).toString(),
    ),
  );
  return new Set(ids);
}

/** All migrations of a database in one round trip. */
async function createTables(database: D1Database, all: D1Migration[]): Promise<void> {
  await database.batch(all.flatMap(({ queries }) => queries).map((query) => database.prepare(query)));
}
