// The size of a picture, from its header alone: no memory is allocated for the size that it claims.
import { broken } from './unusable.ts';

export interface ImageHeader {
  /** Pixels, as displayed: an EXIF orientation is already applied. */
  width: number;
  height: number;
  /** EXIF orientation, 1 to 8. */
  orientation: number;
  /** About how many bytes decoding needs. Infinity for a kind that we do not decode. */
  decodeBytes: number;
}

/** The limit of JPEG, and for other kinds more than any screen or printer needs. */
const LONGEST_SIDE = 65_535;
/** More than the largest cameras make. Every viewer needs memory for all pixels. */
const MOST_PIXELS = 256_000_000;

/** Throws Unusable when the header contains no size. */
export function imageHeader(type: string, bytes: Uint8Array): ImageHeader {
  let header: ImageHeader;
  try {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    header = HEADERS[type]!(view);
  } catch (error) {
    if (error instanceof RangeError) throw broken('The picture ends within its header.');
    throw error;
  }
  const { width, height } = header;
  if (width < 1 || height < 1) throw broken('The picture has no size.');
  if (Math.max(width, height) > LONGEST_SIDE) {
    throw broken(`The picture claims ${width} × ${height} pixels, more than ${LONGEST_SIDE} on a side.`);
  }
  if (width * height > MOST_PIXELS) {
    throw broken(
      `The picture claims ${width} × ${height} pixels, more than ${MOST_PIXELS / 1_000_000} megapixels.`,
    );
  }
  return header;
}

const HEADERS: Record<string, (view: DataView) => ImageHeader> = {
  'image/png': pngHeader,
  'image/jpeg': jpegHeader,
  'image/webp': webpHeader,
  'image/gif': (view) => ({
    width: view.getUint16(6, true),
    height: view.getUint16(8, true),
    orientation: 1,
    decodeBytes: Number.POSITIVE_INFINITY,
  }),
};

function pngHeader(view: DataView): ImageHeader {
  if (view.getUint32(12) !== 0x49484452) throw broken('The PNG does not begin with its header.');
  // PNG is decoded a row at a time.
  return { width: view.getUint32(16), height: view.getUint32(20), orientation: 1, decodeBytes: 0 };
}

function webpHeader(view: DataView): ImageHeader {
  if (view.getUint32(4, true) + 8 > view.byteLength) throw broken('The WebP picture is cut off.');
  const kind = view.getUint32(12);
  const size = (width: number, height: number, bytesPerPixel: number): ImageHeader => ({
    width,
    height,
    orientation: 1,
    decodeBytes: width * height * bytesPerPixel,
  });
  // "VP8 " is decoded once in wasm and copied out of it; "VP8L" needs another copy.
  if (kind === 0x56503820)
    return size(view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff, 8);
  if (kind === 0x5650384c) {
    const bits = view.getUint32(21, true);
    return size((bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1, 12);
  }
  if (kind === 0x56503858) {
    const at = (offset: number) => view.getUint16(offset, true) + view.getUint8(offset + 2) * 65_536 + 1;
    const animated = (view.getUint8(20) & 2) !== 0;
    return size(at(24), at(27), animated ? Number.POSITIVE_INFINITY : 12);
  }
  throw broken('The WebP picture is of an unknown form.');
}

/** Walks over the markers up to the frame header, which has the size; EXIF comes before it. */
function jpegHeader(view: DataView): ImageHeader {
  let orientation = 1;
  for (let at = 2; ; ) {
    if (view.getUint8(at) !== 0xff) throw broken('The JPEG is damaged before its picture begins.');
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at++;
      continue;
    }
    if (marker === 0xda || marker === 0xd9) throw broken('The JPEG has no size.');
    const length = view.getUint16(at + 2);
    if (length < 2) throw broken('The JPEG is damaged before its picture begins.');
    if (marker === 0xe1) orientation = exifOrientation(view, at + 4, length - 2) ?? orientation;
    // SOF0 to SOF15, except the tables in the same range.
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      return jpegFrame(view, at, orientation);
    }
    at += 2 + length;
  }
}

function jpegFrame(view: DataView, at: number, orientation: number): ImageHeader {
  const height = view.getUint16(at + 5);
  const width = view.getUint16(at + 7);
  const components = view.getUint8(at + 9);
  const samplings = Array.from({ length: components }, (_, i) => {
    const factors = view.getUint8(at + 11 + i * 3);
    return (factors >> 4) * (factors & 15);
  });
  const densest = Math.max(...samplings, 1);
  // The decoder keeps every coefficient of every component, two bytes each.
  const decodeBytes = samplings.reduce((sum, sampling) => sum + (width * height * 2 * sampling) / densest, 0);
  const turned = orientation >= 5;
  return { width: turned ? height : width, height: turned ? width : height, orientation, decodeBytes };
}

function exifOrientation(view: DataView, start: number, length: number): number | null {
  const tiff = start + 6;
  if (length < 14 || view.getUint32(start) !== 0x45786966) return null;
  const little = view.getUint16(tiff) === 0x4949;
  const directory = tiff + view.getUint32(tiff + 4, little);
  if (directory + 2 > start + length) return null;
  const entries = view.getUint16(directory, little);
  for (let i = 0; i < entries; i++) {
    const entry = directory + 2 + i * 12;
    if (entry + 12 > start + length) return null;
    if (view.getUint16(entry, little) === 0x0112) {
      const value = view.getUint16(entry + 8, little);
      return value >= 1 && value <= 8 ? value : null;
    }
  }
  return null;
}
