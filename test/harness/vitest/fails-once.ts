// A module that can't be loaded the first time, for patches.test.ts.
const process = globalThis as { failedOnce?: true };
if (!process.failedOnce) {
  process.failedOnce = true;
  throw new Error('not this time');
}
export const loaded = true;
