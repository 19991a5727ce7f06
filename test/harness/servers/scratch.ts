// Where the databases, buckets and queues of a run's processes lie. Nothing of theirs outlives the run, and a disk that
// syncs each of their commits takes half of its time: so they lie in memory, where a machine has enough for them.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const IN_MEMORY = '/dev/shm';
const LEAST_BYTES = 2 * 1024 ** 3;
/** Before the ID of the process whose it is. */
const PREFIX = 'service-tests-';

function fits(): boolean {
  try {
    const mount = readFileSync('/proc/mounts', 'utf8').match(/^\S+ \/dev\/shm tmpfs (\S+)/m);
    // The browser of the journeys is unpacked there too, and begun.
    if (!mount || mount[1]!.split(',').includes('noexec')) return false;
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= LEAST_BYTES;
  } catch {
    return false;
  }
}

/** Removes what a run left that was killed. */
function removeLeftover(name: string): void {
  try {
    process.kill(Number(name.slice(PREFIX.length).split('-')[0]), 0);
  } catch (error) {
    // Another user's run is alive too, though it can't be signalled.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') return;
    rmSync(join(IN_MEMORY, name), { recursive: true, force: true });
  }
}

/** Has this process, and those it begins, keep temporary files in memory until it ends. TMPDIR, where it is set, stays. */
export function keepScratchInMemory(): void {
  if (process.env.TMPDIR || !fits()) return;
  for (const name of readdirSync(IN_MEMORY)) if (name.startsWith(PREFIX)) removeLeftover(name);
  const dir = mkdtempSync(join(IN_MEMORY, `${PREFIX}${process.pid}-`));
  process.env.TMPDIR = dir;
  process.on('exit', () => rmSync(dir, { recursive: true, force: true }));
}
