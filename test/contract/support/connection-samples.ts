// Connections for samples.ts: to a shop, because that reads no options from a platform.
import { newId } from '../../../src/kit/ids.ts';
import * as clock from '../../harness/clock.ts';
import { type Minted, testEnv } from '../../harness/world.ts';

async function makeConnection(owner: Minted): Promise<string> {
  const now = clock.now();
  const id = newId('connection', now);
  await testEnv.DB.prepare(
    `INSERT INTO connections (id, holder, provider, status, platform_user, name, handle, selection, version, created_at, updated_at)
    VALUES (?1, ?2, 'shopify', 'connected', ?1, 'Shop', ?1, '{}', 1, ?3, ?3)`,
  )
    .bind(id, owner.id, now)
    .run();
  await testEnv.DB.prepare(
    `INSERT INTO shops (id, account_id, provider, shop, sweep_at, swept_to) VALUES (?1, ?2, 'shopify', ?1, 0, 0)`,
  )
    .bind(id, owner.id)
    .run();
  return id;
}

export const CONNECTION_RECORDS = { '/v1/connections/:id': makeConnection };

export const CONNECTION_LISTS = { '/v1/connections': makeConnection };
