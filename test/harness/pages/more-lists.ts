// Lists on the page of a record, beside other tables, or that are no tables: how each gets its rows.
import { newId } from '../../../src/kit/ids.ts';
import { DAY_MS, MINUTE_MS } from '../../../src/kit/time.ts';
import { mintPlan, mintRunning } from '../ads/kept-plans.ts';
import * as clock from '../clock.ts';
import { connected, mintApp } from '../people/apps.ts';
import { personOf } from '../people/person.ts';
import { multiply, put } from '../put.ts';
import { mintAgreement, mintCreator } from '../work/creators.ts';
import { beginEmbed, SHOP } from '../work/embeds.ts';
import { mintProductToSend } from '../work/samples.ts';
import { mintAccount, testEnv } from '../world.ts';
import { type ConsoleList, copied, each, one } from './lists.ts';

const keyOf = (account: string) =>
  one("SELECT id FROM api_keys WHERE account_id = ? AND access = 'write'", account);

/** An event that is on its way to a key. */
async function deliver(account: string, key: string): Promise<string> {
  const at = clock.now();
  const [id, delivery] = [newId('event', at), newId('delivery', at)];
  const event = { id, type: 'program.updated', account_id: account, data: '{}', occurred_at: at };
  await put('events', { ...event, test: 1 });
  await put('deliveries', {
    ...{ id: delivery, event_id: id, key_id: key, status: 'pending', occurred_at: at },
    ...{ wake_at: at, retries_since: at, via_roster: 0, attempts: 0, earlier_attempts: 0 },
  });
  return id;
}

async function accept(account: string, agreement: string, creator: string): Promise<string> {
  await put('agreement_acceptances', {
    ...{ id: newId('acceptance', clock.now()), account_id: account, agreement_id: agreement, number: 1 },
    ...{ creator_id: creator, context: 'programs', title: 'Terms', key_id: '', accepted_at: 1 },
  });
  return creator;
}

/** What an ad platform has of a campaign. */
async function there(account: string, campaign: string): Promise<string> {
  await put('ads_resources', {
    ...{ id: newId('adsResource', clock.now()), account_id: account, resource_kind: 'campaign' },
    ...{ platform: 'meta', campaign_id: campaign, local_id: campaign, sync_state: 'synced', drift: '[]' },
    updated_at: 1,
  });
  return `/campaigns/${campaign}"`;
}

const RESOURCES = '/campaigns/resources';

/** By the file in src/console/pages. */
export const MORE_LISTS: Readonly<Record<string, ConsoleList>> = {
  'agreements/agreement-views.tsx': {
    none: 'Nobody accepted it yet',
    emptyAt: async (account) => `/agreements/${await mintAgreement(account)}?view=accepted`,
    mint: async ({ brand, creator }) => {
      const agreement = await mintAgreement(brand.id);
      return {
        at: `/agreements/${agreement}?view=accepted`,
        key: await accept(brand.id, agreement, creator.as),
        more: (count) =>
          each(count, async () => accept(brand.id, agreement, (await mintCreator(brand.key)).id)),
      };
    },
  },
  'apps/connected-apps.tsx': {
    leads: false,
    none: 'No app is connected',
    mint: async ({ brand }) => {
      const [person, app] = [await personOf(brand), await mintApp(await personOf(await mintAccount()))];
      await connected(person, app);
      const grant = await one('SELECT id FROM oauth_grants WHERE app_id = ?', app.id);
      const more = async (count: number) => {
        const apps = await multiply('oauth_apps', app.id, count, (n) => ({ client_id: `${app.id} ${n}` }));
        const grants = await multiply('oauth_grants', grant, count, (n) => ({ app_id: apps[n]! }));
        const [made, until] = [clock.now(), clock.now() + DAY_MS];
        const token = { kind: 'refresh', access: 'read', created_at: made, expires_at: until };
        for (const own of grants) await put('oauth_tokens', { ...token, hash: own, grant_id: own });
        return apps;
      };
      return { key: app.id, more };
    },
  },
  'campaigns/ads.tsx': {
    leads: false,
    rows: 100,
    table: 'Ads',
    none: 'No ads',
    emptyAt: async (account) => {
      const campaign = await mintRunning({ id: account });
      await testEnv.DB.prepare('DELETE FROM ads WHERE campaign_id = ?').bind(campaign).run();
      return `/campaigns/${campaign}`;
    },
    mint: async ({ brand }) => {
      const campaign = await mintRunning(brand);
      const ad = await one('SELECT id FROM ads WHERE campaign_id = ?', campaign);
      const platformId = (n: number) => ({ platform_id: `${campaign} ${n}` });
      return { ...copied('ads', ad, platformId), at: `/campaigns/${campaign}` };
    },
  },
  'campaigns/resources.tsx': {
    none: 'Nothing on ad platforms yet',
    emptyAt: async () => RESOURCES,
    mint: {
      inWorld: async (world) => {
        const { id: account } = world.brand;
        const made = await world.send('POST', '/v1/campaigns', world.body({ launch: false }));
        await world.pass();
        await testEnv.DB.prepare('DELETE FROM ads_resources WHERE account_id = ?').bind(account).run();
        const campaign = made.body.data.id as string;
        const more = async (count: number) => {
          const copies = await multiply('campaigns', campaign, count);
          return await each(count, (n) => there(account, copies[n]!));
        };
        return { at: RESOURCES, key: await there(account, campaign), more };
      },
    },
  },
  'developers/events.tsx': {
    none: 'No events yet',
    emptyAt: async (account) => `/keys/${await keyOf(account)}/events`,
    mint: async ({ brand }) => {
      const key = await keyOf(brand.id);
      await testEnv.DB.prepare('DELETE FROM deliveries WHERE key_id = ?').bind(key).run();
      return {
        at: `/keys/${key}/events`,
        key: await deliver(brand.id, key),
        more: (count) => each(count, () => deliver(brand.id, key)),
      };
    },
  },
  'developers/key-problems.tsx': {
    leads: false,
    none: 'No failed requests in the last 7 days',
    emptyAt: async (account) => `/keys/${await keyOf(account)}/problems`,
    mint: async ({ brand }) => {
      const key = await keyOf(brand.id);
      const fail = async (n: number) => {
        const route = `GET /v1/nothing-${n}-else`;
        const minute = Math.floor(clock.now() / MINUTE_MS) * MINUTE_MS;
        await put('key_problems', { key_id: key, minute, code: 'not_found', route, count: 1 });
        return route;
      };
      return {
        at: `/keys/${key}/problems`,
        key: await fail(0),
        more: (count) => each(count, (n) => fail(n + 1)),
      };
    },
  },
  'embeds/embeds.tsx': {
    leads: false,
    table: 'Sessions',
    none: 'No sessions yet',
    mint: async ({ brand, creator }) => {
      await put('key_origins', { origin: SHOP, key_id: await keyOf(brand.id) });
      const { data } = (await beginEmbed({ brand, creator: creator.as })).body;
      return copied('embed_sessions', data.id, () => ({ secret_hash: crypto.randomUUID() }));
    },
  },
  'places/of-clients.tsx': {
    reader: 'partner',
    none: 'No clients yet',
    emptyAt: async () => '/plans',
    mint: async ({ partner }) => {
      const client = async () => (await mintAccount('brand', { managedBy: partner })).id;
      return { at: '/plans', key: await client(), more: (count) => each(count, client) };
    },
  },
  'plans/plans.tsx': {
    mint: async ({ brand }) => {
      const over = { approvalState: 'rejected', executionState: 'planned' } as const;
      const rejected = async () => (await mintPlan(brand.id, over)).id;
      return { key: await rejected(), more: (count) => each(count, rejected) };
    },
  },
  'programs/discover.tsx': {
    reader: 'creator',
    none: 'No open programs now',
    row: /<li class="card offer">[\s\S]*?<\/li>/g,
    emptyAt: async () => `/programs/discover?account=${(await mintAccount()).id}`,
    mint: async ({ brand, program }) => {
      await testEnv.DB.prepare("UPDATE programs SET visibility = 'network' WHERE id = ?").bind(program).run();
      return { ...copied('programs', program), at: `/programs/discover?account=${brand.id}` };
    },
  },
  'samples/new-sample.tsx': {
    none: 'No products with samples yet',
    mint: async ({ brand }) => copied('products', await mintProductToSend(brand.key)),
  },
};
