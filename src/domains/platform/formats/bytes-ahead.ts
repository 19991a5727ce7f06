// Reads a file that arrives in pieces as if it were complete: a walk pauses where a piece ends and continues
// with the next one. It keeps only the bytes that the walk needs before it can decide.

import { Unusable } from './unusable.ts';

/** Yields when it needs more bytes. It never ends by itself: the bytes after the walk are dropped. */
export type Walk = Generator<void, void>;

type Wait<T = void> = Generator<void, T>;

const NOTHING = new Uint8Array(0);
/** Far more pieces than any program writes. Each costs time, and a large file could have many millions. */
const MOST_PIECES = 1_000_000;

export class BytesAhead {
  readonly #keep: (bytes: Uint8Array) => void;
  #ahead: Uint8Array = NOTHING;
  #ended = false;
  #pieces = 0;

  constructor(keep: (bytes: Uint8Array) => void) {
    this.#keep = keep;
  }

  /** Adds the next piece, or null for the end. */
  add(piece: Uint8Array | null): void {
    if (piece === null) {
      this.#ended = true;
      return;
    }
    const held = this.#ahead;
    if (held.byteLength === 0) {
      this.#ahead = piece;
      return;
    }
    this.#ahead = new Uint8Array(held.byteLength + piece.byteLength);
    this.#ahead.set(held);
    this.#ahead.set(piece, held.byteLength);
  }

  /** Waits until `count` bytes have arrived. False when the file ends before that. */
  *has(count: number): Wait<boolean> {
    while (this.#ahead.byteLength < count && !this.#ended) yield;
    return this.#ahead.byteLength >= count;
  }

  /** The byte at an index, or 0 if it has not arrived. */
  at(index: number): number {
    return this.#ahead[index] ?? 0;
  }

  u16(index: number): number {
    return this.at(index) * 256 + this.at(index + 1);
  }

  u32(index: number, little = false): number {
    return little
      ? this.at(index) + this.at(index + 1) * 256 + this.at(index + 2) * 65_536 + this.at(index + 3) * 2 ** 24
      : this.u16(index) * 65_536 + this.u16(index + 2);
  }

  text(index: number, length: number): string {
    return String.fromCharCode(...this.#ahead.subarray(index, index + length));
  }

  says(index: number, text: string): boolean {
    return this.text(index, text.length) === text;
  }

  /** Writes bytes that were not in the file. */
  put(bytes: Uint8Array): void {
    this.#keep(bytes);
  }

  /** Keeps bytes. Like `drop`, it throws Unusable for a file that consists of too many pieces. */
  keep(count: number): Wait {
    this.#count();
    return this.#pass(count, true);
  }

  drop(count: number): Wait {
    this.#count();
    return this.#pass(count, false);
  }

  dropAll(): Wait {
    return this.#pass(Number.POSITIVE_INFINITY, false);
  }

  keepUntil(found: (first: number, second: number) => boolean): Wait {
    return this.#passUntil(found, true);
  }

  dropUntil(found: (first: number, second: number) => boolean): Wait {
    return this.#passUntil(found, false);
  }

  /** Passes over bytes up to a matching pair that begins with 0xff, or to the end. */
  *#passUntil(found: (first: number, second: number) => boolean, kept: boolean): Wait {
    while (yield* this.has(2)) {
      const ahead = this.#ahead;
      const last = ahead.byteLength - 1;
      let at = ahead.indexOf(0xff);
      while (at >= 0 && at < last && !found(0xff, ahead[at + 1]!)) at = ahead.indexOf(0xff, at + 1);
      // A 0xff at the end of the piece may be the first byte of a pair.
      yield* this.#pass(at < 0 ? ahead.byteLength : at, kept);
      if (at >= 0 && at < last) return;
    }
    yield* this.#pass(1, kept);
  }

  /** Passes over the blocks of a GIF, each with its length before it, up to an empty one. */
  *passBlocks(kept: boolean): Wait {
    while (yield* this.has(1)) {
      const ahead = this.#ahead;
      let end = 0;
      while (end < ahead.byteLength && ahead[end] !== 0) end += ahead[end]! + 1;
      const last = end < ahead.byteLength;
      yield* this.#pass(last ? end + 1 : end, kept);
      if (last) return;
    }
  }

  #count(): void {
    if (++this.#pieces > MOST_PIECES)
      throw new Unusable('too_complex', 'The picture is stored in too many pieces.');
  }

  *#pass(count: number, kept: boolean): Wait {
    for (let left = count; left > 0; ) {
      if (this.#ahead.byteLength === 0) {
        if (this.#ended) return;
        yield;
        continue;
      }
      const part = this.#ahead.subarray(0, left);
      this.#ahead = this.#ahead.subarray(part.byteLength);
      left -= part.byteLength;
      if (kept) this.#keep(part);
    }
  }
}
