/** Bytes of all parts except the last: R2 requires equal parts. */
const PART_SIZE = 64 * 1024 * 1024;

/** The sizes of the parts of a file of `size` bytes: equal ones, then the rest. */
export function partSizes(size: number): number[] {
  const sizes: number[] = [];
  for (let left = size; left > 0; left -= PART_SIZE) sizes.push(Math.min(PART_SIZE, left));
  return sizes;
}
