// How often a request waits for a database. Concurrent statements are one round trip: each waits until no
// more arrive, then all run at once.
import type { Env } from '../../../src/env.ts';
import { testEnv } from '../world.ts';

/** The time within which a request sends all of its concurrent statements. */
const TOGETHER_MS = 5;

export interface Trips {
  /** The tests' environment, with counted databases. */
  env: Env;
  count(): number;
}

export function countTrips(): Trips {
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
      if (waiting.length === 1) setTimeout(go, TOGETHER_MS);
    });
  return { env: waitingFor(turn), count: () => trips };
}

/**
 * The tests' environment whose databases wait for `turn` before each query, which is told the statement; when it throws, nothing
 * is sent.
 */
export function waitingFor(turn: (sql: string) => Promise<void>): Env {
  const databases = Object.entries(testEnv).filter(([name]) => /^(?:DB|EVENTS_\d+|SEARCH)$/.test(name));
  const counted = databases.map(([name, database]) => [name, countedDatabase(database as D1Database, turn)]);
  return { ...testEnv, ...Object.fromEntries(counted) };
}

const originals = new WeakMap<object, D1PreparedStatement>();
const ASKS = ['first', 'all', 'run', 'raw'] as const;

function countedDatabase(database: D1Database, turn: (sql: string) => Promise<void>): D1Database {
  const batch = async (statements: object[]) => {
    await turn('batch');
    return await database.batch(statements.map((statement) => originals.get(statement)!));
  };
  return {
    prepare: (sql: string) => countedStatement(database.prepare(sql), () => turn(sql)),
    batch,
  } as never;
}

function countedStatement(original: D1PreparedStatement, turn: () => Promise<void>): object {
  const asks = ASKS.map((name) => [
    name,
    async (...options: never[]) => {
      await turn();
      return await (original[name] as (...given: never[]) => Promise<unknown>).apply(original, options);
    },
  ]);
  const bind = (...values: unknown[]) => countedStatement(original.bind(...values), turn);
  const statement = { bind, ...Object.fromEntries(asks) };
  originals.set(statement, original);
  return statement;
}
