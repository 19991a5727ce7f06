// The range in which a difference lies while money is under way: the measured difference, plus or minus all
// that moves.

/** Cents. */
export type Bounds = readonly [least: number, most: number];

/**
 * The bounds of a difference after another look. All looks of a day must agree; a look that does not agree
 * with those before means that the difference has changed since.
 * @param moving how many cents may be on one side only.
 */
export function narrowed(before: Bounds | undefined, more: number, moving: number): Bounds {
  const own: Bounds = [more - moving, more + moving];
  if (!before) return own;
  const both: Bounds = [Math.max(before[0], own[0]), Math.min(before[1], own[1])];
  return both[0] <= both[1] ? both : own;
}

/** The amount to report for a difference: the one reported before, if it still lies within the bounds. */
export function saidOf([least, most]: Bounds, last: number): number {
  return least <= last && last <= most ? last : Math.round((least + most) / 2);
}
