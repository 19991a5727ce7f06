// Messages that came by several ways, each once.
import type { Message } from './records.ts';

/** Those that are known, with each of `found` as it is now; new ones come behind, in their order. */
export function merged(known: readonly Message[], found: readonly Message[]): Message[] {
  const fresh = new Map(found.map((one) => [one.id, one]));
  const kept = known.map((one) => {
    const now = fresh.get(one.id);
    fresh.delete(one.id);
    return now && now.version >= one.version ? now : one;
  });
  return [...kept, ...fresh.values()];
}
