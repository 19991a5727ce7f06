// The tests' environment with a main database that answers late: after random delays, so that requests overtake each
// other, or when a test says so.
import type { Env } from '../../../src/env.ts';
import { testEnv } from '../world.ts';

interface Original {
  statement: D1PreparedStatement;
  text: string;
}
const originals = new WeakMap<object, Original>();
const ASKS = ['first', 'all', 'run', 'raw'] as const;

/** @param most milliseconds before each statement or batch, and again after it. */
export const withSlowDatabase = (most: number): Env =>
  withHeldDatabase(() => new Promise((resolve) => setTimeout(resolve, Math.random() * most)));

/** @param pause what each statement or batch waits for, which is told its texts, and again its answer. */
export function withHeldDatabase(
  pause: (texts: readonly string[]) => Promise<unknown>,
  env: Env = testEnv,
): Env {
  const slowly = async <T>(texts: readonly string[], ask: () => Promise<T>): Promise<T> => {
    await pause(texts);
    const answer = await ask();
    await pause([]);
    return answer;
  };
  const statement = (original: D1PreparedStatement, text: string): object => {
    const asks = ASKS.map((name) => [
      name,
      (...options: never[]) =>
        slowly([text], () =>
          (original[name] as (...given: never[]) => Promise<unknown>).apply(original, options),
        ),
    ]);
    const slow = {
      bind: (...values: unknown[]) => statement(original.bind(...values), text),
      ...Object.fromEntries(asks),
    };
    originals.set(slow, { statement: original, text });
    return slow;
  };
  const database = {
    prepare: (text: string) => statement(env.DB.prepare(text), text),
    batch: (all: object[]) => {
      const known = all.map((one) => originals.get(one)!);
      return slowly(
        known.map(({ text }) => text),
        () => env.DB.batch(known.map((one) => one.statement)),
      );
    },
  };
  return { ...env, DB: database as never };
}

/**
 * An environment in which `act` is over in the last moment before the first batch that updates a table: after all that its caller
 * has read, and before anything of it is written.
 */
export function justBefore(env: Env, table: string, act: () => Promise<unknown>): Env {
  let isOver = false;
  return withHeldDatabase(async (texts) => {
    if (isOver || !texts.some((text) => text.startsWith(`update "${table}"`))) return;
    isOver = true;
    await act();
  }, env);
}
