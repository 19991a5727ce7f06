import { readD1Migrations } from '@cloudflare/vitest-pool-workers';
import { sha256Hex } from '../../src/kit/crypto.ts';
import { newId } from '../../src/kit/ids.ts';
import { type Bundles, type Instance, startBare, startOurs, startPixel } from './instances.ts';
import { cpuPerRequest, interleave, type Shot, send } from './load.ts';
import { addAccount, fillEvents, type Scene, SHOP_ORIGIN, setScene } from './scene.ts';

export interface Row {
  what: string;
  unit: string;
  ours: number;
  bare: number;
  ratio: number;
  /** The limit for the ratio: at most or at least. */
  target: { most: number } | { least: number };
}

export const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);

export async function withInstances<T>(
  starts: (() => Promise<Instance>)[],
  run: (...started: Instance[]) => Promise<T>,
): Promise<T> {
  const started: Instance[] = [];
  try {
    // One after another, because an instance is identified by the process that its start adds.
    for (const start of starts) started.push(await start());
    return await run(...started);
  } finally {
    await Promise.all(started.map((instance) => instance.stop()));
  }
}

/** A browser's beacon, compared with a bare Worker that parses the JSON and awaits one queue.send. */
export async function ingest(bundles: Bundles): Promise<Row> {
  return await withInstances(
    [
      () => startPixel(bundles),
      () =>
        startBare('parse-and-send.js', { queueProducers: { QUEUE: { queueName: 'pixel-events' } } }, [
          'pixel-events',
        ]),
    ],
    async (ours, bare) => {
      const scene = await setScene(ours!.mf);
      const body = JSON.stringify({
        name: 'add_to_cart',
        eventId: 'e-1234567890',
        value: 4200,
        currency: 'usd',
        pageUrl: 'https://shop.example.com/products/lamp?utm_source=x',
        properties: {
          productId: 'lamp-1',
          quantity: 1,
          contents: [{ id: 'lamp-1', quantity: 1, price: 4200 }],
        },
      });
      const shot = (path: string) => (): Shot => ({
        method: 'POST',
        path,
        headers: {
          'content-type': 'text/plain;charset=UTF-8',
          origin: SHOP_ORIGIN,
          'user-agent':
            'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.4 Safari/605.1.15',
          'cf-connecting-ip': '203.0.113.7',
        },
        body,
      });
      const { a, b, ratio } = await interleave(
        ROUNDS,
        () => cpuPerRequest(ours!, 3000, 16, 202, shot(`/px/${scene.pixel}/e`)),
        () => cpuPerRequest(bare!, 3000, 16, 202, shot('/')),
      );
      return {
        what: 'Pixel event at the edge',
        unit: 'CPU µs a request',
        ours: a,
        bare: b,
        ratio,
        target: { most: 1.3 },
      };
    },
  );
}

/** An authenticated GET by ID, compared with a bare Worker with one D1 statement. */
export async function getById(bundles: Bundles): Promise<Row> {
  return await withInstances(
    [() => startOurs(bundles), () => startBare('one-select.js', { d1Databases: { DB: 'bench' } })],
    async (ours, bare) => {
      const scene = await setScene(ours!.mf);
      const db = await bare!.mf.getD1Database('DB', 'bare');
      await db.exec('CREATE TABLE conversions (id TEXT PRIMARY KEY, name TEXT, event TEXT, at INTEGER)');
      await db
        .prepare('INSERT INTO conversions VALUES (?1, ?2, ?3, 1)')
        .bind(scene.conversion, 'Purchases', 'purchase')
        .run();
      const { a, b, ratio } = await interleave(
        ROUNDS,
        () =>
          cpuPerRequest(ours!, 2000, 16, 200, () => ({
            method: 'GET',
            path: `/v1/brands/${scene.account}`,
            headers: { authorization: `Bearer ${scene.key}` },
          })),
        () => cpuPerRequest(bare!, 2000, 16, 200, () => ({ method: 'GET', path: `/${scene.conversion}` })),
      );
      return {
        what: 'Authenticated GET by ID',
        unit: 'CPU µs a request',
        ours: a,
        bare: b,
        ratio,
        target: { most: 1.3 },
      };
    },
  );
}

/**
 * A list page of 50 for an account with 1,000,000 events, compared with one with 10,000 in the same shard.
 */
export async function listPage(bundles: Bundles): Promise<Row> {
  return await withInstances([() => startOurs(bundles)], async (ours) => {
    const scene = await setScene(ours!.mf);
    const small = await addAccount(scene);
    await fillEvents(scene, small.account, 10_000);
    await fillEvents(scene, scene.account, 1_000_000);
    const page = (key: string) => () =>
      cpuPerRequest(ours!, 300, 8, 200, () => ({
        method: 'GET',
        path: '/v1/pixel-events?limit=50',
        headers: { authorization: `Bearer ${key}` },
      }));
    const { a, b, ratio } = await interleave(ROUNDS, page(scene.key), page(small.key));
    return {
      what: 'Page of 50 at 1,000,000 rows (bare: at 10,000)',
      unit: 'CPU µs a request',
      ours: a,
      bare: b,
      ratio,
      target: { most: 1.3 },
    };
  });
}

const KINDS = [
  'page_view',
  'page_view',
  'page_view',
  'page_view',
  'page_view',
  'page_view',
  'page_view',
  'add_to_cart',
];

function messages(scene: Scene, count: number): unknown[] {
  const now = Date.now();
  return Array.from({ length: count }, (_, i) => {
    const purchase = i % 50 === 49;
    const id = newId('pixelEvent', now);
    return {
      kind: 'event',
      shard: 0,
      account: scene.account,
      network: sha256Hex(id).slice(0, 16),
      event: {
        id,
        pixelId: scene.pixel,
        name: purchase ? 'purchase' : KINDS[i % KINDS.length],
        occurredAt: now,
        receivedAt: now,
        ipAddress: '203.0.113.7',
        body: {
          source: 'browser',
          consent: 'granted',
          allowedOrigin: true,
          pageUrl: 'https://shop.example.com/products/lamp?utm_source=x',
          userAgent:
            'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.4 Safari/605.1.15',
          location: { country: 'US', region: 'CA', city: 'Oakland', postalCode: '94601' },
          ...(purchase ? { eventId: id, orderId: id, value: 4200, currency: 'usd' } : {}),
        },
      },
    };
  });
}

/**
 * Rows per second of the consumer, in batches of 100, compared with a bare insert of the same rows through
 * json_each.
 */
export async function consumer(bundles: Bundles): Promise<Row> {
  return await consuming(
    bundles,
    { what: 'Pixel event consumer', target: { least: 1 / 3 } },
    () => startBare('json-each.js', { d1Databases: { DB: 'bench' } }),
    ({ account, event }) => ({
      id: event.id,
      account,
      pixel: event.pixelId,
      name: event.name,
      at: event.occurredAt,
      body: event.body,
    }),
  );
}

/**
 * The same, compared with the least that deduplicates, indexes and counts, which every consumer of ours has
 * to do.
 */
export async function durableConsumer(bundles: Bundles): Promise<Row> {
  return await consuming(
    bundles,
    { what: 'The same (bare: deduplicated, indexed and counted too)', target: { least: 0.5 } },
    async () => {
      const bare = await startBare('durable-events.js', { d1Databases: { DB: 'bench' } });
      const db = await bare.mf.getD1Database('DB', 'bare');
      for (const { queries } of await readD1Migrations('migrations/events'))
        await db.batch(queries.map((query) => db.prepare(query)));
      return bare;
    },
    (message) => message,
  );
}

interface Consumed {
  account: string;
  event: Record<string, unknown>;
}

async function consuming(
  bundles: Bundles,
  { what, target }: Pick<Row, 'what' | 'target'>,
  startBareOne: () => Promise<Instance>,
  row: (message: Consumed) => unknown,
): Promise<Row> {
  return await withInstances([() => startOurs(bundles), startBareOne], async (ours, bare) => {
    const scene = await setScene(ours!.mf);
    const rowsPerSecond =
      (instance: Instance, path: string, rowOf: (message: Consumed) => unknown) => async () => {
        const batches = Array.from({ length: 30 }, () =>
          JSON.stringify(messages(scene, 100).map((message) => rowOf(message as Consumed))),
        );
        const begun = performance.now();
        await send(instance, batches.length, 1, 204, (i) => ({ method: 'POST', path, body: batches[i]! }));
        return (batches.length * 100) / ((performance.now() - begun) / 1000);
      };
    const { a, b, ratio } = await interleave(
      ROUNDS,
      rowsPerSecond(ours!, '/__queue/pixel-events', (message) => message),
      rowsPerSecond(bare!, '/', row),
    );
    return { what, unit: 'rows a second', ours: a, bare: b, ratio, target };
  });
}
