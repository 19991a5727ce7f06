// An environment in which everything is read and checked as usual, but nothing is changed: the first write
// stops a request.
import { vi } from 'vitest';
import type { Env } from '../../../src/env.ts';
import { AppError } from '../../../src/kit/error.ts';

/** Thrown where a request would write. */
class Stopped extends AppError {
  constructor() {
    super('unavailable', 'No problems were found: this run stops here.');
  }
}

export interface DryRun {
  env: Env;
  /** Whether the request would have written something. */
  stopped(): boolean;
}

/** Written before the form itself is handled, and so allowed; it has no effect of the form. */
const PASSES = /^\s*(?:INSERT|DELETE|UPDATE)[^;]*\b(?:oauth_requests|attempts)\b/i;
const WRITES =
  /^\s*(?:(?:INSERT|UPDATE|DELETE|REPLACE)\b|WITH\b[\s\S]*\b(?:INSERT INTO|UPDATE|DELETE FROM)\b)/i;
const writes = (sql: string) => WRITES.test(sql) && !PASSES.test(sql);

export function dryRun(env: Env): DryRun {
  let stopped = false;
  const stop = () => {
    stopped = true;
    return new Stopped();
  };
  const databases = Object.entries(env).filter(([name]) => /^(?:DB|EVENTS_\d+|SEARCH)$/.test(name));
  const dry = databases.map(([name, database]) => [name, readOnly(database as D1Database, stop)]);
  const THREAD = unchanged(env.THREAD, stop);
  return { env: { ...env, ...Object.fromEntries(dry), THREAD }, stopped: () => stopped };
}

/** Objects of threads that are only read. */
function unchanged(threads: Env['THREAD'], stop: () => Error): Env['THREAD'] {
  const stub = (real: object) =>
    new Proxy(real, {
      get: (object, name) => {
        if (name === 'change')
          return async () => {
            throw stop();
          };
        return (...given: unknown[]) =>
          (object as Record<string, (...of: unknown[]) => unknown>)[String(name)]!(...given);
      },
    });
  return {
    idFromName: (name: string) => threads.idFromName(name),
    get: (id: DurableObjectId) => stub(threads.get(id)),
    getByName: (name: string) => stub(threads.getByName(name)),
  } as unknown as Env['THREAD'];
}

const texts = new WeakMap<object, string>();

function readOnly(database: D1Database, stop: () => Error): D1Database {
  const note = (statement: D1PreparedStatement, sql: string): D1PreparedStatement => {
    texts.set(statement, sql);
    const bind = statement.bind.bind(statement);
    Object.assign(statement, { bind: (...values: unknown[]) => note(bind(...values), sql) });
    for (const ask of ['first', 'all', 'run', 'raw'] as const) {
      const own = (statement[ask] as (...given: unknown[]) => Promise<unknown>).bind(statement);
      Object.assign(statement, {
        [ask]: async (...given: unknown[]) => {
          if (writes(sql)) throw stop();
          return await own(...given);
        },
      });
    }
    return statement;
  };
  return {
    prepare: (sql: string) => note(database.prepare(sql), sql),
    batch: async (statements: D1PreparedStatement[]) => {
      if (statements.some((one) => writes(texts.get(one) ?? ''))) throw stop();
      return await database.batch(statements);
    },
  } as D1Database;
}

/** Reads from outside platforms, but changes nothing there. */
export async function withoutChangesOutside<T>(run: () => Promise<T>): Promise<T> {
  const real = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    if ((init?.method ?? 'GET') !== 'GET') throw new Stopped();
    return await real(input, init);
  });
  try {
    return await run();
  } finally {
    vi.stubGlobal('fetch', real);
  }
}
