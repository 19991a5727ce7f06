// The data that all cases use, written directly into the local databases.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Miniflare } from 'miniflare';
import { hashKeySecret, newKeySecret } from '../../src/auth/key-secret.ts';
import { newId } from '../../src/kit/ids.ts';

const ROOT = new URL('../..', import.meta.url).pathname;

type Database = Awaited<ReturnType<Miniflare['getD1Database']>>;

export async function migrate(db: Database, directory: string): Promise<void> {
  const files = readdirSync(join(ROOT, 'migrations', directory)).filter((file) => file.endsWith('.sql'));
  for (const file of files.sort()) {
    const statements = readFileSync(join(ROOT, 'migrations', directory, file), 'utf8')
      .split('--> statement-breakpoint')
      .map((sql) => sql.trim())
      .filter(Boolean);
    await db.batch(statements.map((sql) => db.prepare(sql)));
  }
}

export interface Scene {
  main: Database;
  events: Database;
  account: string;
  key: string;
  keyId: string;
  pixel: string;
  conversion: string;
}

export const SHOP_ORIGIN = 'https://shop.example.com';

/** A migrated main database and shard with one brand, its key, a pixel and a conversion. */
export async function setScene(mf: Miniflare): Promise<Scene> {
  const main = await mf.getD1Database('DB', 'service');
  const events = await mf.getD1Database('EVENTS_0', 'service');
  await migrate(main, 'main');
  await migrate(events, 'events');
  const now = Date.now();
  const secret = newKeySecret();
  const scene = {
    main,
    events,
    account: newId('account', now),
    key: secret,
    keyId: newId('key', now),
    pixel: newId('pixel', now),
    conversion: newId('conversion', now),
  };
  await main.batch([
    main
      .prepare(
        `INSERT INTO accounts (id, type, name, slug, status, events_shard, version, created_at, updated_at)
         VALUES (?1, 'brand', 'Bench', 'bench', 'active', 0, 1, ?2, ?2)`,
      )
      .bind(scene.account, now),
    main
      .prepare(
        `INSERT INTO api_keys (id, account_id, name, secret_hash, access, created_at, updated_at, last_used_at)
         VALUES (?1, ?2, 'bench', ?3, 'write', ?4, ?4, ?5)`,
      )
      .bind(scene.keyId, scene.account, hashKeySecret(secret), now, now + 3_600_000),
    main
      .prepare(
        `INSERT INTO pixels (id, account_id, name, domains, excluded_countries, proxy_token, status, version, created_at,
           updated_at)
         VALUES (?1, ?2, 'Shop', ?3, '[]', 'token', 'verified', 1, ?4, ?4)`,
      )
      .bind(scene.pixel, scene.account, JSON.stringify([SHOP_ORIGIN]), now),
    main
      .prepare(
        `INSERT INTO conversions (id, account_id, name, event_name, attribution_window_days, pay_browser_events, status,
           version, created_at, updated_at)
         VALUES (?1, ?2, 'Purchases', 'purchase', 30, 0, 'active', 1, ?3, ?3)`,
      )
      .bind(scene.conversion, scene.account, now),
  ]);
  await events
    .prepare('INSERT INTO pixel_state (pixel_id, verified_at) VALUES (?1, ?2)')
    .bind(scene.pixel, now)
    .run();
  return scene;
}

const FILL = `INSERT INTO pixel_events
  (id, account_id, pixel_id, name, state, occurred_at, received_at, matters, body, counted, rev)
  SELECT value, ?2, ?3, 'page_view', 'processed', ?4, ?4, 0,
    '{"source":"browser","consent":"granted","pageUrl":"https://shop.example.com/"}', 1, 1 FROM json_each(?1)`;

/** Adds `count` plain page views of one account to the scene's own events. */
export async function fillEvents(scene: Scene, account: string, count: number): Promise<void> {
  const pixel = newId('pixel', Date.now());
  for (let done = 0; done < count; done += 10_000) {
    const now = Date.now();
    const ids = Array.from({ length: Math.min(10_000, count - done) }, () => newId('pixelEvent', now));
    await scene.events.prepare(FILL).bind(JSON.stringify(ids), account, pixel, now).run();
  }
}

/** A second account in the same shard, with a key of its own. */
export async function addAccount(scene: Scene): Promise<{ account: string; key: string }> {
  const now = Date.now();
  const account = newId('account', now);
  const key = newKeySecret();
  await scene.main.batch([
    scene.main
      .prepare(
        `INSERT INTO accounts (id, type, name, slug, status, events_shard, version, created_at, updated_at)
         VALUES (?1, 'brand', 'Bench', ?1, 'active', 0, 1, ?2, ?2)`,
      )
      .bind(account, now),
    scene.main
      .prepare(
        `INSERT INTO api_keys (id, account_id, name, secret_hash, access, created_at, updated_at, last_used_at)
         VALUES (?1, ?2, 'bench', ?3, 'write', ?4, ?4, ?5)`,
      )
      .bind(newId('key', now), account, hashKeySecret(key), now, now + 3_600_000),
  ]);
  return { account, key };
}
