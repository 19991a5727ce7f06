// An environment that counts requests to the databases and to the outside, which the platform calls
// subrequests.
import type { Env } from '../../../src/env.ts';

export interface Counting {
  env: Env;
  /** Stops counting. */
  count(): number;
}

export function counting(env: Env): Counting {
  let count = 0;
  const real = globalThis.fetch;
  globalThis.fetch = (async (...given: Parameters<typeof fetch>) => {
    count++;
    return await real(...given);
  }) as typeof fetch;
  const statement = (one: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(one, {
      get(target, name) {
        if (name === 'bind') return (...values: unknown[]) => statement(target.bind(...values));
        if (name === 'whole') return target;
        const own = target[name as 'run'];
        if (typeof own !== 'function') return own;
        return (...given: []) => {
          count++;
          return own.apply(target, given);
        };
      },
    });
  const DB = new Proxy(env.DB, {
    get(target, name) {
      if (name === 'prepare') return (text: string) => statement(target.prepare(text));
      if (name !== 'batch') return target[name as 'exec'];
      return (all: { whole: D1PreparedStatement }[]) => {
        count++;
        return target.batch(all.map((one) => one.whole));
      };
    },
  });
  return {
    env: { ...env, DB },
    count: () => {
      globalThis.fetch = real;
      return count;
    },
  };
}

/** An environment that records each typed query to the main database. */
export function noting(env: Env): { env: Env; read: string[] } {
  const read: string[] = [];
  const DB = new Proxy(env.DB, {
    get(target, name) {
      const own = target[name as 'exec'];
      if (name !== 'prepare') return typeof own === 'function' ? own.bind(target) : own;
      return (text: string) => {
        if (text.startsWith('select')) read.push(text);
        return target.prepare(text);
      };
    },
  });
  return { env: { ...env, DB }, read };
}
