// Restarts Workers that end by themselves, and retries those that do not start: a fault of the local platform
// should not interrupt a developer's session.
import { untilDone } from './until-done.ts';
import type { WorkerProcess } from './worker-process.ts';

/** The pause from the second time on that they end soon after a start. */
const PAUSE_MS = 2_000;
const SOON_MS = 10_000;

export interface Kept {
  /** Resolves when they run for the first time. */
  up: Promise<void>;
  /**
   * Stops them and starts them again. Throws when they do not start: they are then not running, and the start
   * is retried.
   */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts Workers, retrying until they run, and restarts them whenever they end by themselves.
 * @param start starts them, and is all that has to be repeated.
 */
export function keepRunning(
  name: string,
  start: () => Promise<WorkerProcess>,
  print: (line: string) => void,
): Kept {
  let stopping = false;
  let starting = false;
  let running: WorkerProcess | null = null;
  // Starts and stops, one after another.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(step: () => Promise<T>): Promise<T> => {
    const next = last.then(step);
    last = next.catch(() => undefined);
    return next;
  };
  const begin = async () => {
    if (stopping) return;
    const began = performance.now();
    starting = true;
    const own = await start().finally(() => {
      starting = false;
    });
    running = own;
    own.child.once('exit', () => {
      if (running === own && !stopping) void revive(own, performance.now() - began < SOON_MS);
    });
    // It may have ended before anybody listened.
    if (own.child.exitCode !== null || own.child.signalCode !== null) own.child.emit('exit');
  };
  const end = async () => {
    const own = running;
    running = null;
    await own?.stop();
  };
  let bringing: Promise<void> | null = null;
  // Each attempt takes its own turn, so that `restart` can start a fixed source in between.
  const bringUp = () => {
    bringing ??= untilDone(name, () => inTurn(async () => void (running ?? (await begin()))), print).finally(
      () => {
        bringing = null;
      },
    );
    return bringing;
  };
  const comeBack = async () => {
    if (running || stopping) return;
    await bringUp();
    if (!stopping) print(`${name} is back.`);
  };
  const revive = async (ended: WorkerProcess, soon: boolean) => {
    const gone = await inTurn(async () => {
      if (running !== ended || stopping) return false;
      print(`${name} ended by itself. Starting it again: requests that were under way are lost …`);
      // The rest of its process group must release ports and databases.
      await end();
      return true;
    });
    if (!gone) return;
    if (soon) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    await comeBack();
  };
  return {
    up: bringUp(),
    restart: () =>
      inTurn(async () => {
        await end();
        await begin();
      }).catch((error) => {
        // The caller may start better ones; without that, these are retried.
        setTimeout(() => void comeBack(), PAUSE_MS);
        throw error;
      }),
    async stop() {
      stopping = true;
      // Workers that are still starting end with this process (startBuilt).
      if (!starting) await inTurn(end);
    },
  };
}
