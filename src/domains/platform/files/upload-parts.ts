/** Bytes of all parts but the last: R2 wants them equal. */
const PART_SIZE = 64 * 1024 * 1024;

/** The sizes of the parts that a file of `size` bytes comes in: equal ones, then what is left. */
export function partSizes(size: number): number[] {
  const sizes: number[] = [];
  for (let left = size; left > 0; left -= PART_SIZE) sizes.push(Math.min(PART_SIZE, left));
  return sizes;
}
