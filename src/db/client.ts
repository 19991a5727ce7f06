// Drizzle for each D1 binding, created once per isolate.
import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1';
import type { Env } from '../env.ts';

export type Db = DrizzleD1Database;

const clients = new WeakMap<D1Database, Db>();

function clientOf(binding: D1Database): Db {
  let client = clients.get(binding);
  if (!client) {
    client = drizzle(binding);
    clients.set(binding, client);
  }
  return client;
}

export function mainDb(env: Env): Db {
  return clientOf(env.DB);
}

/** The binding of an events shard. Throws when a stored shard number no longer has a binding. */
export function shardBinding(env: Env, shard: number): D1Database {
  const binding = env[`EVENTS_${shard}`];
  if (!binding) throw new Error(`no binding EVENTS_${shard}`);
  return binding;
}

export function shardDb(env: Env, shard: number): Db {
  return clientOf(shardBinding(env, shard));
}

/** The numbers of all event shards, in ascending order. */
export function shards(env: Env): number[] {
  return Object.keys(env)
    .map((name) => /^EVENTS_(\d+)$/.exec(name)?.[1])
    .filter((n) => n !== undefined)
    .map(Number)
    .sort((a, b) => a - b);
}

const prepared = new WeakMap<Db, Map<string, unknown>>();

/**
 * Prepares a query once per isolate, because building its SQL costs a request more than running it.
 * @param name unique among all prepared queries; varying values are sql.placeholder()s.
 */
export function prepareOnce<Q>(db: Db, name: string, build: (db: Db) => Q): Q {
  let queries = prepared.get(db);
  if (!queries) {
    queries = new Map();
    prepared.set(db, queries);
  }
  let query = queries.get(name) as Q | undefined;
  if (query === undefined) {
    query = build(db);
    queries.set(name, query);
  }
  return query;
}
