// A PNG's thumbnail, decoded a row at a time. The available libraries inflate the whole picture first, which
// for 16 megapixels, or for a small file that claims them, needs more memory than an isolate has.
import { Shrinker, type Thumbnail } from './thumbnail.ts';
import { broken } from './unusable.ts';

interface Layout {
  width: number;
  height: number;
  depth: number;
  colorType: number;
  interlaced: boolean;
}

/** Samples per pixel by color type: gray, RGB, palette, gray and alpha, RGBA. */
const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Throws Unusable for bytes that are not a complete PNG. */
export async function pngThumbnail(png: Uint8Array): Promise<Thumbnail> {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const layout: Layout = {
    width: view.getUint32(16),
    height: view.getUint32(20),
    depth: view.getUint8(24),
    colorType: view.getUint8(25),
    interlaced: view.getUint8(28) === 1,
  };
  if (CHANNELS[layout.colorType] === undefined || ![1, 2, 4, 8, 16].includes(layout.depth)) {
    throw broken('The PNG is of an unknown form.');
  }
  // The first pass of an interlaced picture is the whole picture at an eighth of its size, which is enough.
  if (layout.interlaced) {
    layout.width = Math.ceil(layout.width / 8);
    layout.height = Math.ceil(layout.height / 8);
  }
  const { data, palette, transparency } = chunksOf(png, view);
  if (layout.colorType === 3 && !palette) throw broken('The PNG lacks its colours.');
  const shrinker = new Shrinker(layout.width, layout.height);
  const rgba = new Uint8Array(layout.width * 4);
  let y = 0;
  for await (const row of rowsOf(data, layout)) {
    toRgba(row, rgba, layout, palette, transparency);
    shrinker.addRow(y++, rgba);
  }
  if (y < layout.height) throw broken('The PNG is cut off.');
  return shrinker.finish();
}

function chunksOf(png: Uint8Array, view: DataView) {
  const data: Uint8Array[] = [];
  let palette: Uint8Array | null = null;
  let transparency: Uint8Array | null = null;
  let ended = false;
  for (let at = 8; at + 12 <= png.byteLength && !ended; ) {
    const length = view.getUint32(at);
    const type = view.getUint32(at + 4);
    if (at + 12 + length > png.byteLength) break;
    const body = png.subarray(at + 8, at + 8 + length);
    if (type === 0x49444154) data.push(body);
    else if (type === 0x504c5445) palette = body;
    else if (type === 0x74524e53) transparency = body;
    else if (type === 0x49454e44) ended = true;
    at += 12 + length;
  }
  if (!ended || data.length === 0) throw broken('The PNG is cut off.');
  return { data, palette, transparency };
}

/** The unfiltered rows of the (first) pass. Stops reading after them, whatever else is packed behind them. */
async function* rowsOf(data: Uint8Array[], layout: Layout): AsyncGenerator<Uint8Array> {
  const channels = CHANNELS[layout.colorType]!;
  const stride = Math.ceil((layout.width * channels * layout.depth) / 8);
  const pixel = Math.max(1, (channels * layout.depth) >> 3);
  let row = new Uint8Array(stride);
  let above = new Uint8Array(stride);
  let filter = -1;
  let filled = 0;
  let rows = 0;
  const inflated = new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = data.shift();
      if (next) controller.enqueue(next);
      else controller.close();
    },
  }).pipeThrough(new DecompressionStream('deflate') as ReadableWritablePair<Uint8Array, Uint8Array>);
  const reader = inflated.getReader();
  try {
    while (rows < layout.height) {
      const { done, value } = await reader.read();
      if (done) return;
      for (let at = 0; at < value.byteLength && rows < layout.height; ) {
        if (filter < 0) {
          filter = value[at++]!;
          if (filter > 4) throw broken('The PNG is damaged.');
          continue;
        }
        const part = value.subarray(at, at + stride - filled);
        row.set(part, filled);
        filled += part.byteLength;
        at += part.byteLength;
        if (filled < stride) continue;
        unfilter(filter, row, above, pixel);
        yield row;
        [row, above] = [above, row];
        filter = -1;
        filled = 0;
        rows++;
      }
    }
  } catch (error) {
    // A TypeError comes from zlib; our own errors are thrown as they are.
    throw error instanceof TypeError ? broken('The PNG is damaged.') : error;
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function unfilter(filter: number, row: Uint8Array, above: Uint8Array, pixel: number): void {
  for (let i = 0; filter !== 0 && i < row.byteLength; i++) {
    const left = i < pixel ? 0 : row[i - pixel]!;
    const up = above[i]!;
    if (filter === 1) row[i]! += left;
    else if (filter === 2) row[i]! += up;
    else if (filter === 3) row[i]! += (left + up) >> 1;
    else row[i]! += paeth(left, up, i < pixel ? 0 : above[i - pixel]!);
  }
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner;
  const [toLeft, toUp, toCorner] = [
    Math.abs(estimate - left),
    Math.abs(estimate - up),
    Math.abs(estimate - corner),
  ];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

function toRgba(
  row: Uint8Array,
  rgba: Uint8Array,
  { width, depth, colorType }: Layout,
  palette: Uint8Array | null,
  transparency: Uint8Array | null,
): void {
  const channels = CHANNELS[colorType]!;
  const sample = (index: number): number => {
    if (depth === 8) return row[index]!;
    if (depth === 16) return row[index * 2]!;
    const bits = (row[(index * depth) >> 3]! >> (8 - depth - ((index * depth) & 7))) & ((1 << depth) - 1);
    return colorType === 3 ? bits : (bits * 255) / ((1 << depth) - 1);
  };
  for (let x = 0; x < width; x++) {
    const first = sample(x * channels);
    const to = x * 4;
    if (colorType === 3) {
      for (let c = 0; c < 3; c++) rgba[to + c] = palette![first * 3 + c] ?? 0;
      rgba[to + 3] = transparency?.[first] ?? 255;
    } else {
      const grey = channels < 3;
      rgba[to] = first;
      rgba[to + 1] = grey ? first : sample(x * channels + 1);
      rgba[to + 2] = grey ? first : sample(x * channels + 2);
      rgba[to + 3] = channels % 2 === 0 ? sample(x * channels + channels - 1) : 255;
    }
  }
}
