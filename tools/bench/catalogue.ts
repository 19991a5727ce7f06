// A shop's whole list of 100,000 products with 3 variants each, from its file into the database.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { newId } from '../../src/kit/ids.ts';
import { seal } from '../../src/kit/sealed.ts';
import { type Row, withInstances } from './cases.ts';
import { type Bundles, cpuMicros, type Instance, startBare, startOurs } from './instances.ts';
import { send } from './load.ts';
import { type Scene, setScene } from './scene.ts';

const SHOP = 'bench.myshopify.com';
const [KEY_ID, KEY] = ['local', 'k'.repeat(43)];
const LINES = 400_000;

/** CPU seconds for all lines, compared with a bare loop that parses and upserts the same lines. */
export async function catalogue(bundles: Bundles): Promise<Row> {
  return await withShop((url, settings) =>
    withInstances(
      [() => startOurs(bundles, settings), () => startBare('catalogue.js', { d1Databases: { DB: 'bench' } })],
      async (ours, bare) => {
        const scene = await setScene(ours!.mf);
        await connect(scene);
        const first = await spent(ours!, () => listWhole(ours!, scene));
        const least = await spent(bare!, () =>
          send(bare!, 1, 1, 204, () => ({ method: 'POST', path: '/', body: `${url}/file` })),
        );
        process.stderr.write(`(${mib(first)} above an idle process, bare ${mib(least)}) `);
        return {
          what: '100,000 products with 3 variants each from a file',
          unit: 'CPU ms in all',
          ours: first.cpu / 1000,
          bare: least.cpu / 1000,
          ratio: first.cpu / least.cpu,
          target: { most: 3 },
        };
      },
    ),
  );
}

/** A shop in a process of its own, and the settings by which ours asks it. */
export async function withShop<T>(
  run: (url: string, settings: Record<string, string>) => Promise<T>,
): Promise<T> {
  const shop = spawn(process.execPath, [new URL('./shop-server.ts', import.meta.url).pathname], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [port] = (await once(shop.stdout!, 'data')) as [Buffer];
    const url = `http://127.0.0.1:${String(port).trim()}`;
    return await run(url, {
      ...{ SEALING_KEYS: `${KEY_ID}:${KEY}`, SHOPIFY_SHOP_URL: `${url}/{shop}` },
      ...{ SHOPIFY_API_KEY: '0'.repeat(32), SHOPIFY_API_SECRET: 'bench' },
    });
  } finally {
    shop.kill();
  }
}

interface Spent {
  /** Microseconds. */
  cpu: number;
  /** The most memory that the process took above what it had at rest, with its databases' caches. Bytes. */
  memory: number;
}

const mib = ({ memory }: Spent) => `${(memory / 1024 / 1024).toFixed(0)} MiB`;

async function spent({ pid }: Instance, run: () => Promise<unknown>): Promise<Spent> {
  const held = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
  const [atRest, before] = [held(), cpuMicros(pid)];
  let most = atRest;
  const watch = setInterval(() => {
    most = Math.max(most, held());
  }, 20);
  await run();
  clearInterval(watch);
  return { cpu: cpuMicros(pid) - before, memory: most - atRest };
}

/** A shop that is connected, with nothing of it read yet. */
export async function connect({ main, account }: Scene): Promise<void> {
  const now = Date.now();
  const id = newId('connection', now);
  const token = await seal(new Map([[KEY_ID, KEY]]), 'shpat_bench', [account, id]);
  await main.batch([
    main
      .prepare(
        `INSERT INTO connections (id, holder, provider, status, platform_user, handle, selection, currency, token,
          token_expires_at, version, created_at, updated_at)
         VALUES (?1, ?2, 'shopify', 'connected', ?3, ?3, '{}', 'usd', ?4, ?5, 1, ?6, ?6)`,
      )
      .bind(id, account, SHOP, token, now + 86_400_000, now),
    main
      .prepare(
        `INSERT INTO catalogues (account_id, provider, shop, connection_id, due_at, list_at)
         VALUES (?1, 'shopify', ?2, ?3, 0, 0)`,
      )
      .bind(account, SHOP, id),
  ]);
}

/** Wakes the lane, as each minute does, until the list is read to its end. */
export async function listWhole(ours: Instance, { main }: Scene): Promise<void> {
  for (let run = 0; run < 20; run++) {
    const at = Date.now();
    await send(ours, 1, 1, 204, () => ({
      method: 'POST',
      path: '/__queue/lane-products',
      body: JSON.stringify([{ cron: '* * * * *', at }]),
    }));
    const row = await main
      .prepare('SELECT list_began FROM catalogues')
      .first<{ list_began: number | null }>();
    if (row?.list_began === null) break;
  }
  const found = await main
    .prepare('SELECT (SELECT count(*) FROM products) + (SELECT count(*) FROM shop_variants) AS n')
    .first<{ n: number }>();
  if (found?.n !== LINES) throw new Error(`${found?.n} of ${LINES} lines are there`);
}
