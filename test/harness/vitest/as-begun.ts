// A process runs one file after another. What a file replaces and leaves replaced would be the next one's: the clock that
// it held, or the `fetch` that it recorded. What it only stubs again to restore it is even remembered for as long as the
// process lives, and put back at the next `vi.unstubAllGlobals`.
import { vi } from 'vitest';

/** Set once the process's own wrappers of `fetch` are loaded, before any file. */
const once = globalThis as { ownFetch?: typeof fetch };
once.ownFetch ??= globalThis.fetch;

/** Puts back what this process began with. */
export function asBegun(): void {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  globalThis.fetch = once.ownFetch!;
}
