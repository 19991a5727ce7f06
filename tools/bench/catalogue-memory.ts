// How much memory the isolate takes that reads a shop's whole list: what V8 says of its heap and buffers, asked again and
// again by the inspector. V8 collects garbage only when it runs out of room, so it has no more room than is allowed: a
// list that needs more ends the process, and the bench.
import { type Row, withInstances } from './cases.ts';
import { connect, listWhole, withShop } from './catalogue.ts';
import { type Bundles, startOurs } from './instances.ts';
import { setScene } from './scene.ts';

const MOST_MIB = 32;
/** What the heap of an idle isolate holds, rounded up. */
const IDLE_MIB = 7;
const MIB = 1024 * 1024;
const EVERY_MS = 10;

/** The most that the isolate held while it read 400,000 lines, above what it holds at rest. */
export async function catalogueMemory(bundles: Bundles): Promise<Row> {
  return await withShop((_, settings) =>
    withInstances(
      [() => confined(() => startOurs(bundles, settings, { inspectorPort: 0 }))],
      async (ours) => {
        const scene = await setScene(ours!.mf);
        await connect(scene);
        const heap = await heapOf(await ours!.mf.getInspectorURL());
        const atRest = await heap.held();
        let [most, asked] = [atRest, 0];
        const watch = setInterval(async () => {
          most = Math.max(most, await heap.held());
          asked++;
        }, EVERY_MS);
        await listWhole(ours!, scene);
        clearInterval(watch);
        heap.close();
        process.stderr.write(`(${(atRest / MIB).toFixed(1)} MiB at rest, asked ${asked} times) `);
        const above = (most - atRest) / MIB;
        return {
          what: 'Memory of the isolate that reads these, above an idle one, beside what it may have',
          unit: 'MiB',
          ours: above,
          bare: MOST_MIB,
          ratio: above / MOST_MIB,
          target: { most: 1 },
        };
      },
    ),
  );
}

/** Starts a workerd whose isolates have so much heap. Miniflare passes V8's flags on by a variable alone. */
async function confined<T>(start: () => Promise<T>): Promise<T> {
  process.env.MINIFLARE_WORKERD_V8_FLAGS = `--max-heap-size=${IDLE_MIB + MOST_MIB}`;
  try {
    return await start();
  } finally {
    delete process.env.MINIFLARE_WORKERD_V8_FLAGS;
  }
}

async function heapOf(inspector: URL): Promise<{ held: () => Promise<number>; close: () => void }> {
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
  return {
    async held() {
      const {
        usedSize = 0,
        embedderHeapUsedSize = 0,
        backingStorageSize = 0,
      } = await ask('Runtime.getHeapUsage');
      return usedSize + embedderHeapUsedSize + backingStorageSize;
    },
    close: () => socket.close(),
  };
}
