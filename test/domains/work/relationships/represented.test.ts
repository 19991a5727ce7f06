// A partner acts, gets events and takes a share for a person who agreed to be represented by it, but not for
// one who only works with it.
import { expect, it } from 'vitest';
import type { SystemCtx } from '../../../../src/context.ts';
import { createApplication } from '../../../../src/domains/work/applications/create-application.ts';
import { takeOver } from '../../../../src/domains/work/claims/take-over.ts';
import { verifyAddress } from '../../../../src/domains/work/claims/verify-address.ts';
import { updateRelationship } from '../../../../src/domains/work/relationships/update-relationship.ts';
import { mintCreator, verbCtx } from '../../../harness/work/creators.ts';
import { mintProgram } from '../../../harness/work/programs.ts';
import { call, type Minted, mintAccount, systemCtx, testEnv } from '../../../harness/world.ts';

const NOBODY = { ip: null, userAgent: null };

async function commit(verb: (ctx: SystemCtx) => Promise<unknown>): Promise<void> {
  const ctx = systemCtx();
  await verb(ctx);
  await ctx.write.commit();
}

/** A person with their own record, and the actions that they take. */
async function person(number: number, keeper: Minted) {
  const made = await mintCreator(keeper.key, { phone: '+15550001' });
  const user = `user_${String(number).padStart(26, '0')}`;
  await commit((ctx) => verifyAddress(ctx, user, made.email));
  await commit((ctx) => takeOver(ctx, user, made.id));
  const asPerson = async (verb: (ctx: ReturnType<typeof verbCtx>) => Promise<unknown>) => {
    const ctx = verbCtx(keeper, { creator: made.id });
    await verb(ctx);
    await ctx.write.commit();
  };
  return {
    id: made.id as string,
    email: made.email as string,
    async applies(account: Minted) {
      const program = await mintProgram(account.key, { status: 'live', visibility: 'network' });
      await asPerson((ctx) => createApplication(ctx, { program: program.id }, NOBODY));
      const [one] = (await call('GET', `/v1/applications?program=${program.id}`, { key: account.key })).body
        .data;
      await call('PATCH', `/v1/applications/${one.id}`, { key: account.key, body: { status: 'approved' } });
    },
    async answers(account: Minted, status: 'agreed' | 'ended') {
      const row = await testEnv.DB.prepare(
        'SELECT id FROM creator_relationships WHERE account_id = ? AND creator_id = ?',
      )
        .bind(account.id, made.id)
        .first<{ id: string }>();
      await asPerson((ctx) => updateRelationship(ctx, row!.id, { status }, NOBODY));
    },
  };
}

const see = async (key: string, id: string) => (await call('GET', `/v1/creators/${id}`, { key })).body.data;
const link = (partner: Minted, id: string, brand: Minted) =>
  call('PATCH', `/v1/creators/${id}`, { key: partner.key, body: { brands: [brand.id] } });
const add = (account: Minted, email: string) =>
  call('POST', '/v1/creators', { key: account.key, body: { email } });

async function scene() {
  const partner = await mintAccount('partner');
  await call('PATCH', '/v1/account', { key: partner.key, body: { creatorTakeRate: { percent: 20 } } });
  await call('PATCH', '/v1/keys/current', {
    key: partner.key,
    body: { webhookUrl: 'https://hooks.partner-one.com/x' },
  });
  const client = await mintAccount('brand', { managedBy: partner.id });
  return { partner, client, keeper: await mintAccount(), other: await mintAccount() };
}

/** The events that the partner got about the other brand. */
async function toldOf(partner: Minted, other: Minted): Promise<string[]> {
  const { data } = (await call('GET', '/v1/events?limit=100', { key: partner.key })).body;
  return data
    .filter((one: { account: string }) => one.account === other.id)
    .map((one: { type: string }) => one.type);
}

let payments = 0;

/** A partner's share of 100.00 that the brand pays, in cents. */
async function takenOf(brand: Minted, id: string): Promise<number> {
  const { status, body } = await call('POST', '/v1/payments', {
    key: brand.key,
    body: { creator: id, amount: 10_000, currency: 'usd' },
    headers: { 'Idempotency-Key': `payment ${++payments}` },
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data.fees.partner;
}

it('who applies to a partner works with it directly: no client, no event and no part of the pay comes of that', async () => {
  const { partner, client, keeper, other } = await scene();
  const zoe = await person(1, keeper);
  expect((await add(partner, zoe.email)).body.data).toMatchObject({ status: 'invited' });
  // A partner that has only asked cannot link the creator to brands.
  expect((await link(partner, zoe.id, client)).body.error).toMatchObject({ code: 'conflict' });
  for (const again of [false, true]) {
    if (again) await zoe.answers(partner, 'ended');
    await zoe.applies(partner);
    expect(await see(partner.key, zoe.id)).toMatchObject({
      status: 'live',
      relationship: 'direct',
      email: zoe.email,
    });
    expect((await link(partner, zoe.id, client)).status).toBe(200);
    expect(await see(client.key, zoe.id)).toMatchObject({
      status: 'invited',
      email: null,
      phone: null,
      payouts: null,
    });
    await zoe.applies(other);
    expect(await toldOf(partner, other)).toEqual([]);
  }
  expect((await see(other.key, zoe.id)).relationship).toBe('direct');
});

it('who agrees to be represented is handed on and heard of, until it ends that', async () => {
  const { partner, client, keeper, other } = await scene();
  const ada = await person(2, keeper);
  await add(partner, ada.email);
  await ada.answers(partner, 'agreed');
  expect(await see(partner.key, ada.id)).toMatchObject({ status: 'live', relationship: 'represented' });
  await link(partner, ada.id, client);
  expect(await see(client.key, ada.id)).toMatchObject({ status: 'live', email: ada.email });
  await ada.applies(other);
  expect(await toldOf(partner, other)).toEqual(['application.approved', 'application.created']);
  await ada.answers(partner, 'ended');
  await ada.applies(partner);
  await ada.applies(other);
  expect(await see(partner.key, ada.id)).toMatchObject({ status: 'live', relationship: 'direct' });
  expect(await toldOf(partner, other)).toHaveLength(2);
});

it('the partner that added a record takes its part until the person has left it, and not again because it applied', async () => {
  const { partner, other } = await scene();
  const eve = await person(3, partner);
  await eve.applies(other);
  expect(await see(partner.key, eve.id)).toMatchObject({ relationship: 'represented' });
  expect(await see(other.key, eve.id)).toMatchObject({ relationship: 'represented' });
  expect(await takenOf(other, eve.id)).toBe(2_000);
  await eve.answers(partner, 'ended');
  await eve.applies(partner);
  expect(await see(partner.key, eve.id)).toMatchObject({ status: 'live', relationship: 'direct' });
  expect(await takenOf(other, eve.id)).toBe(0);
  // The relationship has its own request, and its own answer.
  await eve.answers(partner, 'ended');
  await add(partner, eve.email);
  await eve.answers(partner, 'agreed');
  expect(await see(partner.key, eve.id)).toMatchObject({ relationship: 'represented' });
  expect(await takenOf(other, eve.id)).toBe(2_000);
});
