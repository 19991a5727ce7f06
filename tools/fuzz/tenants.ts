import type { Random } from '../random.ts';

export interface Caller {
  key: string;
  /** The value of Service-Account. */
  as?: string;
}

/** An account with records of its own, which no other tenant may see. */
export class Tenant {
  readonly callers: readonly Caller[];
  /** IDs by their prefix. */
  readonly #ids = new Map<string, string[]>();
  readonly #public = new Set<string>();
  readonly #written = new Set<string>();

  constructor(callers: readonly Caller[], ids: readonly string[]) {
    this.callers = callers;
    for (const id of ids) this.add(id);
  }

  /** Keeps only a few IDs of each kind, so that requests affect each other's records. */
  add(id: string): void {
    if (this.#public.has(id)) return;
    const prefix = id.slice(0, id.indexOf('_'));
    const known = this.#ids.get(prefix) ?? [];
    if (known.length < 40) this.#ids.set(prefix, [...known, id]);
  }

  /**
   * From now on, everything that a text shows is public, such as a program of the network with its account.
   */
  publish(text: string): void {
    for (const id of text.match(/\b[a-z]+_[0-9a-z]{26}\b/g) ?? []) this.#public.add(id);
    for (const [prefix, ids] of this.#ids) {
      this.#ids.set(
        prefix,
        ids.filter((id) => !this.#public.has(id)),
      );
    }
  }

  /**
   * IDs that the tenant itself wrote and the service accepted, such as accounts to hide a record from, may be
   * returned to it.
   */
  wrote(text: string): void {
    for (const id of text.match(/\b[a-z]+_[0-9a-z]{26}\b/g) ?? []) this.#written.add(id);
  }

  hasWritten(id: string): boolean {
    return this.#written.has(id);
  }

  any(prefix: string, random: Random): string | null {
    const known = this.#ids.get(prefix);
    return known && known.length > 0 ? random.pick(known) : null;
  }

  all(): string[] {
    return [...this.#ids.values()].flat();
  }
}

/** An ID that belongs to no record. */
export function missingId(prefix: string, random: Random): string {
  const tail = Array.from({ length: 26 }, () => random.pick([...'0123456789abcdefghjkmnpqrstvwxyz']));
  return `${prefix}_${tail.join('')}`;
}
