// Cases of the business API's plans: a large one that is made, what it takes in memory, and lists of plans, operations and objects.
import {
  FIELD_CATALOGUE_VERSION,
  SETTINGS_SCHEMA_VERSION,
} from '../../src/domains/ads/field-catalogue/catalogue.ts';
import { campaignResourceId, resourceIdOf } from '../../src/domains/ads/resources/resource-id.ts';
import { newId } from '../../src/kit/ids.ts';
import { ROUNDS, type Row, withInstances } from './cases.ts';
import { confined, heapOf, IDLE_MIB } from './heap.ts';
import { type Bundles, type Instance, startBare, startOurs } from './instances.ts';
import { cpuPerRequest, interleave, type Shot, send } from './load.ts';
import { addAccount, type Scene, setScene } from './scene.ts';

const STEPS = 100;
const BODY_BYTES = 256 * 1024;
const WITHOUT_LIMITS = { ADS_PLANS_A_DAY: '1000000' };

const TERMS = {
  objective: 'conversions',
  destination: { type: 'website', value: 'https://shop.example/' },
  budget: { daily: null, billingLimit: 90_000 },
  schedule: { startDate: '2026-11-22', endDate: null },
  audience: { countries: ['US'], ageMin: 18, ageMax: 65, gender: 'all', expand: false },
  ad: { primaryText: 'Look', callToAction: 'shop_now', headline: null },
  ...{
    optimizationEvent: 'purchase',
    settings: { pixel: '1' },
    tracking: {},
    identity: 'brand',
    creatives: [],
  },
  creatorPay: {
    ...{ model: 'ad_spend', creatorShare: null, leadAmount: null, cap: null, revenueEvent: null },
    attribution: { source: 'platform', conversion: null },
  },
};

/** A campaign with one ad for each step. @returns its ID and those of its ads. */
async function fillCampaign({ main, account }: Scene): Promise<{ campaign: string; ads: string[] }> {
  const now = Date.now();
  const [campaign, connection, set] = [newId('campaign', now), newId('connection', now), newId('adSet', now)];
  const ads = Array.from({ length: STEPS }, () => newId('ad', now));
  const rows = JSON.stringify(ads.map((id) => [id, resourceIdOf(id)]));
  await main.batch([
    main
      .prepare(`INSERT INTO campaigns (id, account_id, name, status, connection_id, platform, currency, timezone, terms, wanted,
        launched_at, published_at, version, created_at, updated_at)
        VALUES (?1, ?2, 'Summer', 'live', ?3, 'meta', 'usd', 'UTC', ?4, 'live', ?5, ?5, 1, ?5, ?5)`)
      .bind(campaign, account, connection, JSON.stringify(TERMS), now),
    main
      .prepare(`INSERT INTO campaign_platforms (campaign_id, platform, account_id, connection_id, ad_account, platform_id, status,
        set_up_at, created_at, updated_at) VALUES (?1, 'meta', ?2, ?3, 'act_1', '1', 'live', ?4, ?4, ?4)`)
      .bind(campaign, account, connection, now),
    main
      .prepare(`INSERT INTO ad_sets (id, account_id, campaign_id, platform, connection_id, platform_id, position, name, status,
        share, currency, source, version, created_at, updated_at)
        VALUES (?1, ?2, ?3, 'meta', ?4, '2', 0, 'Set', 'active', 10000, 'usd', 'service', 1, ?5, ?5)`)
      .bind(set, account, campaign, connection, now),
    main
      .prepare(`INSERT INTO ads (id, account_id, campaign_id, ad_set_id, platform, connection_id, platform_id, position, name, status,
        source, version, created_at, updated_at)
        SELECT value ->> 0, ?2, ?3, ?4, 'meta', ?5, '3' || key, key, 'Ad', 'active', 'service', 1, ?6, ?6 FROM json_each(?1)`)
      .bind(rows, account, campaign, set, connection, now),
    main
      .prepare(`INSERT INTO ads_resources (id, account_id, resource_kind, platform, campaign_id, parent_id, local_id, sync_state,
        drift, updated_at)
        SELECT value ->> 1, ?2, 'ad', 'meta', ?3, ?4, value ->> 0, 'synced', '[]', ?5 FROM json_each(?1)`)
      .bind(rows, account, campaign, resourceIdOf(set), now),
  ]);
  return { campaign, ads };
}

const long = (text: string) => text.padEnd(200, 'x');

/** A plan that gives each ad another name, after some of the steps before. */
function planOf({ campaign, ads }: Awaited<ReturnType<typeof fillCampaign>>, name: string): string {
  const idOf = (n: number) => long(`step ${n} `);
  const steps = ads.map((ad, n) => ({
    ...{
      id: idOf(n),
      idempotencyKey: long(`key ${n} `),
      sequence: n,
      platform: 'meta',
      productVariant: 'auction',
    },
    ...{ resourceKind: 'ad', mutation: 'update', fieldPaths: ['/name'], localResourceId: resourceIdOf(ad) },
    dependsOnStepIds: Array.from({ length: Math.min(n, 8) }, (_, before) => idOf(n - 1 - before)),
    input: { name: long(`${name} ${n} `) },
  }));
  const body = JSON.stringify({
    ...{
      clientRequestId: name,
      fieldCatalogVersion: FIELD_CATALOGUE_VERSION,
      operationType: 'update_campaign',
    },
    ...{ platforms: ['meta'], settingsSchemaVersion: SETTINGS_SCHEMA_VERSION, steps },
    target: { kind: 'paid_campaign', id: campaign },
  });
  if (body.length > BODY_BYTES) throw new Error(`The body has ${body.length} bytes.`);
  return body.padEnd(BODY_BYTES, ' ');
}

const posts = (key: string, body: () => string) => (): Shot => ({
  ...{ method: 'POST', path: '/ads/plans', body: body() },
  headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
});

/** A plan of 100 steps, compared with a bare Worker that parses, canonicalizes, hashes and keeps the same body. */
export async function planPost(bundles: Bundles): Promise<Row> {
  return await withInstances(
    [
      () => startOurs(bundles, WITHOUT_LIMITS),
      () => startBare('canonical-plan.js', { d1Databases: { DB: 'bench' } }),
    ],
    async (ours, bare) => {
      const scene = await setScene(ours!.mf);
      const made = await fillCampaign(scene);
      let asked = 0;
      const body = () => planOf(made, `plan ${++asked}`);
      const { a, b, ratio } = await interleave(
        ROUNDS,
        () => cpuPerRequest(ours!, 40, 4, 201, posts(scene.key, body)),
        () => cpuPerRequest(bare!, 40, 4, 204, () => ({ method: 'POST', path: '/', body: body() })),
      );
      return {
        what: 'A plan of 100 steps, 256 KiB',
        unit: 'CPU µs a request',
        ours: a,
        bare: b,
        ratio,
        target: { most: 3 },
      };
    },
  );
}

const MOST_MIB = 32;

/** The most that the isolate held while it took plans of 100 steps, above what it holds at rest. */
export async function planMemory(bundles: Bundles): Promise<Row> {
  return await withInstances(
    [() => confined(IDLE_MIB + MOST_MIB, () => startOurs(bundles, WITHOUT_LIMITS, { inspectorPort: 0 }))],
    async (ours) => {
      const scene = await setScene(ours!.mf);
      const made = await fillCampaign(scene);
      const heap = await heapOf(await ours!.mf.getInspectorURL());
      let asked = 0;
      const above = await heap.above(
        async () =>
          await send(
            ours!,
            20,
            1,
            201,
            posts(scene.key, () => planOf(made, `plan ${++asked}`)),
          ),
      );
      heap.close();
      return {
        what: 'Memory of the isolate that takes these, one by one, above an idle one, beside what it may have',
        ...{ unit: 'MiB', ours: above, bare: MOST_MIB, ratio: above / MOST_MIB, target: { most: 1 } },
      };
    },
  );
}

const NUMBERS = 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)';
const idSql = (prefix: string) => `'${prefix}_' || substr(?2, 6, 14) || printf('%012d', i)`;

/** Rows of an account, of all kinds and states in turn. */
const FILL: Record<string, string> = {
  plans: `${NUMBERS} INSERT INTO ads_plans (id, account_id, maker_id, client_request_id, head, semantic_hash, revision,
      approval_state, execution_state, operation_type, target_id, campaign_id, expires_at, created_at, updated_at)
    SELECT ${idSql('plan')}, ?2, ?2, 'request ' || i, ?4, 'sha256:' || printf('%064d', i), 1, 'approved', 'completed',
      'update_campaign', 'camp_1', NULL, ?3, ?3, ?3 FROM n`,
  operations: `${NUMBERS} INSERT INTO ads_operations (id, plan_id, account_id, campaign_id, platform, connection_id, records, ended_as,
      ended_at, created_at, updated_at)
    SELECT ${idSql('op')}, ${idSql('plan')}, ?2, NULL, 'meta', 'conn_1', '{}', 'succeeded', ?3, ?3, ?3 FROM n WHERE ?4 <> ''`,
  resources: `${NUMBERS} INSERT INTO ads_resources (id, account_id, resource_kind, platform, campaign_id, parent_id, local_id,
      sync_state, drift, updated_at)
    SELECT ${idSql('res')}, ?2, json_extract('["account","campaign","delivery_group","ad","creative","media"]', '$[' || (i % 6) || ']'),
      json_extract('["meta","tiktok","google","snapchat"]', '$[' || (i / 6 % 4) || ']'), NULL, NULL, 'ad_' || i,
      json_extract('["synced","drifted","failed"]', '$[' || (i / 24 % 3) || ']'), '[]', ?3 FROM n WHERE ?4 <> ''`,
};
const STEPS_OF_PLANS = `INSERT INTO ads_plan_steps (plan_id, steps)
  SELECT id, '[]' FROM ads_plans WHERE account_id = ?1`;
const HEAD = JSON.stringify({
  ...{
    clientRequestId: 'one',
    fieldCatalogVersion: FIELD_CATALOGUE_VERSION,
    operationType: 'update_campaign',
  },
  ...{ platforms: ['meta'], settingsSchemaVersion: SETTINGS_SCHEMA_VERSION },
  target: { kind: 'paid_campaign', id: campaignResourceId('camp_01k2d9q3v7h5m8r4t6w0x1y2z3', 'meta') },
});

async function fill({ main }: Scene, account: string, count: number): Promise<void> {
  for (const sql of Object.values(FILL)) await main.prepare(sql).bind(count, account, Date.now(), HEAD).run();
  await main.prepare(STEPS_OF_PLANS).bind(account).run();
}

const FEW = 100;
const MANY = 100_000;

/** Full pages of a list of 100,000, compared with those of one of 100. */
const listOf =
  (list: string, called: string, filter = '', limit = 25) =>
  async (bundles: Bundles): Promise<Row> =>
    await withInstances([() => startOurs(bundles)], async (ours) => {
      const scene = await setScene(ours!.mf);
      const small = await addAccount(scene);
      await fill(scene, small.account, FEW);
      await fill(scene, scene.account, MANY);
      const page = (instance: Instance, key: string) => () =>
        cpuPerRequest(instance, 200, 8, 200, () => ({
          ...{ method: 'GET', path: `/ads/${list}?limit=${limit}${filter}` },
          headers: { authorization: `Bearer ${key}` },
        }));
      const { a, b, ratio } = await interleave(ROUNDS, page(ours!, scene.key), page(ours!, small.key));
      const what = `A page of 100,000 ${called} (bare: of 100)`;
      return { what, unit: 'CPU µs a request', ours: a, bare: b, ratio, target: { most: 1.1 } };
    });

export const planList = listOf('plans', 'plans');
export const operationList = listOf('operations', 'operations of plans');
export const resourceList = listOf('resources', 'objects at ad platforms');
export const resourcesInState = listOf(
  'resources',
  'objects at ad platforms in a state',
  '&syncState=synced',
);
/** Every sixth is an ad, so that 100 objects fill no longer page. */
export const resourcesOfKind = listOf(
  'resources',
  'objects at ad platforms of a kind',
  '&resourceKind=ad',
  10,
);
