// How often a request waits for a database. Concurrent statements are one round trip: each waits until no
// more arrive, then all run at once.
import type { Env } from '../../../src/env.ts';
import { testEnv } from '../world.ts';

/** The time within which a request sends all of its concurrent statements, however busy the machine is. */
export const TOGETHER_MS = 5;

export interface Trips {
  /** The environment with counted databases. */
  env: Env;
  count(): number;
}

/** @param togetherMs how long the first statement waits for others. A shorter time can only count more. */
export function countTrips(base: Env = testEnv, togetherMs = TOGETHER_MS): Trips {
  let trips = 0;
  let waiting: (() => void)[] = [];
  const go = () => {
    trips++;
    const now = waiting;
    waiting = [];
    for (const start of now) start();
  };
  const turn = () =>
    new Promise<void>((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) setTimeout(go, togetherMs);
    });
  return { env: waitingFor(turn, base), count: () => trips };
}

/** Counts the batches and single statements that write. */
export function countWrites(): Trips {
  let writes = 0;
  const turn = async (sql: string) => {
    if (/^\s*(?:insert|update|delete)\b/im.test(sql)) writes++;
  };
  return { env: waitingFor(turn), count: () => writes };
}

/**
 * An environment whose databases wait for `turn` before each query, which is told the statement, or those of a batch, one a
 * line; when it throws, nothing is sent.
 */
export function waitingFor(turn: (sql: string) => Promise<void>, base: Env = testEnv): Env {
  const databases = Object.entries(base).filter(([name]) => /^(?:DB|EVENTS_\d+|SEARCH)$/.test(name));
  const counted = databases.map(([name, database]) => [name, countedDatabase(database as D1Database, turn)]);
  return { ...base, ...Object.fromEntries(counted) };
}

const originals = new WeakMap<object, { statement: D1PreparedStatement; sql: string }>();
const ASKS = ['first', 'all', 'run', 'raw'] as const;

function countedDatabase(database: D1Database, turn: (sql: string) => Promise<void>): D1Database {
  const batch = async (statements: object[]) => {
    const asked = statements.map((one) => originals.get(one)!);
    await turn(asked.map(({ sql }) => sql).join('\n'));
    return await database.batch(asked.map(({ statement }) => statement));
  };
  return {
    prepare: (sql: string) => countedStatement(database.prepare(sql), sql, turn),
    batch,
  } as never;
}

function countedStatement(
  original: D1PreparedStatement,
  sql: string,
  turn: (sql: string) => Promise<void>,
): object {
  const asks = ASKS.map((name) => [
    name,
    async (...options: never[]) => {
      await turn(sql);
      return await (original[name] as (...given: never[]) => Promise<unknown>).apply(original, options);
    },
  ]);
  const bind = (...values: unknown[]) => countedStatement(original.bind(...values), sql, turn);
  const statement = { bind, ...Object.fromEntries(asks) };
  originals.set(statement, { statement: original, sql });
  return statement;
}
