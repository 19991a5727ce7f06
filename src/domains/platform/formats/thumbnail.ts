// A picture small enough for a blurHash.

/** RGBA, row by row. */
export interface Thumbnail {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}

const LONGEST_SIDE = 32;

/** The size of a picture's thumbnail. */
export function thumbnailSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * Averages the pixels that belong to each pixel of the thumbnail as they arrive, so that the picture is never
 * in memory.
 */
export class Shrinker {
  readonly size: { width: number; height: number };
  readonly #sums: Float64Array;
  readonly #counts: Uint32Array;
  readonly #columns: Uint8Array;
  readonly #height: number;

  constructor(width: number, height: number) {
    this.size = thumbnailSize(width, height);
    this.#height = height;
    this.#sums = new Float64Array(this.size.width * this.size.height * 4);
    this.#counts = new Uint32Array(this.size.width * this.size.height);
    this.#columns = Uint8Array.from({ length: width }, (_, x) => Math.floor((x * this.size.width) / width));
  }

  /** Adds row `y` of the picture as RGBA. */
  addRow(y: number, rgba: Uint8Array | Uint8ClampedArray): void {
    const row = Math.floor((y * this.size.height) / this.#height) * this.size.width;
    for (let x = 0; x < this.#columns.length; x++) {
      const cell = row + this.#columns[x]!;
      this.#counts[cell]!++;
      for (let c = 0; c < 4; c++) this.#sums[cell * 4 + c]! += rgba[x * 4 + c]!;
    }
  }

  finish(): Thumbnail {
    const data = new Uint8ClampedArray(this.#sums.length);
    for (let i = 0; i < data.length; i++) data[i] = this.#sums[i]! / Math.max(1, this.#counts[i >> 2]!);
    return { ...this.size, data };
  }
}

export function shrink(width: number, height: number, rgba: Uint8ClampedArray): Thumbnail {
  const shrinker = new Shrinker(width, height);
  for (let y = 0; y < height; y++) shrinker.addRow(y, rgba.subarray(y * width * 4, (y + 1) * width * 4));
  return shrinker.finish();
}

/** Rotates or mirrors a thumbnail by its EXIF orientation. */
export function orient(image: Thumbnail, orientation: number): Thumbnail {
  if (orientation === 1) return image;
  const turned = orientation >= 5;
  const width = turned ? image.height : image.width;
  const height = turned ? image.width : image.height;
  const data = new Uint8ClampedArray(image.data.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let [fromX, fromY] = turned ? [y, x] : [x, y];
      if ([2, 3, 7, 8].includes(orientation)) fromX = image.width - 1 - fromX;
      if ([3, 4, 6, 7].includes(orientation)) fromY = image.height - 1 - fromY;
      const from = (fromY * image.width + fromX) * 4;
      data.set(image.data.subarray(from, from + 4), (y * width + x) * 4);
    }
  }
  return { width, height, data };
}
