// What is another account's is as if it never was, also where it is only named: in filters, cursors and bodies. By ID, test/contract
// asks each route.
import { beforeAll, expect, it } from 'vitest';
import { campaignResourceId } from '../../../../src/domains/ads/resources/resource-id.ts';
import {
  bindClient,
  mintAgency,
  mintOperation,
  mintPlan,
  mintRunning,
  pausing,
  planBody,
} from '../../../harness/ads/kept-plans.ts';
import { call, type Minted, mintAccount } from '../../../harness/world.ts';

let brand: Minted;
let theirs: { partner: Minted; brand: Minted; campaign: string; plan: string; operations: string[] };
const NEVER = '0'.repeat(26);

beforeAll(async () => {
  brand = await mintAccount();
  const agency = await mintAgency();
  const campaign = await mintRunning(agency.brand);
  const { id: plan } = await mintPlan(agency.brand.id, {
    input: pausing(campaign),
    makerId: agency.partner.id,
  });
  await mintPlan(agency.brand.id, { input: pausing(campaign) });
  const about = { campaignId: campaign, planId: plan };
  const operations = [
    await mintOperation(agency.brand, about),
    await mintOperation(agency.brand, { ...about, platform: 'tiktok' }),
    await mintOperation(agency.brand),
  ];
  theirs = { ...agency, campaign, plan, operations };
});

const get = async (path: string, key = brand.key) => {
  const { status, body } = await call('GET', path, { key });
  return { status, data: body.data, error: body.error && { ...body.error, requestId: '' } };
};

it('in filters of lists', async () => {
  for (const [list, filter, id, prefix] of [
    ['plans', 'campaignId', theirs.campaign, 'camp'],
    ['operations', 'campaignId', theirs.campaign, 'camp'],
    ['operations', 'planId', theirs.plan, 'plan'],
    ['resources', 'campaignId', theirs.campaign, 'camp'],
    ['resources', 'parentResourceId', campaignResourceId(theirs.campaign, 'meta'), 'res'],
  ] as const) {
    const found = await get(`/ads/${list}?${filter}=${id}`);
    expect(found).toEqual(await get(`/ads/${list}?${filter}=${prefix}_${NEVER}`));
    expect(found.data.items).toEqual([]);
    const own = await get(`/ads/${list}?${filter}=${id}`, theirs.brand.key);
    expect(own.data.items.length, `${list} by ${filter}`).toBeGreaterThan(0);
  }
});

it('and an own list goes on where its page ended, with every row of its filter once', async () => {
  const [first, second, other] = theirs.operations;
  const idsOf = async (list: string) => {
    const { data } = await get(`/ads/${list}`, theirs.brand.key);
    return { ids: data.items.map(({ id }: { id: string }) => id) as string[], next: data.nextCursor };
  };
  const lists: [string, string[]?][] = [
    [`operations?campaignId=${theirs.campaign}`, [second!, first!]],
    [`operations?planId=${theirs.plan}`, [second!, first!]],
    ['operations?state=succeeded', [other!, second!, first!]],
    ['operations?'],
    ['plans?'],
    [`plans?campaignId=${theirs.campaign}`],
    ['resources?'],
    [`resources?campaignId=${theirs.campaign}`],
  ];
  for (const [list, wanted] of lists) {
    const { ids: all } = await idsOf(list);
    if (wanted) expect(all, list).toEqual(wanted);
    const walked: string[] = [];
    for (let cursor: string | null = ''; cursor !== null && walked.length <= all.length; ) {
      const page = await idsOf(`${list}&limit=1${cursor && `&cursor=${cursor}`}`);
      walked.push(...page.ids);
      cursor = page.next;
    }
    expect(walked, list).toEqual(all);
  }
});

it('and a page of operations ends early behind plans of half a megabyte, and the next goes on there', async () => {
  const own = await mintAccount();
  const [step] = planBody().steps;
  const steps = [{ ...step!, input: { name: 'x'.repeat(500_000) } }];
  const all: string[] = [];
  for (let n = 0; n < 6; n++) {
    const { id } = await mintPlan(own.id, { input: planBody({ steps }) });
    all.unshift(await mintOperation(own, { planId: id }));
  }
  const page = async (cursor: string) => {
    const { data } = await get(`/ads/operations?limit=100${cursor}`, own.key);
    return { ids: data.items.map(({ id }: { id: string }) => id) as string[], next: data.nextCursor };
  };
  const first = await page('');
  expect(first.ids).toEqual(all.slice(0, 5));
  expect(await page(`&cursor=${first.next}`)).toEqual({ ids: all.slice(5), next: null });
});

it('in the body of a plan, and as its clientRequestId', async () => {
  const campaign = await mintRunning(brand);
  const send = async (more: object) => {
    const { status, body } = await call('POST', '/ads/plans', {
      key: brand.key,
      body: pausing(campaign, more),
    });
    return { status, details: body.error?.details, id: body.data?.id };
  };
  const [operation] = theirs.operations;
  const named = (id: string) => send({ sourceOperationId: id });
  expect(await named(operation!)).toEqual(await named(`op_${NEVER}`));
  const about = (id: string) => send({ target: { kind: 'paid_campaign', id } });
  expect(await about(theirs.campaign)).toEqual(await about(`camp_${NEVER}`));
  const part = (id: string) => send({ target: { kind: 'ad_resource', id } });
  const resource = campaignResourceId(theirs.campaign, 'meta');
  expect(await part(resource)).toEqual(await part(`res_${NEVER}`));
  const { data } = await get(`/ads/plans/${theirs.plan}`, theirs.brand.key);
  const same = await send({ clientRequestId: data.clientRequestId });
  expect([same.status, same.id === theirs.plan]).toEqual([201, false]);
});

it('to a partner for another of its clients', async () => {
  const { partner } = theirs;
  const other = await mintAccount('brand', { managedBy: partner.id });
  await bindClient(partner.keyId, other.id);
  for (const list of ['plans', 'operations', 'resources'])
    expect((await get(`/ads/${list}?client=${other.id}`, partner.key)).data.items).toEqual([]);
  for (const path of [`plans/${theirs.plan}`, `operations/${theirs.operations[0]}`]) {
    const found = await get(`/ads/${path}?client=${other.id}`, partner.key);
    expect(found).toEqual(
      await get(`/ads/${path.slice(0, path.indexOf('_') + 1)}${NEVER}?client=${other.id}`, partner.key),
    );
    expect(found.status).toBe(404);
    expect((await get(`/ads/${path}?client=${theirs.brand.id}`, partner.key)).status).toBe(200);
  }
});
