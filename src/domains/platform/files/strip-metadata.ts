// Takes out of a picture what a device or a program wrote beside its pixels: where, when and by whom it was taken, and
// previews of it uncropped. What a picture needs to look right stays: its colours' profile, and which way is up.

/**
 * The picture without it; the same bytes when there is none. What follows the picture's end goes too. A damaged one
 * keeps what can't be told apart.
 * @param orientation as EXIF counts it, 1 to 8; only a JPEG's is shown by all browsers.
 */
export function stripMetadata(type: string, bytes: Uint8Array, orientation: number): Uint8Array {
  const strip = STRIPPERS[type];
  if (!strip) return bytes;
  const kept = strip(bytes, orientation);
  const size = kept.reduce((sum, part) => sum + part.byteLength, 0);
  if (size === bytes.byteLength && orientation === 1) return bytes;
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of kept) {
    whole.set(part, at);
    at += part.byteLength;
  }
  if (type === 'image/webp') finishWebp(whole);
  return whole;
}

type Stripper = (bytes: Uint8Array, orientation: number) => Uint8Array[];

const STRIPPERS: Record<string, Stripper> = {
  'image/jpeg': jpegParts,
  'image/png': pngParts,
  'image/webp': webpParts,
  'image/gif': gifParts,
};

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const textAt = (bytes: Uint8Array, at: number, length: number) =>
  String.fromCharCode(...bytes.subarray(at, at + length));

const SOS = 0xda;
const EOI = 0xd9;

function jpegParts(bytes: Uint8Array, orientation: number): Uint8Array[] {
  const view = viewOf(bytes);
  const parts = [bytes.subarray(0, 2)];
  let upright = orientation === 1;
  for (let at = 2; at + 4 <= bytes.byteLength; ) {
    // Bytes between segments, which decoders skip.
    if (bytes[at] !== 0xff || bytes[at + 1] === 0xff || bytes[at + 1] === 0) {
      at++;
      continue;
    }
    const marker = bytes[at + 1]!;
    if (marker === EOI) break;
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) {
      at += 2;
      continue;
    }
    const end = marker === SOS ? scanEnd(bytes, at) : at + 2 + view.getUint16(at + 2);
    if (!upright && marker !== 0xe0) {
      parts.push(exifOf(orientation));
      upright = true;
    }
    if (isShown(bytes, at, marker)) parts.push(bytes.subarray(at, end));
    at = end;
  }
  parts.push(Uint8Array.of(0xff, EOI));
  return parts;
}

/** Whether a segment is part of how the picture looks. */
function isShown(bytes: Uint8Array, at: number, marker: number): boolean {
  if (marker === 0xe0) return textAt(bytes, at + 4, 4) === 'JFIF';
  if (marker === 0xe2) return textAt(bytes, at + 4, 11) === 'ICC_PROFILE';
  if (marker === 0xee) return textAt(bytes, at + 4, 5) === 'Adobe';
  return marker !== 0xfe && (marker < 0xe0 || marker > 0xef);
}

/** Where the data of a scan ends: at the next marker that is no restart. */
function scanEnd(bytes: Uint8Array, start: number): number {
  let at = start + 2;
  for (; at + 1 < bytes.byteLength; at++) {
    if (bytes[at] !== 0xff) continue;
    const next = bytes[at + 1]!;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return bytes.byteLength;
}

/** EXIF that says which way is up, and nothing else. */
function exifOf(orientation: number): Uint8Array {
  const entry = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0];
  const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, ...entry, 0, 0, 0, 0];
  return Uint8Array.of(0xff, 0xe1, 0, 8 + tiff.length, 0x45, 0x78, 0x69, 0x66, 0, 0, ...tiff);
}

/** Beside those that a picture can't be without, whose names begin with a capital. */
const PNG_CHUNKS = new Set(
  'tRNS gAMA cHRM sRGB iCCP sBIT bKGD pHYs hIST sPLT cICP mDCV cLLI acTL fcTL fdAT'.split(' '),
);

function pngParts(bytes: Uint8Array): Uint8Array[] {
  const view = viewOf(bytes);
  const parts = [bytes.subarray(0, 8)];
  for (let at = 8; at + 12 <= bytes.byteLength; ) {
    const name = textAt(bytes, at + 4, 4);
    const end = at + 12 + view.getUint32(at);
    if (/^[A-Z]/.test(name) || PNG_CHUNKS.has(name)) parts.push(bytes.subarray(at, end));
    if (name === 'IEND') break;
    at = end;
  }
  return parts;
}

const WEBP_CHUNKS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
const WEBP_HAS_METADATA = 0x08 | 0x04;

function webpParts(bytes: Uint8Array): Uint8Array[] {
  const view = viewOf(bytes);
  const parts = [bytes.subarray(0, 12)];
  for (let at = 12; at + 8 <= bytes.byteLength; ) {
    const size = view.getUint32(at + 4, true);
    const end = at + 8 + size + (size % 2);
    if (WEBP_CHUNKS.has(textAt(bytes, at, 4))) parts.push(bytes.subarray(at, end));
    at = end;
  }
  return parts;
}

/** Writes into the header what the picture is without its metadata. */
function finishWebp(bytes: Uint8Array): void {
  viewOf(bytes).setUint32(4, bytes.byteLength - 8, true);
  if (textAt(bytes, 12, 4) === 'VP8X') bytes[20]! &= ~WEBP_HAS_METADATA;
}

const GIF_TABLE = (packed: number) => (packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0);
/** How often an animation repeats. */
const GIF_REPEATS = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0']);

function gifParts(bytes: Uint8Array): Uint8Array[] {
  const start = 13 + GIF_TABLE(bytes[10] ?? 0);
  const parts = [bytes.subarray(0, start)];
  for (let at = start; at < bytes.byteLength; ) {
    const kind = bytes[at];
    if (kind === 0x3b) {
      parts.push(bytes.subarray(at, at + 1));
      break;
    }
    if (kind !== 0x21 && kind !== 0x2c) break;
    const label = bytes[at + 1];
    const blocks = kind === 0x21 ? at + 2 : at + 11 + GIF_TABLE(bytes[at + 9] ?? 0);
    const end = gifBlocksEnd(bytes, blocks);
    const repeats = label === 0xff && GIF_REPEATS.has(textAt(bytes, at + 3, 11));
    if (kind === 0x2c || (label !== 0xfe && label !== 0xff) || repeats) parts.push(bytes.subarray(at, end));
    at = end;
  }
  return parts;
}

function gifBlocksEnd(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.byteLength && bytes[at] !== 0) at += bytes[at]! + 1;
  return at + 1;
}
