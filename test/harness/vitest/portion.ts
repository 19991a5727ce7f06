// What takes long and has many like cases: `npm test` plays a portion of them, `npm run storm:ads` all.
import { inject } from 'vitest';

export const STORM = inject('storm');

/** @param oneIn how many cases one stands for; `SEED` says which. */
export const portion = <T>(all: readonly T[], oneIn: number): T[] =>
  all.filter((_, n) => STORM || (n + inject('seed')) % oneIn === 0);
