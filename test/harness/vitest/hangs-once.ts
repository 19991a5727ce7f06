// A module whose first loading never ends, as if the request that loads it had ended.
const process = globalThis as { hung?: true };
if (!process.hung) {
  process.hung = true;
  await new Promise(() => undefined);
}
export const loaded = true;
