// Removes what a device or a program wrote beside a picture's pixels: where, when and by whom it was taken,
// and uncropped previews. Keeps what the picture needs to look right: its color profile and its orientation.
import { BytesAhead, type Walk } from './bytes-ahead.ts';

export interface Stripping {
  type: string;
  /** The EXIF orientation, 1 to 8; only JPEG orientation is respected by all browsers. */
  orientation: number;
}

/** Removes the metadata of a picture that arrives in pieces, and everything after the picture's end. */
export class MetadataStripper {
  readonly #ahead: BytesAhead;
  readonly #walk: Walk;

  /**
   * @param keep is called with each piece that is kept.
   * @param size the total size of what is kept, which a WebP has at its beginning; 0 while it is being
   * counted.
   */
  constructor({ type, orientation }: Stripping, keep: (bytes: Uint8Array) => void, size = 0) {
    this.#ahead = new BytesAhead(keep);
    this.#walk = WALKS[type]!(this.#ahead, orientation, size);
  }

  /** Takes the next piece of the picture, or null for its end. */
  next(piece: Uint8Array | null): void {
    this.#ahead.add(piece);
    this.#walk.next();
  }
}

/**
 * The picture without its metadata; the same bytes if it has none. A damaged picture keeps the parts that
 * cannot be identified.
 */
export function stripMetadata(bytes: Uint8Array, stripping: Stripping): Uint8Array {
  const strip = (keep: (part: Uint8Array) => void, size?: number) => {
    const stripper = new MetadataStripper(stripping, keep, size);
    stripper.next(bytes);
    stripper.next(null);
  };
  let size = 0;
  strip((part) => {
    size += part.byteLength;
  });
  if (size === bytes.byteLength && stripping.orientation === 1) return bytes;
  const whole = new Uint8Array(size);
  let at = 0;
  strip((part) => {
    whole.set(part, at);
    at += part.byteLength;
  }, size);
  return whole;
}

const WALKS: Record<string, (ahead: BytesAhead, orientation: number, size: number) => Walk> = {
  'image/jpeg': jpeg,
  'image/png': png,
  'image/webp': webp,
  'image/gif': gif,
};

const SOS = 0xda;
const EOI = 0xd9;
/** The bytes that identify a segment: its marker, its length and the longest name. */
const SEGMENT_HEAD = 15;

function* jpeg(ahead: BytesAhead, orientation: number): Walk {
  yield* ahead.keep(2);
  let upright = orientation === 1;
  while (yield* ahead.has(4)) {
    // Bytes between segments, which decoders skip.
    if (!isMarker(ahead.at(0), ahead.at(1))) {
      yield* ahead.dropUntil(isMarker);
      continue;
    }
    const marker = ahead.at(1);
    if (marker === EOI) break;
    if (marker === 0x01 || isRestart(marker)) {
      yield* ahead.drop(2);
      continue;
    }
    if (!upright && marker !== 0xe0) {
      ahead.put(exifOf(orientation));
      upright = true;
    }
    yield* ahead.has(SEGMENT_HEAD);
    const length = 2 + ahead.u16(2);
    if (isShown(ahead, marker)) yield* ahead.keep(length);
    else yield* ahead.drop(length);
    if (marker === SOS) yield* ahead.keepUntil((a, b) => isMarker(a, b) && !isRestart(b));
  }
  ahead.put(Uint8Array.of(0xff, EOI));
  yield* ahead.dropAll();
}

/** Neither data of a scan nor padding before a marker. */
const isMarker = (first: number, second: number) => first === 0xff && second !== 0 && second !== 0xff;
const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7;

/** Whether a segment affects how the picture looks. */
function isShown(ahead: BytesAhead, marker: number): boolean {
  if (marker === 0xe0) return ahead.says(4, 'JFIF');
  if (marker === 0xe2) return ahead.says(4, 'ICC_PROFILE');
  if (marker === 0xee) return ahead.says(4, 'Adobe');
  return marker !== 0xfe && (marker < 0xe0 || marker > 0xef);
}

/** EXIF with only the orientation. */
function exifOf(orientation: number): Uint8Array {
  const entry = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0];
  const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, ...entry, 0, 0, 0, 0];
  return Uint8Array.of(0xff, 0xe1, 0, 8 + tiff.length, 0x45, 0x78, 0x69, 0x66, 0, 0, ...tiff);
}

/** Kept in addition to the critical chunks, whose names begin with a capital letter. */
const PNG_CHUNKS = new Set(
  'tRNS gAMA cHRM sRGB iCCP sBIT bKGD pHYs hIST sPLT cICP mDCV cLLI acTL fcTL fdAT'.split(' '),
);

function* png(ahead: BytesAhead): Walk {
  yield* ahead.keep(8);
  while (yield* ahead.has(12)) {
    const length = 12 + ahead.u32(0);
    const name = ahead.text(4, 4);
    if (/^[A-Z]/.test(name) || PNG_CHUNKS.has(name)) yield* ahead.keep(length);
    else yield* ahead.drop(length);
    if (name === 'IEND') break;
  }
  yield* ahead.dropAll();
}

const WEBP_CHUNKS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
const WEBP_HAS_METADATA = 0x08 | 0x04;

function* webp(ahead: BytesAhead, _orientation: number, size: number): Walk {
  yield* ahead.keep(4);
  const rest = Math.max(0, size - 8);
  ahead.put(Uint8Array.of(rest, rest >> 8, rest >> 16, rest >> 24));
  yield* ahead.drop(4);
  yield* ahead.keep(4);
  while (yield* ahead.has(8)) {
    const length = ahead.u32(4, true);
    const name = ahead.text(0, 4);
    const whole = 8 + length + (length % 2);
    if (!WEBP_CHUNKS.has(name)) yield* ahead.drop(whole);
    else if (name === 'VP8X' && length > 0 && (yield* ahead.has(9))) {
      // The flags say which other chunks exist.
      const flags = ahead.at(8) & ~WEBP_HAS_METADATA;
      yield* ahead.keep(8);
      ahead.put(Uint8Array.of(flags));
      yield* ahead.drop(1);
      yield* ahead.keep(whole - 9);
    } else yield* ahead.keep(whole);
  }
  yield* ahead.dropAll();
}

const GIF_TABLE = (packed: number) => (packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0);
/** The extensions that say how often an animation repeats. */
const GIF_REPEATS = ['NETSCAPE2.0', 'ANIMEXTS1.0'];

function* gif(ahead: BytesAhead): Walk {
  yield* ahead.has(13);
  yield* ahead.keep(13 + GIF_TABLE(ahead.at(10)));
  while (yield* ahead.has(1)) {
    const kind = ahead.at(0);
    if (kind === 0x2c && (yield* ahead.has(10))) {
      yield* ahead.keep(11 + GIF_TABLE(ahead.at(9)));
      yield* ahead.passBlocks(true);
    } else if (kind === 0x21 && (yield* ahead.has(2))) {
      yield* ahead.has(14);
      const label = ahead.at(1);
      const repeats = label === 0xff && GIF_REPEATS.some((name) => ahead.says(3, name));
      const kept = repeats || (label !== 0xfe && label !== 0xff);
      if (kept) yield* ahead.keep(2);
      else yield* ahead.drop(2);
      yield* ahead.passBlocks(kept);
    } else {
      if (kind === 0x3b) yield* ahead.keep(1);
      break;
    }
  }
  yield* ahead.dropAll();
}
