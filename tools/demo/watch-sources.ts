// When a source file is written, `npm run dev` rebuilds the Workers that contain it, and restarts them.
import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { BuildFailed, buildPages, goBack, refresh, sourcesNow } from './builds.ts';
import { firstLine } from './until-done.ts';

const root = join(import.meta.dirname, '../..');
const WATCHED = ['src', 'queues', 'durable-objects', 'simulators', 'migrations', 'public'];
/** Programs write a file in several steps, and often several files together. */
const QUIET_MS = 150;

/** Workers that run in one process. */
export interface Running {
  configs: readonly string[];
  /** Starts the process again. Throws when it does not start. */
  restart(): Promise<void>;
}

/**
 * Rebuilds and restarts what has changed, until the returned function is called. A source that does not build
 * and a Worker that does not start are reported, and the previous version keeps running.
 */
export function watchSources(
  processes: readonly Running[],
  built: string,
  print: (line: string) => void,
): () => Promise<void> {
  const configs = processes.flatMap((one) => [...one.configs]);
  const migrations = new Set(migrationFiles());
  let tried = sourcesNow(configs, built);
  const watchers = new Map<string, FSWatcher>();
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> = Promise.resolve();
  let ended = false;
  let unwatched = false;

  const look = async () => {
    watchFolders();
    for (const file of migrationFiles().filter((name) => !migrations.has(name))) {
      migrations.add(file);
      print(`New migration ${file}: stop npm run dev and start it again, which applies it.`);
    }
    try {
      await buildPages();
      const now = sourcesNow(configs, built);
      if (ended || now === tried) return;
      // The state before the build, so that changes during the build are noticed afterwards.
      tried = now;
      const began = performance.now();
      const changed = await refresh(configs, built);
      for (const one of processes) {
        const own = one.configs.filter((config) => changed.includes(config));
        if (ended || own.length === 0) continue;
        try {
          await one.restart();
          print(`Built and started again: ${own.join(', ')} (${seconds(performance.now() - began)} s)`);
        } catch (error) {
          if (!goBack(own, built)) throw error;
          print(`${firstLine(error)} The service goes on as it was before.`);
          await one.restart();
        }
      }
    } catch (error) {
      if (!(error instanceof BuildFailed)) throw error;
      // The next write to any file may fix it, even to a file that no Worker contained so far.
      tried = '';
      print(`Not built; the service goes on as it was.\n${error.message}`);
    }
  };
  const arm = () => {
    clearTimeout(timer);
    if (ended) return;
    timer = setTimeout(() => {
      working = working.then(look).catch((error: Error) => print(error.message));
    }, QUIET_MS);
  };
  const watchFolders = () => {
    const folders = new Set(WATCHED.flatMap((folder) => [folder, ...foldersBelow(folder)]));
    for (const [folder, watcher] of watchers)
      if (!folders.has(folder) && folder !== '') {
        watcher.close();
        watchers.delete(folder);
      }
    // Watches each folder separately, because then every system also notices files that are replaced.
    for (const folder of ['', ...folders]) {
      if (watchers.has(folder)) continue;
      try {
        const watcher = watch(join(root, folder), arm);
        watcher.on('error', () => {
          watcher.close();
          watchers.delete(folder);
        });
        watchers.set(folder, watcher);
      } catch (error) {
        // The folder may be gone by now; otherwise the system has no watchers left.
        if (unwatched || (error as NodeJS.ErrnoException).code === 'ENOENT') continue;
        unwatched = true;
        print(`Not all sources are watched: ${firstLine(error)} Start npm run dev again after a change.`);
      }
    }
  };
  watchFolders();
  return async () => {
    ended = true;
    clearTimeout(timer);
    for (const watcher of watchers.values()) watcher.close();
    await working;
  };
}

const seconds = (ms: number) => (ms / 1000).toFixed(1);

function foldersBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}

function migrationFiles(): string[] {
  return ['migrations/main', 'migrations/events', 'migrations/search'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.sql'))
      .map((name) => `${folder}/${name}`),
  );
}
