import './clock.ts';
import { type D1Migration, listDurableObjectIds, reset } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import type { Ledger } from '../../durable-objects/ledger.ts';

const migrations = JSON.parse(env.TEST_MIGRATIONS) as { main: D1Migration[]; events: D1Migration[] };

// Files run one after another in the same process, so that it evaluates the service once; each begins on empty storage.
await wakeStorage();
await reset();
if ((await listDurableObjectIds(env.LEDGER)).length > 0) throw new Error('ledgers of another file are left');
await Promise.all([
  createTables(env.DB, migrations.main),
  createTables(env.EVENTS_0, migrations.events),
  createTables(env.EVENTS_1, migrations.events),
]);

/** `reset` passes over what the process has put to sleep, which is whatever was idle for ten seconds. */
async function wakeStorage(): Promise<void> {
  const ledgers = env.LEDGER as DurableObjectNamespace<Ledger>;
  await Promise.all([
    ...[env.DB, env.EVENTS_0, env.EVENTS_1].map((database) => database.prepare('SELECT 1').run()),
    ...[env.FILES, env.ARCHIVE].map((bucket) => bucket.head('none')),
    ...(await listDurableObjectIds(ledgers)).map((id) => ledgers.get(id).paidByYear()),
  ]);
}

/** All migrations of a database in one round trip. */
async function createTables(database: D1Database, all: D1Migration[]): Promise<void> {
  await database.batch(all.flatMap(({ queries }) => queries).map((query) => database.prepare(query)));
}
