import { describe, expect, it } from 'vitest';
import { call, type Minted, mintAccount, testEnv } from '../../../harness/world.ts';

const DOMAINS = ['https://shop.example.com'];
const create = (owner: Minted, body: unknown) => call('POST', '/v1/pixels', { key: owner.key, body });
const patch = (owner: Minted, id: string, body: unknown) =>
  call('PATCH', `/v1/pixels/${id}`, { key: owner.key, body });

async function mintPixel(owner: Minted): Promise<string> {
  return (await create(owner, { name: 'Shop', domains: DOMAINS })).body.data.id;
}

describe('POST /v1/pixels', () => {
  it('makes a waiting pixel with its snippets', async () => {
    const brand = await mintAccount();
    const { status, body } = await create(brand, {
      name: 'Shop',
      domains: DOMAINS,
      excludedCountries: ['de', 'FR', 'DE'],
    });
    expect(status).toBe(201);
    const { id } = body.data;
    expect(id).toMatch(/^pxl_[0-9a-z]{26}$/);
    expect(body.data).toMatchObject({
      name: 'Shop',
      domains: DOMAINS,
      excludedCountries: ['DE', 'FR'],
      status: 'waiting',
      lastSeenAt: null,
      quality: {
        events: 0,
        consented: 0,
        fromServer: 0,
        withUserData: 0,
        withClickIds: 0,
        credited: 0,
        located: 0,
      },
      version: 1,
    });
    expect(body.data.snippet).toContain(`https://service.test/px/${id}.js`);
    expect(body.data.firstParty.target).toContain(`https://service.test/px/${id}`);
    expect(body.data.firstParty.snippet).toContain(body.data.firstParty.path);
    expect((await call('GET', `/v1/pixels/${id}`, { key: brand.key })).body.data).toEqual(body.data);
  });

  it('keeps origins in one spelling, once each', async () => {
    const brand = await mintAccount();
    const { body } = await create(brand, {
      name: 'Shop',
      domains: [
        'https://Shop.Example.com/',
        'https://shop.example.com:443',
        'https://müller.example',
        'https://a.example:8443',
      ],
    });
    expect(body.data.domains).toEqual([
      'https://shop.example.com',
      'https://xn--mller-kva.example',
      'https://a.example:8443',
    ]);
  });

  it.each([
    'shop.example.com',
    'http://shop.example.com',
    'https://shop.example.com/path',
    'https://shop.example.com?x',
    'https://shop.example.com/#x',
    'https://user:pw@shop.example.com',
    'https://*.example.com',
    'https://localhost',
    'http://localhost:3000',
    'https://shop',
    'ftp://shop.example.com',
    'javascript:alert(1)',
    'https://',
  ])('refuses %s as an origin and says which entry', async (origin) => {
    const brand = await mintAccount();
    const answer = await create(brand, { name: 'Shop', domains: [...DOMAINS, origin] });
    expect([answer.status, answer.body.error.details[0].path]).toEqual([422, '/domains/1']);
  });

  it('bounds the lists', async () => {
    const brand = await mintAccount();
    const many = Array.from({ length: 51 }, (_, i) => `https://s${i}.example.com`);
    expect((await create(brand, { name: 'X', domains: many.slice(0, 50) })).status).toBe(201);
    for (const [path, body] of [
      ['/domains', { name: 'X', domains: many }],
      ['/domains', { name: 'X', domains: [] }],
      ['/domains', { name: 'X' }],
      ['/name', { domains: DOMAINS }],
      ['/excludedCountries/0', { name: 'X', domains: DOMAINS, excludedCountries: ['DEU'] }],
    ] as const) {
      const answer = await create(brand, body);
      expect([answer.status, answer.body.error.details[0].path]).toEqual([422, path]);
    }
  });

  it('gives an account its shard with the first pixel and never another, also with several at once', async () => {
    const brand = await mintAccount();
    const shard = async () =>
      (await testEnv.DB.prepare('SELECT events_shard FROM accounts WHERE id = ?1')
        .bind(brand.id)
        .first<{ events_shard: number | null }>())!.events_shard;
    expect(await shard()).toBeNull();
    await Promise.all([mintPixel(brand), mintPixel(brand), mintPixel(brand)]);
    const first = await shard();
    expect([0, 1]).toContain(first);
    await mintPixel(brand);
    expect(await shard()).toBe(first);
  });

  it('does not move the version of its account', async () => {
    const brand = await mintAccount();
    await mintPixel(brand);
    expect((await call('GET', '/v1/account', { key: brand.key })).body.data.version).toBe(1);
  });
});

describe('PATCH /v1/pixels/:id', () => {
  it('changes name, domains and countries', async () => {
    const brand = await mintAccount();
    const id = await mintPixel(brand);
    const answer = await patch(brand, id, {
      name: 'Other',
      domains: ['https://b.example.com'],
      excludedCountries: ['us'],
      version: 1,
    });
    expect(answer.body.data).toMatchObject({
      name: 'Other',
      domains: ['https://b.example.com'],
      excludedCountries: ['US'],
      version: 2,
    });
    expect((await call('GET', `/v1/pixels/${id}`, { key: brand.key })).body.data).toEqual(answer.body.data);
  });

  it('archives once and for all; the history can still be read', async () => {
    const brand = await mintAccount();
    const id = await mintPixel(brand);
    expect((await patch(brand, id, { status: 'archived' })).body.data).toMatchObject({
      status: 'archived',
      version: 2,
    });
    expect((await patch(brand, id, { status: 'archived' })).body.data.version).toBe(2);
    const late = await patch(brand, id, { name: 'X' });
    expect([late.status, late.body.error.code]).toEqual([409, 'conflict']);
    expect((await call('GET', `/v1/pixels/${id}`, { key: brand.key })).status).toBe(200);
  });

  it('knows no other status to set', async () => {
    const brand = await mintAccount();
    const id = await mintPixel(brand);
    for (const status of ['verified', 'waiting', 'deleted']) {
      const answer = await patch(brand, id, { status });
      expect([answer.status, answer.body.error.details[0].path]).toEqual([422, '/status']);
    }
  });

  it('refuses a stale version, and lets exactly one of two writers at once win', async () => {
    const brand = await mintAccount();
    const id = await mintPixel(brand);
    const answers = await Promise.all(['A', 'B', 'C'].map((name) => patch(brand, id, { name, version: 1 })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409]);
    const stale = await patch(brand, id, { name: 'D', version: 1 });
    expect([stale.body.error.code, stale.body.error.details]).toEqual(['version_conflict', { version: 2 }]);
  });
});

describe('GET /v1/pixels', () => {
  it("lists only the acting account's", async () => {
    const partner = await mintAccount('partner');
    const client = await mintAccount('brand', { managedBy: partner.id });
    const id = await mintPixel(client);
    expect((await call('GET', '/v1/pixels', { key: partner.key })).body.data).toEqual([]);
    const asClient = await call('GET', '/v1/pixels', { key: partner.key, as: client.id });
    expect(asClient.body.data.map((pixel: { id: string }) => pixel.id)).toEqual([id]);
  });
});
