// Detects a video that was cut off by an interrupted upload or copy: its outermost structure continues beyond
// the end of the file. The index alone does not show that when it is at the front.

type Read = (start: number, end: number) => Promise<Uint8Array>;

/**
 * A fragmented MP4 may have thousands of boxes; the first ones are enough to find an end that is far beyond
 * the file.
 */
const MOST_BOXES = 64;
/** Anything else after the last box is a trailer written by some camera, not a box that was cut off. */
const KNOWN_BOXES = new Set(['moov', 'mdat', 'moof', 'free', 'skip', 'wide', 'mfra']);

export async function isCutOff(type: string, size: number, read: Read): Promise<boolean> {
  return type === 'video/webm' ? await segmentIsCutOff(size, read) : await boxIsCutOff(size, read);
}

async function boxIsCutOff(size: number, read: Read): Promise<boolean> {
  let at = 0;
  for (let boxes = 0; boxes < MOST_BOXES && at + 8 <= size; boxes++) {
    const header = viewOf(await read(at, Math.min(at + 16, size)));
    const name = String.fromCharCode(...new Uint8Array(header.buffer, header.byteOffset + 4, 4));
    let length = header.getUint32(0);
    // A length of 0 means "to the end of the file".
    if (length === 0) return false;
    if (length === 1) length = header.byteLength < 16 ? size : Number(header.getBigUint64(8));
    if (at + length > size) return KNOWN_BOXES.has(name);
    if (length < 8) return false;
    at += length;
  }
  return false;
}

/** A WebM is an EBML header and one Segment, whose size a live recording leaves undefined. */
async function segmentIsCutOff(size: number, read: Read): Promise<boolean> {
  const view = viewOf(await read(0, Math.min(256, size)));
  const header = elementAt(view, 0);
  const segment = header && elementAt(view, header.end);
  return segment?.id === 0x18538067 && segment.end > size;
}

/**
 * An EBML element with a 4-byte ID and its end, which is 0 when its size is undefined. Null outside the view.
 */
function elementAt(view: DataView, at: number): { id: number; end: number } | null {
  if (at + 5 > view.byteLength) return null;
  const first = view.getUint8(at + 4);
  const bytes = Math.clz32(first) - 23;
  if (bytes > 8 || at + 4 + bytes > view.byteLength) return null;
  let length = first & (0xff >> bytes);
  let open = length === 0xff >> bytes;
  for (let i = 1; i < bytes; i++) {
    const byte = view.getUint8(at + 4 + i);
    length = length * 256 + byte;
    open &&= byte === 0xff;
  }
  return { id: view.getUint32(at), end: open ? 0 : at + 4 + bytes + length };
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
