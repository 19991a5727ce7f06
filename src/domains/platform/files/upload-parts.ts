const MIB = 1024 * 1024;

/** Bytes of all parts except the last, unless the uploader says otherwise: R2 requires equal parts. */
const PART_SIZE = 64 * MIB;
/** R2 takes none that is smaller; larger ones would be sent again as a whole after a cut. */
export const LEAST_PART_SIZE = 5 * MIB;
export const MOST_PART_SIZE = PART_SIZE;

/** The sizes of a file's parts: equal ones, then the rest. */
export function partSizes({ size, partSize }: { size: number; partSize: number | null }): number[] {
  const each = partSize ?? PART_SIZE;
  const sizes: number[] = [];
  for (let left = size; left > 0; left -= each) sizes.push(Math.min(each, left));
  return sizes;
}
