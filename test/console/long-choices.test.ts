// Pages on which people choose from long lists: all of them are there, and the page waits no longer than with short ones.
import { expect, it } from 'vitest';
import type { Env } from '../../src/env.ts';
import { campaignWorld } from '../harness/ads/campaigns.ts';
import { countTrips } from '../harness/faults/trips.ts';
import { MOST_TRIPS } from '../harness/pages/page-trips.ts';
import { ask, signedIn } from '../harness/pages/pages.ts';
import { personOf } from '../harness/people/person.ts';
import { multiply } from '../harness/put.ts';
import { mintAgreement } from '../harness/work/creators.ts';
import { mintProductToSend } from '../harness/work/samples.ts';
import { mintPair, mintSubmission } from '../harness/work/submissions.ts';
import { call, mintAccount, testEnv } from '../harness/world.ts';

/** More than two list pages of the API have: with its visitor and the third, a page would wait four times. */
const MANY = 210;

/** Copies the oldest record of each table that an account has. */
async function multiplyAll(account: string, tables: Record<string, Parameters<typeof multiply>[3]>) {
  for (const [table, changed] of Object.entries(tables)) {
    const oldest = `SELECT id FROM ${table} WHERE account_id = ? ORDER BY id LIMIT 1`;
    await multiply(
      table,
      (await testEnv.DB.prepare(oldest).bind(account).first<string>('id'))!,
      MANY,
      changed,
    );
  }
}

/** Opens pages as an account's owner, and says which of these IDs each lacks. */
async function opener(account: string, base: Env = testEnv) {
  const owner = await signedIn(await personOf({ id: account }));
  return async (path: string, ids: readonly string[] = []): Promise<string[]> => {
    const { env, count } = countTrips(base);
    const { status, html } = await ask(owner, `/app/${account}${path}`, { env });
    expect([path, status, Math.max(count(), MOST_TRIPS)]).toEqual([path, 200, MOST_TRIPS]);
    return ids.filter((id) => !html.includes(id));
  };
}

it('have all creators and programs of an account, in three trips to the database at most', async () => {
  const pair = await mintPair();
  const { brand } = pair;
  await mintSubmission(pair);
  await mintAgreement(brand.id);
  await mintProductToSend(brand.key);
  const pixel = { name: 'Shop', domains: ['https://shop.example'] };
  await call('POST', '/v1/pixels', { key: brand.key, body: pixel });
  await call('POST', '/v1/conversions', { key: brand.key, body: { name: 'Sales', eventName: 'purchase' } });
  await multiplyAll(brand.id, {
    ...{ submissions: () => ({ status: 'rejected' }), agreements: undefined },
    ...{ products: undefined, conversions: undefined },
  });
  const programs = await multiply('programs', pair.program, MANY);
  const creators = await multiply('creators', pair.creator.as, MANY, (n) => ({
    email: `copy-${n}@example.com`,
    person_id: null,
  }));
  const between = await testEnv.DB.prepare(
    'SELECT id FROM creator_relationships WHERE account_id = ? AND creator_id = ?',
  )
    .bind(brand.id, pair.creator.as)
    .first<string>('id');
  await multiply('creator_relationships', between!, MANY, (n) => ({ creator_id: creators[n]! }));
  const lacksOn = await opener(brand.id);
  expect(await lacksOn('/payments/new', [...programs, ...creators])).toEqual([]);
  expect(await lacksOn('/codes/new', programs)).toEqual([]);
  expect(await lacksOn('/retainers/new', creators)).toEqual([]);
  expect(await lacksOn(`/creators/${pair.creator.as}`, programs)).toEqual([]);
  for (const path of [
    '/messages/new',
    '/creators/new',
    '/programs/new',
    '/analytics',
    '/analytics?by=submission',
  ])
    await lacksOn(path);
});

it('have all that campaigns are made of', async () => {
  const world = await campaignWorld();
  const { brand, send } = world;
  const { data } = (await send('POST', '/v1/campaigns', world.body({ launch: false }))).body;
  await world.pass();
  await send('POST', '/v1/ad-templates', { name: 'Prospecting', from: data.id });
  await multiplyAll(brand.id, {
    ...{ campaigns: undefined, ad_templates: undefined },
    ad_sets: (n) => ({ platform_id: `copy ${n}` }),
    ads: (n) => ({ platform_id: `copy ${n}` }),
  });
  await multiply('connections', world.connection, MANY, (n) => ({ platform_user: `copy ${n}` }));
  const lacksOn = await opener(brand.id, world.meta.env);
  for (const path of ['/campaigns/new', `/campaigns/${data.id}`, '/analytics?by=ad']) await lacksOn(path);
});

it('have all clients of an agency to name', async () => {
  const partner = await mintAccount('partner');
  const { id } = await mintAccount('brand', { managedBy: partner.id });
  await multiply('accounts', id, MANY, (n) => ({ slug: `copy-${n}-of-a-client` }));
  await (await opener(partner.id))('/analytics');
});
