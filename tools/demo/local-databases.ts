// Opens the bindings of wrangler.toml on this machine, with the migrations applied. The bookkeeping table is
// wrangler's own, so this and `wrangler d1 migrations apply --local` agree about what was applied.
import './offline.ts';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { shardBinding, shards } from '../../src/db/client.ts';
import type { Bindings, Env } from '../../src/env.ts';
import { checkKnownData, unfinishedIn } from './known-data.ts';
import { forgetOpened, noteOpened, stopOpened } from './leftovers.ts';
import { LOCAL_SECRETS } from './local-secrets.ts';

const root = join(import.meta.dirname, '../..');

export interface LocalService {
  env: Env;
  dispose(): Promise<void>;
}

/**
 * Opens the local databases under `dir`/state, or in another folder. Close them before Workers open the same
 * files. Throws when another version of the service created them.
 */
export async function openLocal(
  dir: string,
  vars: Partial<Bindings>,
  state = join(dir, 'state'),
): Promise<LocalService> {
  checkKnownData(state);
  // Loading wrangler takes over a second, so the caller does other work meanwhile.
  const { getPlatformProxy } = await import('wrangler');
  await mkdir(state, { recursive: true });
  stopOpened(state);
  await writeFile(unfinishedIn(state), '');
  const proxy = await getPlatformProxy<Env>({
    configPath: await withoutObjects(dir),
    persist: { path: join(state, 'v3') },
    remoteBindings: false,
  });
  noteOpened(state);
  const dispose = async () => {
    await proxy.dispose();
    forgetOpened(state);
  };
  const env: Env = { ...proxy.env, ...LOCAL_SECRETS, ...vars };
  try {
    await migrate(env.DB, 'migrations/main');
    for (const shard of shards(env)) await migrate(shardBinding(env, shard), 'migrations/events');
    await migrate(env.SEARCH, 'migrations/search');
  } catch (error) {
    await dispose();
    throw error;
  }
  await rm(unfinishedIn(state), { force: true });
  return { env, dispose };
}

/**
 * The configuration without Durable Objects, which only the running Worker has: wrangler and workerd would print
 * warnings. @returns its path.
 */
async function withoutObjects(dir: string): Promise<string> {
  const toml = await readFile(join(root, 'wrangler.toml'), 'utf8');
  const path = join(dir, 'bindings.toml');
  await mkdir(dir, { recursive: true });
  await writeFile(path, toml.replace(/^\[\[(durable_objects\.bindings|migrations)\]\]\n(?:.+\n)+/gm, ''));
  return path;
}

async function migrate(database: D1Database, folder: string): Promise<void> {
  await database
    .prepare(
      'CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)',
    )
    .run();
  const applied = await database.prepare('SELECT name FROM d1_migrations').all<{ name: string }>();
  const done = new Set(applied.results.map((row) => row.name));
  const files = (await readdir(join(root, folder))).filter((name) => name.endsWith('.sql')).sort();
  for (const name of files.filter((file) => !done.has(file))) {
    const sql = await readFile(join(root, folder, name), 'utf8');
    const statements = sql.split('--> statement-breakpoint').map((text) => text.trim());
    await database.batch([
      ...statements.filter(Boolean).map((statement) => database.prepare(statement)),
      database.prepare('INSERT INTO d1_migrations (name) VALUES (?1)').bind(name),
    ]);
  }
}
