// What of the demo was made so far, noted step by step beside the demo file. A start that was stopped in the middle, or a part
// that failed, is followed by one that goes on where it was.
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Steps {
  /**
   * What the step `name` made, now or in an earlier run. What is stopped between making and noting is made again: so `make` asks
   * first, or calls with the Idempotency-Key it is given. A step that is under way already is not begun beside itself.
   */
  once<T>(name: string, make: (key: string) => Promise<T>): Promise<T>;
}

interface Noted {
  /** The demo's brand: another demo in the same folder begins anew. */
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
    // One that could not be written does not keep the next from it, which writes all of them.
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
