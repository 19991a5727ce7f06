// Repeatable randomness for the fuzz, the storm, and randomized tests.
export interface Random {
  /** Below 1. */
  next(): number;
  chance(probability: number): boolean;
  /** An integer from 0 to below `n`. */
  below(n: number): number;
  pick<T>(from: readonly T[]): T;
}

/** The same numbers for the same seed (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (n: number) => Math.floor(next() * n);
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (from) => from[below(from.length)]!,
  };
}
