// Stores which steps of the demo are done, beside the demo file, so that a start that was stopped in the
// middle, or a part that failed, continues where it stopped.
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Steps {
  /**
   * The result of the step `name`, from this run or an earlier one. A step that was stopped before its result
   * was stored runs again: so `make` checks first, or calls with the given Idempotency-Key. A step that is
   * already under way is not started twice.
   */
  once<T>(name: string, make: (key: string) => Promise<T>): Promise<T>;
}

interface Noted {
  /** The demo's brand: with another brand's demo in the same folder, all steps start again. */
  brand: string;
  made: Record<string, unknown>;
}

export async function openSteps(dir: string, brand: string): Promise<Steps> {
  const path = join(dir, 'demo-steps.json');
  const known = await readNoted(path);
  const noted: Noted = known?.brand === brand ? known : { brand, made: {} };
  let writing: Promise<unknown> = Promise.resolve();
  const write = async () => {
    await writeFile(`${path}.new`, JSON.stringify(noted), { mode: 0o600 });
    await rename(`${path}.new`, path);
  };
  const underWay = new Map<string, Promise<unknown>>();
  const take = async <T>(name: string, make: (key: string) => Promise<T>): Promise<T> => {
    const made = await make(`demo-${name}`);
    noted.made[name] = made;
    // A failed write does not stop the next one, which writes all steps.
    writing = writing.catch(() => undefined).then(write);
    await writing;
    return made;
  };
  return {
    async once<T>(name: string, make: (key: string) => Promise<T>): Promise<T> {
      if (Object.hasOwn(noted.made, name)) return noted.made[name] as T;
      const taken = underWay.get(name) ?? take(name, make).finally(() => underWay.delete(name));
      underWay.set(name, taken);
      return (await taken) as T;
    },
  };
}

async function readNoted(path: string): Promise<Noted | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Noted;
  } catch {
    return null;
  }
}
