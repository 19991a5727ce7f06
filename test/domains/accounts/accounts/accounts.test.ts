import { describe, expect, it } from 'vitest';
import { freshEmail } from '../../../harness/work/creators.ts';
import { call, type Minted, mintAccount, testEnv } from '../../../harness/world.ts';

const get = async (account: Minted) => (await call('GET', '/v1/account', { key: account.key })).body.data;
const patch = (account: Minted, body: unknown) => call('PATCH', '/v1/account', { key: account.key, body });

async function reason(account: Minted, body: unknown): Promise<[number, string, string]> {
  const answer = await patch(account, body);
  return [answer.status, answer.body.error?.code, answer.body.error?.details?.reason];
}

async function refusedAt(account: Minted, body: unknown): Promise<[number, string]> {
  const answer = await patch(account, body);
  return [answer.status, answer.body.error?.details?.[0]?.path];
}

describe('GET /v1/account', () => {
  it('shows a fresh brand with every field', async () => {
    const brand = await mintAccount('brand', { name: 'Plain' });
    const record = await get(brand);
    expect(record).toEqual({
      id: brand.id,
      type: 'brand',
      name: 'Plain',
      slug: expect.stringMatching(/^plain(-[0-9a-z]{8})?$/),
      status: 'active',
      managedBy: null,
      brandFee: null,
      partner: null,
      email: null,
      phone: null,
      profilePicture: null,
      image: null,
      paymentMethod: null,
      payouts: { identity: { status: 'required' }, bankAccount: null },
      brands: { count: 0 },
      creators: { count: 0 },
      description: null,
      recruitment: { headline: null, description: null },
      listing: null,
      returnSchemes: [],
      version: 1,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedAt: record.createdAt,
    });
  });

  it('shows a partner its rates and listing, and never a card', async () => {
    const partner = await mintAccount('partner');
    await testEnv.DB.prepare("UPDATE accounts SET card_status = 'active', card_brand = 'visa' WHERE id = ?1")
      .bind(partner.id)
      .run();
    expect(await get(partner)).toMatchObject({
      partner: { creatorTakeRate: null, brandFee: null },
      listing: { listed: false, headline: null, categories: [], registeredAt: null },
      paymentMethod: null,
    });
  });

  it("shows a brand's card", async () => {
    const brand = await mintAccount();
    await testEnv.DB.prepare(
      "UPDATE accounts SET card_status = 'active', card_brand = 'visa', card_last4 = '4242' WHERE id = ?1",
    )
      .bind(brand.id)
      .run();
    expect((await get(brand)).paymentMethod).toEqual({ status: 'active', brand: 'visa', last4: '4242' });
  });

  it('counts active client brands, and hides the counts on a managed brand', async () => {
    const partner = await mintAccount('partner');
    const client = await mintAccount('brand', { managedBy: partner.id });
    await mintAccount('brand', { managedBy: partner.id });
    await mintAccount('brand', { managedBy: partner.id, status: 'ended' });
    expect((await get(partner)).brands).toEqual({ count: 2 });
    expect(await get(client)).toMatchObject({ managedBy: partner.id, brands: null, creators: null });
  });
});

describe('PATCH /v1/account', () => {
  it('writes every field that it answers, and nothing else', async () => {
    const partner = await mintAccount('partner');
    const before = await get(partner);
    const answer = await patch(partner, {
      name: '  Harbor & Söhne  ',
      description: 'Two\nlines',
      recruitment: { headline: 'Join', description: 'Us' },
      creatorTakeRate: { percent: 12.5 },
      brandFee: { of: 'gmv', percent: 3.75 },
      listing: { listed: true, headline: 'Hello', categories: ['food', 'travel'] },
    });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual(await get(partner));
    expect(answer.body.data).toEqual({
      ...before,
      name: 'Harbor & Söhne',
      description: 'Two\nlines',
      recruitment: { headline: 'Join', description: 'Us' },
      partner: { creatorTakeRate: { percent: 12.5 }, brandFee: { of: 'gmv', percent: 3.75 } },
      listing: {
        listed: true,
        headline: 'Hello',
        categories: ['food', 'travel'],
        registeredAt: answer.body.data.updatedAt,
      },
      version: 2,
      updatedAt: expect.any(String),
    });
  });

  it('clears with null, and leaves alone what is not sent', async () => {
    const partner = await mintAccount('partner');
    await patch(partner, {
      description: 'x',
      recruitment: { headline: 'a', description: 'b' },
      creatorTakeRate: { percent: 1 },
      brandFee: { of: 'ad_spend', percent: 1 },
    });
    const answer = await patch(partner, {
      description: null,
      recruitment: { headline: null },
      creatorTakeRate: null,
      profilePicture: null,
    });
    expect(answer.body.data).toMatchObject({
      description: null,
      recruitment: { headline: null, description: 'b' },
      partner: { creatorTakeRate: null, brandFee: { of: 'ad_spend', percent: 1 } },
    });
  });

  it('keeps the day of the first listing when listed again', async () => {
    const partner = await mintAccount('partner');
    const first = (await patch(partner, { listing: { listed: true } })).body.data.listing.registeredAt;
    await patch(partner, { listing: { listed: false } });
    const again = (await patch(partner, { listing: { listed: true } })).body.data.listing;
    expect(again).toMatchObject({ listed: true, registeredAt: first });
  });

  it('changes nothing, not even the version, for an empty edit', async () => {
    const brand = await mintAccount();
    const before = await get(brand);
    expect((await patch(brand, {})).body.data).toEqual(before);
    expect((await patch(brand, { somethingNew: 1 })).body.data).toEqual(before);
  });

  it('takes take rates from 0 to 20 percent in hundredths, and fees from 0 to 100', async () => {
    const partner = await mintAccount('partner');
    for (const percent of [0, 0.01, 0.1, 0.29, 1.1, 14.35, 19.99, 20]) {
      const { data } = (await patch(partner, { creatorTakeRate: { percent } })).body;
      expect(data.partner.creatorTakeRate.percent).toBe(percent);
    }
    for (const percent of [-0.01, 20.01, 100, 1.005, 1e9, -1e-9]) {
      expect(await refusedAt(partner, { creatorTakeRate: { percent } })).toEqual([
        422,
        '/creatorTakeRate/percent',
      ]);
    }
    for (const percent of [0, 20.01, 99.99, 100]) {
      const { data } = (await patch(partner, { brandFee: { of: 'gmv', percent } })).body;
      expect(data.partner.brandFee).toEqual({ of: 'gmv', percent });
    }
    for (const percent of [-1, 100.01, 0.001]) {
      expect(await refusedAt(partner, { brandFee: { of: 'gmv', percent } })).toEqual([
        422,
        '/brandFee/percent',
      ]);
    }
    expect(await refusedAt(partner, { brandFee: { percent: 1 } })).toEqual([422, '/brandFee/of']);
    expect(await refusedAt(partner, { brandFee: { of: 'profit', percent: 1 } })).toEqual([
      422,
      '/brandFee/of',
    ]);
  });

  it('bounds texts', async () => {
    const partner = await mintAccount('partner');
    const fits = {
      name: 'n'.repeat(160),
      description: 'd'.repeat(2000),
      listing: { categories: Array(20).fill('c') },
    };
    expect((await patch(partner, fits)).status).toBe(200);
    expect(await refusedAt(partner, { name: 'n'.repeat(161) })).toEqual([422, '/name']);
    expect(await refusedAt(partner, { name: '   ' })).toEqual([422, '/name']);
    expect(await refusedAt(partner, { name: null })).toEqual([422, '/name']);
    expect(await refusedAt(partner, { name: 'bell\u0007' })).toEqual([422, '/name']);
    expect(await refusedAt(partner, { name: 'half \ud83e' })).toEqual([422, '/name']);
    expect(await refusedAt(partner, { description: 'd'.repeat(2001) })).toEqual([422, '/description']);
    expect(await refusedAt(partner, { recruitment: { headline: 'h'.repeat(161) } })).toEqual([
      422,
      '/recruitment/headline',
    ]);
    expect(await refusedAt(partner, { listing: { categories: Array(21).fill('c') } })).toEqual([
      422,
      '/listing/categories',
    ]);
    expect(await refusedAt(partner, { profilePicture: 'picture.png' })).toEqual([422, '/profilePicture']);
  });

  it('gives rates, fees and a listing to partners alone', async () => {
    const brand = await mintAccount();
    for (const body of [
      { creatorTakeRate: { percent: 1 } },
      { creatorTakeRate: null },
      { brandFee: { of: 'gmv', percent: 1 } },
      { listing: { listed: true } },
    ]) {
      expect(await reason(brand, body)).toEqual([422, 'operation_rejected', 'not_a_partner']);
    }
    expect((await get(brand)).version).toBe(1);
  });

  it('refuses a picture that is no file of the account', async () => {
    const brand = await mintAccount();
    const file = 'file_00000000000000000000000000';
    expect((await reason(brand, { profilePicture: file })).slice(0, 2)).toEqual([422, 'operation_rejected']);
  });
});

describe('a change of type', () => {
  it('makes a brand a partner, with rates in the same edit', async () => {
    const brand = await mintAccount();
    const { status, body } = await patch(brand, { type: 'partner', creatorTakeRate: { percent: 5 } });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ type: 'partner', partner: { creatorTakeRate: { percent: 5 } } });
    expect((await call('POST', '/v1/brands', { key: brand.key, body: { name: 'Client' } })).status).toBe(201);
  });

  it('makes a partner that manages nobody a brand, which then has no rates and no listing', async () => {
    const partner = await mintAccount('partner');
    await patch(partner, { creatorTakeRate: { percent: 5 }, listing: { listed: true } });
    expect((await patch(partner, { type: 'brand' })).body.data).toMatchObject({
      type: 'brand',
      partner: null,
      listing: null,
    });
    expect((await patch(partner, { type: 'partner' })).body.data).toMatchObject({
      partner: { creatorTakeRate: null, brandFee: null },
      listing: { listed: false, registeredAt: null },
    });
  });

  it('is refused while a partner manages a brand, even an ended one', async () => {
    for (const status of ['active', 'ended'] as const) {
      const partner = await mintAccount('partner');
      await mintAccount('brand', { managedBy: partner.id, status });
      expect(await reason(partner, { type: 'brand' })).toEqual([422, 'operation_rejected', 'still_managing']);
      expect(await get(partner)).toMatchObject({ type: 'partner', version: 1 });
    }
  });

  it('is refused while a partner manages a creator, one counted once however often it is added', async () => {
    const [partner, brand] = [await mintAccount('partner'), await mintAccount()];
    const body = { email: freshEmail() };
    expect((await call('POST', '/v1/creators', { key: partner.key, body })).status).toBe(201);
    await call('POST', '/v1/creators', { key: partner.key, body });
    await call('POST', '/v1/creators', { key: brand.key, body });
    expect(await get(partner)).toMatchObject({ creators: { count: 1 }, version: 1 });
    // Another account's record with the same address is separate.
    expect(await get(brand)).toMatchObject({ creators: { count: 1 }, version: 1 });
    expect(await reason(partner, { type: 'brand' })).toEqual([422, 'operation_rejected', 'still_managing']);
  });

  it('is refused to a managed brand', async () => {
    const partner = await mintAccount('partner');
    const client = await mintAccount('brand', { managedBy: partner.id });
    expect(await reason(client, { type: 'partner' })).toEqual([422, 'operation_rejected', 'managed_brand']);
  });

  it('to the same type is no change', async () => {
    const brand = await mintAccount();
    expect((await patch(brand, { type: 'brand' })).body.data.version).toBe(1);
  });
});

describe('version', () => {
  it('refuses an edit based on a stale read, and names the stored one', async () => {
    const brand = await mintAccount();
    expect((await patch(brand, { name: 'A', version: 1 })).body.data.version).toBe(2);
    const stale = await patch(brand, { name: 'B', version: 1 });
    expect([stale.status, stale.body.error.code, stale.body.error.details]).toEqual([
      409,
      'version_conflict',
      { version: 2 },
    ]);
    expect((await patch(brand, { name: 'C', version: 3 })).status).toBe(409);
    expect((await get(brand)).name).toBe('A');
  });

  it('lets exactly one of several writers at once win', async () => {
    const brand = await mintAccount();
    const answers = await Promise.all(
      ['A', 'B', 'C', 'D', 'E'].map((name) => patch(brand, { name, version: 1 })),
    );
    const won = answers.filter((answer) => answer.status === 200);
    expect(won).toHaveLength(1);
    for (const answer of answers.filter((one) => one.status !== 200)) {
      expect([answer.status, answer.body.error.code]).toEqual([409, 'version_conflict']);
    }
    expect(await get(brand)).toMatchObject({ name: won[0]!.body.data.name, version: 2 });
  });

  it('never loses an edit in silence, also without a version', async () => {
    const brand = await mintAccount();
    const answers = await Promise.all([patch(brand, { name: 'A' }), patch(brand, { description: 'B' })]);
    const won = answers.filter((answer) => answer.status === 200).length;
    expect((await get(brand)).version).toBe(1 + won);
    for (const answer of answers) expect([200, 409]).toContain(answer.status);
  });
});
