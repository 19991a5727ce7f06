// What a brand reads of the charges of its card: receipts with what is in them, and what it owes.
import { describe, expect, it } from 'vitest';
import { chargeOperations } from '../../../../src/domains/money/charges/operations.ts';
import { driveOpenInstructions } from '../../../../src/domains/money/ledger-instructions/drive-instructions.ts';
import { DAY_MS } from '../../../../src/kit/time.ts';
import { chargeScene, minute, nextDay, onlyCharge, owe, oweMany } from '../../../harness/money/charges.ts';
import { performed, personOf } from '../../../harness/people/person.ts';
import { call, mintAccount } from '../../../harness/world.ts';

describe('a charge', () => {
  it('is a receipt for its brand, which every payment in it names, and for nobody else', async () => {
    const scene = await chargeScene();
    const ids = [await owe(scene, 1000), await owe(scene, 333)];
    const get = (path: string, key = scene.key, as?: string) =>
      call('GET', path, { key, ...(as ? { as } : {}) });
    const paymentOf = async (id: string) => (await get(`/v1/payments/${id}`)).body.data;
    expect((await paymentOf(ids[0]!)).charge).toBeNull();
    await scene.stripe.decline('insufficient_funds');
    await nextDay(scene);
    const [{ id }] = (await get('/v1/charges?status=due&currency=usd')).body.data;
    expect((await get(`/v1/charges/${id}`)).body.data).toMatchObject({
      status: 'due',
      card: { brand: 'visa', last4: '4242' },
      attempts: 1,
      failureMessage: 'The card has insufficient funds.',
      nextAttemptAt: new Date(scene.at + DAY_MS).toISOString(),
      succeededAt: null,
    });
    await nextDay(scene);
    const item = { type: 'payment', creator: scene.creator, program: null, status: 'succeeded', day: null };
    const receipt = (await get(`/v1/charges/${id}`)).body.data;
    // Payments made in the same millisecond have no order.
    receipt.items.sort((a: { amount: number }, b: { amount: number }) => b.amount - a.amount);
    expect(receipt).toMatchObject({
      account: scene.brand,
      currency: 'usd',
      amount: 1400,
      status: 'succeeded',
      attempts: 2,
      failureMessage: null,
      nextAttemptAt: null,
      succeededAt: new Date(scene.at).toISOString(),
      itemCount: 2,
      items: [
        { ...item, payment: ids[0], amount: 1000, fee: 50, total: 1050 },
        { ...item, payment: ids[1], amount: 333, fee: 17, total: 350 },
      ],
    });
    for (const one of ids) expect((await paymentOf(one)).charge).toBe(id);
    await driveOpenInstructions(scene.stripe.ctx(scene.at));
    const lines = (await get('/v1/balance/transactions?type=charge')).body.data;
    expect(lines.map((line: { source: string }) => line.source)).toEqual([id]);
    const listed = (await get(`/v1/payments?charge=${id}`)).body.data.map((one: { id: string }) => one.id);
    expect(listed.sort()).toEqual([...ids].sort());
    expect((await get('/v1/charges?status=due')).body.data).toEqual([]);
    const other = await mintAccount();
    expect((await get(`/v1/charges/${id}`, other.key)).status).toBe(404);
    for (const path of ['/v1/charges', `/v1/payments?charge=${id}`])
      expect((await get(path, other.key)).body.data).toEqual([]);
    const creator = await get(`/v1/payments/${ids[0]}`, scene.key, scene.creator);
    expect([creator.status, creator.body.data.charge]).toEqual([200, null]);
    expect((await get('/v1/charges', scene.key, scene.creator)).status).toBe(403);
    expect((await get(`/v1/payments?charge=${id}`, scene.key, scene.creator)).body.data).toEqual([]);
  });

  it('shows its first 100 items and how many there are', async () => {
    const scene = await chargeScene();
    await oweMany(scene, 103, 100);
    await nextDay(scene);
    const { id } = await onlyCharge(scene);
    const { data } = (await call('GET', `/v1/charges/${id}`, { key: scene.key })).body;
    expect([data.items.length, data.itemCount, data.amount]).toEqual([100, 103, 103 * 105]);
    // A list has no items at all.
    const [listed] = (await call('GET', '/v1/charges', { key: scene.key })).body.data;
    expect(listed).not.toHaveProperty('items');
  });

  it('is listed by status and currency', async () => {
    const scene = await chargeScene();
    await owe(scene, 1000, 'usd');
    await owe(scene, 2000, 'eur');
    await nextDay(scene);
    const amounts = async (query: string) => {
      const { data } = (await call('GET', `/v1/charges${query}`, { key: scene.key })).body;
      return data.map((one: { amount: number }) => one.amount).sort();
    };
    expect(await amounts('')).toEqual([1050, 2100]);
    expect(await amounts('?currency=EUR')).toEqual([2100]);
    expect(await amounts('?status=succeeded&currency=usd')).toEqual([1050]);
    expect(await amounts('?status=due,processing,failed')).toEqual([]);
  });
});

describe('what a brand owes', () => {
  it('is all that is not charged yet, by currency, in a charge or not', async () => {
    const scene = await chargeScene();
    const owner = await personOf({ id: scene.brand });
    const owed = async () => await performed(owner, chargeOperations.getOwed);
    expect(await owed()).toEqual([]);
    await scene.stripe.decline('insufficient_funds');
    await owe(scene, 1000);
    await nextDay(scene);
    expect(await onlyCharge(scene)).toMatchObject({ status: 'due', amount: 1050 });
    await owe(scene, 200);
    await owe(scene, 3000, 'eur');
    expect(await owed()).toEqual([
      { currency: 'eur', amount: 3150, unbilled: 3150 },
      { currency: 'usd', amount: 1050 + 210, unbilled: 210 },
    ]);
    await nextDay(scene, 3);
    await minute(scene);
    expect(await owed()).toEqual([]);
  });
});
