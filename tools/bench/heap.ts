// What an isolate holds, as V8 says of its heap and buffers, asked again and again by the inspector. V8 collects garbage only
// when it runs out of room, so the isolate is given no more room than is allowed: what needs more ends the process, and the
// bench.

/** What the heap of an idle isolate holds, rounded up. */
export const IDLE_MIB = 7;
const MIB = 1024 * 1024;
const EVERY_MS = 10;

interface Heap {
  /** The most that is held while something runs, above what is held at rest, in MiB. */
  above(run: () => Promise<unknown>): Promise<number>;
  close(): void;
}

/** Starts a workerd whose isolates have so much heap. Miniflare passes V8's flags on by a variable alone. */
export async function confined<T>(mib: number, start: () => Promise<T>): Promise<T> {
  process.env.MINIFLARE_WORKERD_V8_FLAGS = `--max-heap-size=${mib}`;
  try {
    return await start();
  } finally {
    delete process.env.MINIFLARE_WORKERD_V8_FLAGS;
  }
}

export async function heapOf(inspector: URL): Promise<Heap> {
  const list = (await (await fetch(new URL('/json', inspector.href.replace(/^ws/, 'http')))).json()) as {
    id: string;
    webSocketDebuggerUrl: string;
  }[];
  const ours = list.find(({ id }) => id.includes('service'))!;
  const socket = new WebSocket(ours.webSocketDebuggerUrl);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', reject, { once: true });
  });
  const waiting = new Map<number, (result: Record<string, number>) => void>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data));
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  let last = 0;
  const ask = (method: string) =>
    new Promise<Record<string, number>>((resolve) => {
      waiting.set(++last, resolve);
      socket.send(JSON.stringify({ id: last, method }));
    });
  const held = async () => {
    const {
      usedSize = 0,
      embedderHeapUsedSize = 0,
      backingStorageSize = 0,
    } = await ask('Runtime.getHeapUsage');
    return usedSize + embedderHeapUsedSize + backingStorageSize;
  };
  return {
    async above(run) {
      const atRest = await held();
      let [most, asked] = [atRest, 0];
      const watch = setInterval(async () => {
        most = Math.max(most, await held());
        asked++;
      }, EVERY_MS);
      await run();
      clearInterval(watch);
      process.stderr.write(`(${(atRest / MIB).toFixed(1)} MiB at rest, asked ${asked} times) `);
      return (most - atRest) / MIB;
    },
    close: () => socket.close(),
  };
}
