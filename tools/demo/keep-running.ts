// Workers that end by themselves are started again: a fault of the local platform must not end a session of work.
import type { WorkerProcess } from './worker-process.ts';

/**
 * Starts Workers, and again whenever they end by themselves. Throws when the first start fails.
 * @param start begins them, and is all that has to be done again.
 * @param givenUp is called when they do not come up again.
 */
export async function keepRunning(
  name: string,
  start: () => Promise<WorkerProcess>,
  print: (line: string) => void,
  givenUp: () => void,
): Promise<{ stop(): Promise<void> }> {
  let stopping = false;
  let running = await start();
  let reviving: Promise<void> = Promise.resolve();
  const watch = () => {
    running.child.once('exit', () => {
      if (!stopping) reviving = revive();
    });
  };
  const revive = async () => {
    try {
      print(`${name} ended by itself. Starting it again: requests that were under way are lost …`);
      // What is left of its group must let go of ports and databases.
      await running.stop();
      if (stopping) return;
      running = await start();
      print(`${name} is back.`);
      if (stopping) await running.stop();
      else watch();
    } catch (error) {
      print(`${name} does not come back. ${(error as Error).message}`);
      if (!stopping) givenUp();
    }
  };
  watch();
  return {
    async stop() {
      stopping = true;
      await running.stop();
      await reviving;
    },
  };
}
