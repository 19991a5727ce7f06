// Workers that end by themselves are started again: a fault of the local platform must not end a session of work.
import type { WorkerProcess } from './worker-process.ts';

/** From the second time on that they end soon after a start. */
const PAUSE_MS = 2_000;
const SOON_MS = 10_000;

export interface Kept {
  /** Ends them and starts them again. Throws when they do not come up: then they are not running. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts Workers, and again whenever they end by themselves. Throws when the first start fails.
 * @param start begins them, and is all that has to be done again.
 */
export async function keepRunning(
  name: string,
  start: () => Promise<WorkerProcess>,
  print: (line: string) => void,
): Promise<Kept> {
  let stopping = false;
  let running: WorkerProcess | null = null;
  // Starts and ends, one after the other.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(step: () => Promise<T>): Promise<T> => {
    const next = last.then(step);
    last = next.catch(() => undefined);
    return next;
  };
  const begin = async () => {
    if (stopping) return;
    const began = performance.now();
    const own = await start();
    running = own;
    own.child.once('exit', () => {
      if (running === own && !stopping) void inTurn(() => revive(own, performance.now() - began < SOON_MS));
    });
    // It may have ended before anybody listened.
    if (own.child.exitCode !== null || own.child.signalCode !== null) own.child.emit('exit');
  };
  const end = async () => {
    const own = running;
    running = null;
    await own?.stop();
  };
  const revive = async (ended: WorkerProcess, soon: boolean) => {
    if (running !== ended || stopping) return;
    print(`${name} ended by itself. Starting it again: requests that were under way are lost …`);
    // What is left of its group must let go of ports and databases.
    await end();
    if (soon) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    for (;;) {
      try {
        await begin();
        if (!stopping) print(`${name} is back.`);
        return;
      } catch (error) {
        print(`${name} does not come back, and is tried again. ${(error as Error).message.split('\n')[0]}`);
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    }
  };
  await inTurn(begin);
  return {
    restart: () =>
      inTurn(async () => {
        await end();
        await begin();
      }),
    async stop() {
      stopping = true;
      await inTurn(end);
    },
  };
}
