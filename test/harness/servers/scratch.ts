// The folder for the databases, buckets and queues of a run's processes. Nothing in it outlives the run, and
// a disk that syncs each commit would take half of the time. So it is in memory, if the machine has enough.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const IN_MEMORY = '/dev/shm';
const LEAST_BYTES = 2 * 1024 ** 3;
/** The prefix before the ID of the owning process. */
const PREFIX = 'service-tests-';

function fits(): boolean {
  try {
    const mount = readFileSync('/proc/mounts', 'utf8').match(/^\S+ \/dev\/shm tmpfs (\S+)/m);
    // The journeys' browser is unpacked and started there too.
    if (!mount || mount[1]!.split(',').includes('noexec')) return false;
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= LEAST_BYTES;
  } catch {
    return false;
  }
}

/** Removes what a killed run left. */
function removeLeftover(name: string): void {
  try {
    process.kill(Number(name.slice(PREFIX.length).split('-')[0]), 0);
  } catch (error) {
    // Another user's run is alive too, although we may not signal it.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') return;
    rmSync(join(IN_MEMORY, name), { recursive: true, force: true });
  }
}

/**
 * Makes this process and its children keep temporary files in memory until it ends. TMPDIR, if it is set,
 * stays.
 */
export function keepScratchInMemory(): void {
  if (process.env.TMPDIR || !fits()) return;
  for (const name of readdirSync(IN_MEMORY)) if (name.startsWith(PREFIX)) removeLeftover(name);
  const dir = mkdtempSync(join(IN_MEMORY, `${PREFIX}${process.pid}-`));
  process.env.TMPDIR = dir;
  // The same packages are loaded by dozens of processes. wrangler alone takes over a second to compile.
  process.env.NODE_COMPILE_CACHE ??= join(dir, 'compiled');
  process.on('exit', () => rmSync(dir, { recursive: true, force: true }));
}
