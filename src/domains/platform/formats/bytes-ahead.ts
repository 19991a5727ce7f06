// A file that comes in pieces, read as if it were there whole: a walk over it stops where the piece ends, and goes on with
// the next one. Nothing is held but what a walk wants to see before it decides.

import { Unusable } from './unusable.ts';

/** Yields when it has to see more. It never ends by itself: what is left over is dropped. */
export type Walk = Generator<void, void>;

type Wait<T = void> = Generator<void, T>;

const NOTHING = new Uint8Array(0);
/** Far beyond what any program writes: each takes its moment, and a large file could hold many millions. */
const MOST_PIECES = 1_000_000;

export class BytesAhead {
  readonly #keep: (bytes: Uint8Array) => void;
  #ahead: Uint8Array = NOTHING;
  #ended = false;
  #pieces = 0;

  constructor(keep: (bytes: Uint8Array) => void) {
    this.#keep = keep;
  }

  /** The next piece, or null for the end. */
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

  /** Waits until `count` bytes are there. False when the file ends before. */
  *has(count: number): Wait<boolean> {
    while (this.#ahead.byteLength < count && !this.#ended) yield;
    return this.#ahead.byteLength >= count;
  }

  /** A byte that is there, else 0. */
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

  /** Adds what was not in the file. */
  put(bytes: Uint8Array): void {
    this.#keep(bytes);
  }

  /** Throws Unusable, as `drop` does, for a file that is made of too many pieces. */
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

  /** Up to a pair of bytes of which the first is 0xff, or to the end. */
  *#passUntil(found: (first: number, second: number) => boolean, kept: boolean): Wait {
    while (yield* this.has(2)) {
      const ahead = this.#ahead;
      const last = ahead.byteLength - 1;
      let at = ahead.indexOf(0xff);
      while (at >= 0 && at < last && !found(0xff, ahead[at + 1]!)) at = ahead.indexOf(0xff, at + 1);
      // A 0xff at the end of the piece may be the first of a pair.
      yield* this.#pass(at < 0 ? ahead.byteLength : at, kept);
      if (at >= 0 && at < last) return;
    }
    yield* this.#pass(1, kept);
  }

  /** The blocks of a GIF, each after its length, up to an empty one. */
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
