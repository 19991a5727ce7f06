// The tests' environment with a main database that answers late: after random delays, so that requests overtake each
// other, or when a test says so.
import type { Env } from '../../../src/env.ts';
import { testEnv } from '../world.ts';

const originals = new WeakMap<object, D1PreparedStatement>();
const ASKS = ['first', 'all', 'run', 'raw'] as const;

/** @param most milliseconds before each statement or batch, and again after it. */
export const withSlowDatabase = (most: number): Env =>
  withHeldDatabase(() => new Promise((resolve) => setTimeout(resolve, Math.random() * most)));

/** @param pause what each statement or batch waits for, and again its answer. */
export function withHeldDatabase(pause: () => Promise<unknown>): Env {
  const slowly = async <T>(ask: () => Promise<T>): Promise<T> => {
    await pause();
    const answer = await ask();
    await pause();
    return answer;
  };
  const statement = (original: D1PreparedStatement): object => {
    const asks = ASKS.map((name) => [
      name,
      (...options: never[]) =>
        slowly(() => (original[name] as (...given: never[]) => Promise<unknown>).apply(original, options)),
    ]);
    const slow = {
      bind: (...values: unknown[]) => statement(original.bind(...values)),
      ...Object.fromEntries(asks),
    };
    originals.set(slow, original);
    return slow;
  };
  const database = {
    prepare: (text: string) => statement(testEnv.DB.prepare(text)),
    batch: (all: object[]) => slowly(() => testEnv.DB.batch(all.map((one) => originals.get(one)!))),
  };
  return { ...testEnv, DB: database as never };
}
