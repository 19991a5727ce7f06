// Objects at ad platforms as tests read them, and what their rows follow from.
import type { D1Migration } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import type { AdsResource } from '../../../src/domains/ads/resources/ads-resource.ts';
import { call, type Minted, testEnv } from '../world.ts';

export async function resourcesOf({ key }: Pick<Minted, 'key'>, query = ''): Promise<AdsResource[]> {
  const { status, body } = await call('GET', `/ads/resources?limit=100${query}`, { key });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data.items;
}

export const resourceOf = async (brand: Pick<Minted, 'key'>, localId: string): Promise<AdsResource> => {
  const found = (await resourcesOf(brand)).find((one) => one.localId === localId);
  if (!found) throw new Error(`${localId} is no resource`);
  return found;
};

const { main } = JSON.parse(env.TEST_MIGRATIONS) as { main: D1Migration[] };
const MIGRATION = main.find(({ name }) => name.endsWith('_ads_resources.sql'))!.queries;
const INSERTS = MIGRATION.filter((one) => one.includes('INSERT INTO ads_resources'));

/** The rows of an account without what tells when they were written. */
const rowsOf = async (account: string) =>
  (
    await testEnv.DB.prepare(
      `SELECT id, resource_kind, platform, campaign_id, parent_id, local_id, task_id, step_n, sync_state
        FROM ads_resources WHERE account_id = ? ORDER BY id`,
    )
      .bind(account)
      .all()
  ).results;

/** Holds an account's rows against those that the migration makes of all its records. Drift, which it doesn't know, is left out. */
export async function expectFollowed(account: string): Promise<void> {
  const rows = (await rowsOf(account)).map((row) =>
    row.sync_state === 'drifted' ? { ...row, sync_state: 'synced' } : row,
  );
  const kept = (await testEnv.DB.prepare('SELECT * FROM ads_resources').all()).results;
  await testEnv.DB.prepare('DELETE FROM ads_resources').run();
  for (const insert of INSERTS) await testEnv.DB.prepare(insert).run();
  const anew = await rowsOf(account);
  await testEnv.DB.prepare('DELETE FROM ads_resources').run();
  const names = Object.keys(kept[0] ?? {});
  for (const row of kept)
    await testEnv.DB.prepare(`INSERT INTO ads_resources (${names}) VALUES (${names.map(() => '?')})`)
      .bind(...names.map((name) => row[name]))
      .run();
  expect(rows).toEqual(anew);
}
