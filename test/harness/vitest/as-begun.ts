// A process runs one file after another. What a file replaces and leaves replaced would be the next one's: the clock that
// it held, or the `fetch` that it recorded. `vi.unstubAllGlobals` may even put back one from before a file's own imports.
import { vi } from 'vitest';

const once = globalThis as { ownFetch?: typeof fetch };
once.ownFetch ??= globalThis.fetch;

/** Puts back what this process began with. */
export function asBegun(): void {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  globalThis.fetch = once.ownFetch!;
}
