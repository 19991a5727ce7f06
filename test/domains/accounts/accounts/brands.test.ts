import { describe, expect, it } from 'vitest';
import { countManagedCreator } from '../../../../src/domains/accounts/accounts/interface.ts';
import * as clock from '../../../harness/clock.ts';
import { call, type Minted, mintAccount, systemCtx, testEnv } from '../../../harness/world.ts';

const ids = (answer: { body: { data: { id: string }[] } }) =>
  answer.body.data.map((record) => record.id).sort();

async function mintCreator(managedBy: string, claimed = false): Promise<string> {
  const id = `crtr_${crypto.randomUUID().replaceAll('-', '').slice(0, 26)}`;
  const ctx = systemCtx();
  countManagedCreator(ctx, managedBy);
  await ctx.write.commit();
  await testEnv.DB.prepare(
    'INSERT INTO creators (id, name, managed_by, claimed_at, version, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, 1, ?5, ?5)',
  )
    .bind(id, 'A creator', managedBy, claimed ? clock.now() : null, clock.now())
    .run();
  return id;
}

/** Ends a brand by its row, as a staff member would: no operation does. */
const end = (brand: string) =>
  testEnv.DB.prepare("UPDATE accounts SET status = 'ended', version = version + 1 WHERE id = ?")
    .bind(brand)
    .run();

describe('POST /v1/brands', () => {
  it("makes a partner's managed brand, with its fee and contacts", async () => {
    const partner = await mintAccount('partner');
    const body = {
      name: 'Pine',
      brandFee: { of: 'ad_spend', percent: 7.25 },
      email: 'a@pine.example',
      phone: '+49 (30) 12-34.56',
    };
    const answer = await call('POST', '/v1/brands', { key: partner.key, body });
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject({
      type: 'brand',
      status: 'active',
      managedBy: partner.id,
      name: 'Pine',
      brandFee: { of: 'ad_spend', percent: 7.25 },
      email: 'a@pine.example',
      phone: '+4930123456',
      brands: null,
      creators: null,
      version: 1,
    });
    const read = await call('GET', `/v1/brands/${answer.body.data.id}`, { key: partner.key });
    expect(read.body.data).toEqual(answer.body.data);
  });

  it('writes brand.created in the same batch', async () => {
    const partner = await mintAccount('partner');
    const { data } = (await call('POST', '/v1/brands', { key: partner.key, body: { name: 'Pine' } })).body;
    const events = await testEnv.DB.prepare('SELECT type, data FROM events WHERE account_id = ?1')
      .bind(data.id)
      .all();
    expect(events.results).toEqual([{ type: 'brand.created', data: JSON.stringify({ brand: data.id }) }]);
  });

  it('takes the same name twice', async () => {
    const partner = await mintAccount('partner');
    const made = [1, 2].map(() => call('POST', '/v1/brands', { key: partner.key, body: { name: 'Twice' } }));
    const statuses = [(await made[0]!).status, (await made[1]!).status];
    expect(statuses.every((status) => status === 201 || status === 409)).toBe(true);
    expect((await call('POST', '/v1/brands', { key: partner.key, body: { name: 'Twice' } })).status).toBe(
      201,
    );
    expect((await call('POST', '/v1/brands', { key: partner.key, body: { name: '中文' } })).status).toBe(201);
  });

  it('is for partners: a brand is refused, and so is a partner acting as its client', async () => {
    const partner = await mintAccount('partner');
    const client = await mintAccount('brand', { managedBy: partner.id });
    const brand = await mintAccount();
    const tries = [
      await call('POST', '/v1/brands', { key: brand.key, body: { name: 'X' } }),
      await call('POST', '/v1/brands', { key: partner.key, as: client.id, body: { name: 'X' } }),
    ];
    for (const answer of tries)
      expect([answer.status, answer.body.error.code]).toEqual([403, 'permission_denied']);
  });

  it('names the bad field', async () => {
    const partner = await mintAccount('partner');
    for (const [path, body] of [
      ['/name', {}],
      ['/email', { name: 'X', email: 'not an address' }],
      ['/phone', { name: 'X', phone: '12' }],
      ['/brandFee/percent', { name: 'X', brandFee: { of: 'gmv', percent: 101 } }],
    ] as const) {
      const answer = await call('POST', '/v1/brands', { key: partner.key, body });
      expect([answer.status, answer.body.error.details[0].path]).toEqual([422, path]);
    }
  });
});

describe('GET /v1/brands', () => {
  it("lists a partner's brands, ended ones too, and filters by status", async () => {
    const partner = await mintAccount('partner');
    const active = await mintAccount('brand', { managedBy: partner.id });
    const ended = await mintAccount('brand', { managedBy: partner.id, status: 'ended' });
    await mintAccount();
    const list = (query = '') => call('GET', `/v1/brands${query}`, { key: partner.key });
    expect(ids(await list())).toEqual([active.id, ended.id].sort());
    expect(ids(await list('?status=active'))).toEqual([active.id]);
    expect(ids(await list('?status=ended'))).toEqual([ended.id]);
    expect(ids(await list('?status=active,ended'))).toEqual([active.id, ended.id].sort());
    for (const bad of ['', 'gone', 'active,', 'Active'])
      expect((await list(`?status=${bad}`)).status).toBe(400);
  });

  it('is a brand itself for a brand, and for a partner that acts as it', async () => {
    const partner = await mintAccount('partner');
    const client = await mintAccount('brand', { managedBy: partner.id });
    expect(ids(await call('GET', '/v1/brands', { key: client.key }))).toEqual([client.id]);
    expect(ids(await call('GET', '/v1/brands', { key: partner.key, as: client.id }))).toEqual([client.id]);
  });
});

describe('PATCH /v1/brands/:id', () => {
  it('changes what the managing partner may, and null returns the fee to the default', async () => {
    const partner = await mintAccount('partner');
    const client = await mintAccount('brand', { managedBy: partner.id });
    const path = `/v1/brands/${client.id}`;
    const changed = await call('PATCH', path, {
      key: partner.key,
      body: { name: 'New', brandFee: { of: 'gmv', percent: 2 }, recruitment: { headline: 'Hi' }, version: 1 },
    });
    expect(changed.body.data).toMatchObject({
      name: 'New',
      brandFee: { of: 'gmv', percent: 2 },
      recruitment: { headline: 'Hi' },
      version: 2,
    });
    const cleared = await call('PATCH', path, { key: partner.key, body: { brandFee: null } });
    expect(cleared.body.data).toMatchObject({ brandFee: null, version: 3 });
    const stale = await call('PATCH', path, { key: partner.key, body: { name: 'Old', version: 1 } });
    expect([stale.status, stale.body.error.code]).toEqual([409, 'version_conflict']);
  });

  it('is not for the brand itself', async () => {
    const partner = await mintAccount('partner');
    const client = await mintAccount('brand', { managedBy: partner.id });
    const answer = await call('PATCH', `/v1/brands/${client.id}`, {
      key: client.key,
      body: { brandFee: { of: 'gmv', percent: 0 } },
    });
    expect([answer.status, answer.body.error.code]).toEqual([403, 'permission_denied']);
  });

  it('no longer changes an ended brand', async () => {
    const partner = await mintAccount('partner');
    const brand = await mintAccount('brand', { managedBy: partner.id });
    await end(brand.id);
    const answer = await call('PATCH', `/v1/brands/${brand.id}`, { key: partner.key, body: { name: 'X' } });
    expect([answer.status, answer.body.error.code]).toEqual([403, 'permission_denied']);
    const read = await call('GET', `/v1/brands/${brand.id}`, { key: partner.key });
    expect(read.body.data).toMatchObject({ status: 'ended', version: 2 });
  });

  it('lets exactly one of two writers at once win', async () => {
    const partner = await mintAccount('partner');
    const client = await mintAccount('brand', { managedBy: partner.id });
    const answers = await Promise.all(
      ['A', 'B'].map((name) =>
        call('PATCH', `/v1/brands/${client.id}`, { key: partner.key, body: { name, version: 1 } }),
      ),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
  });
});

describe('Service-Account', () => {
  it('lets a partner act as its client brand: read and write', async () => {
    const partner = await mintAccount('partner');
    const client = await mintAccount('brand', { managedBy: partner.id });
    const read = await call('GET', '/v1/account', { key: partner.key, as: client.id });
    expect(read.body.data.id).toBe(client.id);
    const written = await call('PATCH', '/v1/account', {
      key: partner.key,
      as: client.id,
      body: { name: 'By the partner' },
    });
    expect(written.body.data).toMatchObject({ id: client.id, name: 'By the partner' });
    expect((await call('GET', '/v1/account', { key: partner.key, as: partner.id })).body.data.id).toBe(
      partner.id,
    );
  });

  it('lets it read an ended client but not write', async () => {
    const partner = await mintAccount('partner');
    const ended = await mintAccount('brand', { managedBy: partner.id, status: 'ended' });
    expect((await call('GET', '/v1/account', { key: partner.key, as: ended.id })).status).toBe(200);
    const write = await call('PATCH', '/v1/account', { key: partner.key, as: ended.id, body: { name: 'X' } });
    expect([write.status, write.body.error.code]).toEqual([403, 'permission_denied']);
  });

  it('never widens what a read key may', async () => {
    const partner = await mintAccount('partner');
    const client = await mintAccount('brand', { managedBy: partner.id });
    const write = await call('PATCH', '/v1/account', {
      key: partner.readKey,
      as: client.id,
      body: { name: 'X' },
    });
    expect([write.status, write.body.error.code]).toEqual([403, 'permission_denied']);
  });

  it("reaches no other partner's client, no unmanaged brand, no upward account and no nonsense", async () => {
    const [partner, rival] = [await mintAccount('partner'), await mintAccount('partner')];
    const client = await mintAccount('brand', { managedBy: partner.id });
    const theirs = await mintAccount('brand', { managedBy: rival.id });
    const free = await mintAccount();
    const tries: [Minted, string][] = [
      [partner, theirs.id],
      [partner, free.id],
      [partner, rival.id],
      [client, partner.id],
      [free, client.id],
      [partner, 'acct_nonsense'],
      [partner, 'prog_00000000000000000000000000'],
    ];
    for (const [caller, target] of tries) {
      const answer = await call('GET', '/v1/account', { key: caller.key, as: target });
      expect([target, answer.status, answer.body.error?.code]).toEqual([
        target,
        403,
        'account_not_reachable',
      ]);
    }
  });

  it('acts as an unclaimed creator of the key or of a client brand, and as no other', async () => {
    const [partner, stranger] = [await mintAccount('partner'), await mintAccount('partner')];
    const client = await mintAccount('brand', { managedBy: partner.id });
    const own = await mintCreator(partner.id);
    const clients = await mintCreator(client.id);
    const claimed = await mintCreator(partner.id, true);
    const foreign = await mintCreator(stranger.id);
    const as = async (creator: string) =>
      (await call('GET', '/v1/keys/current', { key: partner.key, as: creator })).status;
    expect([await as(own), await as(clients), await as(claimed), await as(foreign)]).toEqual([
      200, 200, 403, 403,
    ]);
    expect((await call('GET', '/v1/keys/current', { key: client.key, as: clients })).status).toBe(200);
    expect((await call('GET', '/v1/keys/current', { key: client.key, as: own })).status).toBe(403);
  });

  it('gives a creator no endpoint that is for accounts', async () => {
    const partner = await mintAccount('partner');
    const creator = await mintCreator(partner.id);
    const answer = await call('GET', '/v1/account', { key: partner.key, as: creator });
    expect([answer.status, answer.body.error.code]).toEqual([403, 'permission_denied']);
  });

  it('does not let an ended brand write as its creator', async () => {
    const partner = await mintAccount('partner');
    const ended = await mintAccount('brand', { managedBy: partner.id, status: 'ended' });
    const creator = await mintCreator(ended.id);
    const answer = await call('PATCH', '/v1/keys/current', {
      key: ended.key,
      as: creator,
      body: { webhookUrl: null },
    });
    expect([answer.status, answer.body.error.code]).toEqual([403, 'permission_denied']);
  });
});
