// Returns modules that this process has loaded without asking for them again. The pool would call an object
// of its own at each `import()`, and ask the main process at each queue message. An import that two requests
// wait for may even fail, or keep a file from ending, if one of the requests ends meanwhile.

interface Runner {
  evaluatedModules: { getModuleByUrl(url: string): { meta?: unknown } | undefined };
  cachedModule(url: string, importer?: string): Promise<unknown>;
  cachedRequest(url: string, node: { promise?: unknown }, ...more: unknown[]): Promise<unknown>;
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

/** The module; undefined if it is still not there. */
async function withinPatience(loading: Promise<unknown>): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), process.known!.patienceMs);
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
  const loaded = new WeakMap<object, unknown>();
  const keep = (node: object, module: unknown): unknown => {
    loaded.set(node, module);
    return module;
  };
  runner.cachedRequest = async (url, node, ...more) => {
    const there = loaded.get(node);
    if (there !== undefined) return there;
    const begun = node.promise;
    try {
      const loading = cachedRequest(url, node, ...more);
      if (begun === undefined) return keep(node, await loading);
      // Another request began to load it, and if that one has ended meanwhile, nothing comes of it.
      const module = await withinPatience(loading);
      if (module !== undefined) return module;
    } catch (error) {
      delete node.promise;
      throw error;
    }
    if (node.promise === begun) delete node.promise;
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

export function setPatience(ms: number): void {
  process.known!.patienceMs = ms;
}
