// Returns modules that this process has loaded without asking for them again. The pool would call an object
// of its own at each `import()`, and ask the main process at each queue message. An import that two requests
// wait for may even fail, or keep a file from ending, if one of the requests ends meanwhile.
import { unheld } from '../clock.ts';

interface Node {
  meta?: unknown;
  promise?: Promise<unknown>;
}

interface Runner {
  evaluatedModules: {
    getModuleByUrl(url: string): Node | undefined;
    getModulesByFile(file: string): Set<Node> | undefined;
    invalidateModule(node: Node): void;
  };
  cachedModule(url: string, importer?: string): Promise<unknown>;
  cachedRequest(url: string, node: Node, ...more: unknown[]): Promise<unknown>;
  vitestOptions: { transport: { resolveId(id: string, importer?: string): Promise<unknown> } };
}

/** How many modules were returned without asking, and how many names were resolved once for all. */
interface Known {
  modules: number;
  names: number;
  /** How long a module is waited for that another request is loading. */
  patienceMs: number;
}

/** Longer than a module takes to load on a busy machine, and shorter than a test's limit. */
export const PATIENCE_MS = 30_000;

/** The module; undefined if it is still not there. @param waitedMs how long it has been loading already. */
async function withinPatience(loading: Promise<unknown>, waitedMs: number): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    const { patienceMs } = process.known!;
    timer = setTimeout(() => resolve(undefined), Math.max(patienceMs / 10, patienceMs - waitedMs));
  });
  try {
    return await Promise.race([loading, late]);
  } finally {
    clearTimeout(timer);
  }
}

type WithRunner = { __vitest_mocker__: { moduleRunner: Runner }; known?: Known };

const process = globalThis as unknown as WithRunner;
if (!process.known) {
  const counts: Known = { modules: 0, names: 0, patienceMs: PATIENCE_MS };
  process.known = counts;
  const { moduleRunner: runner } = process.__vitest_mocker__;
  const cachedModule = runner.cachedModule.bind(runner);
  runner.cachedModule = async (url, importer) => {
    const known = runner.evaluatedModules.getModuleByUrl(url);
    if (!known?.meta) return await cachedModule(url, importer);
    counts.modules++;
    return known;
  };
  // A request that goes on behind the end of its file can't load what it has not loaded before. Without this the failure would
  // stay, for every later file of the process.
  const cachedRequest = runner.cachedRequest.bind(runner);
  // By what loaded it: each file's setup is evaluated anew, for which the pool takes that from the module.
  const loaded = new WeakMap<object, unknown>();
  // A request that has ended left all modules that it was loading, one within the other. Each by itself would be waited for.
  const begunAt = new WeakMap<object, number>();
  const keep = (node: Node, module: unknown): unknown => {
    if (node.promise) loaded.set(node.promise, module);
    return module;
  };
  runner.cachedRequest = async (url, node, ...more) => {
    const begun = node.promise;
    if (begun !== undefined && loaded.has(begun)) return loaded.get(begun);
    try {
      if (begun === undefined) begunAt.set(node, unheld());
      const loading = cachedRequest(url, node, ...more);
      if (begun === undefined) return keep(node, await loading);
      // Another request began to load it, and if that one has ended meanwhile, nothing comes of it.
      const module = await withinPatience(loading, unheld() - (begunAt.get(node) ?? 0));
      if (module !== undefined) return module;
    } catch (error) {
      delete node.promise;
      throw error;
    }
    if (node.promise === begun) delete node.promise;
    begunAt.set(node, unheld());
    return await cachedRequest(url, node, ...more);
  };
  const { transport } = runner.vitestOptions;
  const { resolveId } = transport;
  const resolved = new Map<string, unknown>();
  transport.resolveId = async (id, importer) => {
    const key = `${importer ?? ''} ${id}`;
    if (resolved.has(key)) counts.names++;
    else resolved.set(key, await resolveId(id, importer));
    return resolved.get(key);
  };
}

export const known = (): Known => ({ ...process.known! });

/** Forgets the modules of a file, as the pool does with setup files before each test file. */
export function forget(file: string): void {
  const { evaluatedModules } = process.__vitest_mocker__.moduleRunner;
  for (const node of evaluatedModules.getModulesByFile(file) ?? []) evaluatedModules.invalidateModule(node);
}

export function setPatience(ms: number): void {
  process.known!.patienceMs = ms;
}
