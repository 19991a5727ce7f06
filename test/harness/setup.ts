import './clock.ts';
import { type D1Migration, reset } from 'cloudflare:test';
import { env } from 'cloudflare:workers';

const migrations = JSON.parse(env.TEST_MIGRATIONS) as { main: D1Migration[]; events: D1Migration[] };

// Files run one after another in the same process, so that it evaluates the service once. Each begins with empty
// databases; of what else there is, `reset` empties what has not been idle for ten seconds, and all names are new.
await reset();
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
