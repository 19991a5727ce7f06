// What has many like cases and takes long: `npm test` plays a portion of them, another each day, and `npm run storm:tests` all.
import { inject } from 'vitest';
import { TURNS } from './rounds.ts';

/** Whether all of them are played, and long runs are as long as they can be. */
export const STORM = inject('storm');

const turn = inject('turn');

/** Whether this part of a file is played, which is on every third day, or whenever TURN says so; the storm plays all. */
export const inTurn = (which: 0 | 1 | 2): boolean => STORM || turn % TURNS === which;

/**
 * The cases of this run.
 * @param oneIn of how many cases one is played. Has no divisor in common with that of a portion around it, or some of these
 *   cases would never meet some of those.
 * @param kindOf what a case is an example of: of each kind at least one is played.
 */
export function portion<T>(
  all: readonly T[],
  oneIn: number,
  kindOf: (one: T) => string | number | boolean = () => '',
): T[] {
  if (STORM) return [...all];
  const sizes = new Map<unknown, number>();
  for (const one of all) sizes.set(kindOf(one), (sizes.get(kindOf(one)) ?? 0) + 1);
  const met = new Map<unknown, number>();
  return all.filter((one) => {
    const kind = kindOf(one);
    const place = met.get(kind) ?? 0;
    met.set(kind, place + 1);
    return (place + turn) % Math.min(oneIn, sizes.get(kind)!) === 0;
  });
}

/**
 * Whether a case is played in this run that comes after `met` others like it, where nobody knows how many come. The first always is.
 * @param oneIn as of `portion`.
 */
export function inPortion(met: number, oneIn: number): boolean {
  return STORM || met === 0 || (met + turn) % oneIn === 0;
}
