import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { newId } from '../../src/kit/ids.ts';
import { ROUNDS, type Row, withInstances } from './cases.ts';
import { type Bundles, type Instance, startBare, startOurs } from './instances.ts';
import { interleave, send } from './load.ts';
import { type Scene, setScene } from './scene.ts';

async function startReceiver(): Promise<{ url: string; process: ChildProcess }> {
  const child = spawn(process.execPath, [new URL('./receiver.ts', import.meta.url).pathname], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = (await once(child.stdout!, 'data')) as [Buffer];
  return { url: `http://127.0.0.1:${String(port).trim()}/hook`, process: child };
}

const PER_KEY = 6;

/**
 * Signed and recorded deliveries per second to one key, compared with a bare fetch loop with the same
 * concurrency.
 */
export async function webhooks(bundles: Bundles): Promise<Row> {
  const loop = () => startBare('fetch-loop.js');
  return await deliveries(bundles, { what: 'Webhook deliveries', bare: loop, fills: false });
}

/**
 * The same, compared with the least that is durable, signed and bounded, which every delivery of ours has to
 * be.
 */
export async function durableWebhooks(bundles: Bundles): Promise<Row> {
  const durable = () => startBare('durable-delivery.js', { d1Databases: { DB: 'bench' } });
  return await deliveries(bundles, { what: 'The same (bare: durable too)', bare: durable, fills: true });
}

interface Beside {
  what: string;
  bare: () => Promise<Instance>;
  /** Whether the bare Worker needs rows to deliver. */
  fills: boolean;
}

async function deliveries(bundles: Bundles, beside: Beside): Promise<Row> {
  const receiver = await startReceiver();
  try {
    return await withInstances(
      [() => startOurs(bundles, { ALLOW_LOCAL_URLS: 'true' }), beside.bare],
      async (ours, bare) => {
        const scene = await setScene(ours!.mf);
        await scene.main
          .prepare(
            'UPDATE api_keys SET webhook_url = ?2, webhook_secret = ?3, webhook_since = 0 WHERE id = ?1',
          )
          .bind(scene.keyId, receiver.url, 'whsec_bench')
          .run();
        const count = 600;
        const deliver = async () => {
          const ids = await dueDeliveries(scene, count);
          const batches = Array.from({ length: count / 100 }, (_, i) => ids.slice(i * 100, i * 100 + 100));
          const begun = performance.now();
          await send(ours!, batches.length, 1, 204, (i) => ({
            method: 'POST',
            path: '/__queue/webhooks',
            body: JSON.stringify(batches[i]!.map((id) => ({ deliveries: [id] }))),
          }));
          const seconds = (performance.now() - begun) / 1000;
          const left = await scene.main
            .prepare(`SELECT COUNT(*) AS n FROM deliveries WHERE status <> 'delivered'`)
            .first<{ n: number }>();
          if (left?.n !== 0) throw new Error(`${left?.n} deliveries were not delivered`);
          return count / seconds;
        };
        const body = JSON.stringify({
          id: newId('event', 0),
          type: 'conversion.recorded',
          account: scene.account,
          data: {},
        });
        const loop = async () => {
          const ask = JSON.stringify({ url: receiver.url, count, concurrency: PER_KEY, body });
          if (beside.fills)
            await send(bare!, 1, 1, 204, () => ({ method: 'POST', path: '/fill', body: ask }));
          const begun = performance.now();
          await send(bare!, 1, 1, 204, () => ({ method: 'POST', path: '/', body: ask }));
          return count / ((performance.now() - begun) / 1000);
        };
        const { a, b, ratio } = await interleave(ROUNDS, deliver, loop);
        return {
          what: beside.what,
          unit: 'a second',
          ours: a,
          bare: b,
          ratio,
          target: { least: 0.7 },
        };
      },
    );
  } finally {
    receiver.process.kill();
  }
}

async function dueDeliveries(scene: Scene, count: number): Promise<string[]> {
  const now = Date.now();
  const rows = Array.from({ length: count }, () => [newId('event', now), newId('delivery', now)]);
  const json = JSON.stringify(rows);
  await scene.main.batch([
    scene.main
      .prepare(
        `INSERT INTO events (id, type, account_id, data, occurred_at)
         SELECT value ->> 0, 'conversion.recorded', ?2, ?3, ?4 FROM json_each(?1)`,
      )
      .bind(
        json,
        scene.account,
        JSON.stringify({ conversion: scene.conversion, pixel_event: newId('pixelEvent', now) }),
        now,
      ),
    scene.main
      .prepare(
        `INSERT INTO deliveries (id, event_id, key_id, via_roster, status, attempts, next_attempt_at, wake_at, retries_since, occurred_at)
         SELECT value ->> 1, value ->> 0, ?2, 0, 'pending', 0, ?3, ?3, ?3, ?3 FROM json_each(?1)`,
      )
      .bind(json, scene.keyId, now),
  ]);
  return rows.map(([, id]) => id!);
}
