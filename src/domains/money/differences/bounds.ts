// What a difference can come to while money is under way: between the two sides' difference less and more than all that moves.

/** Cents. */
export type Bounds = readonly [least: number, most: number];

/**
 * The bounds of a difference after another look. All looks of a day must agree; where this one does not with those before, the
 * difference is another one since then.
 * @param moving how many cents may be on one side alone.
 */
export function narrowed(before: Bounds | undefined, more: number, moving: number): Bounds {
  const own: Bounds = [more - moving, more + moving];
  if (!before) return own;
  const both: Bounds = [Math.max(before[0], own[0]), Math.min(before[1], own[1])];
  return both[0] <= both[1] ? both : own;
}

/** What is said of a difference: what was said of it before, if it can still be that. */
export function saidOf([least, most]: Bounds, last: number): number {
  return least <= last && last <= most ? last : Math.round((least + most) / 2);
}
