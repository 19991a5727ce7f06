const TEXT_UNIT = 2;
/** The approximate size of an entry besides its texts. */
const ENTRY = 100;

/**
 * An in-memory map for things that callers name: the oldest entry is dropped when there are too many, or when
 * they are too large together. So no caller can fill the memory that all share.
 */
export class BoundedMap<V> {
  readonly #entries = new Map<string, { value: V; bytes: number }>();
  readonly #most: { entries: number; bytes: number };
  readonly #lengthOf: (value: V) => number;
  #bytes = 0;

  /** @param lengthOf the approximate number of characters of a value. */
  constructor(most: { entries: number; bytes: number }, lengthOf: (value: V) => number = () => 0) {
    this.#most = most;
    this.#lengthOf = lengthOf;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Approximate. */
  get bytes(): number {
    return this.#bytes;
  }

  get(key: string): V | undefined {
    return this.#entries.get(key)?.value;
  }

  set(key: string, value: V): void {
    this.delete(key);
    const bytes = ENTRY + TEXT_UNIT * (key.length + this.#lengthOf(value));
    this.#entries.set(key, { value, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#most.entries && this.#bytes <= this.#most.bytes) return;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }
}
