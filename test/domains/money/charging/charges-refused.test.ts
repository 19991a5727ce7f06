// What cannot be charged: a final refusal is reported at once and delays nothing else, and a brand can cancel
// a payment of its own until a charge for it begins.
import { describe, expect, it } from 'vitest';
import {
  booksAgree,
  bucket,
  type ChargeScene,
  chargeScene,
  chargesOf,
  intents,
  nextDay,
  onlyCharge,
  owe,
  oweMany,
  payByHand,
  payStatus,
  recover,
} from '../../../harness/money/charges.ts';
import { bucketsOf } from '../../../harness/money/payments.ts';
import { shared } from '../../../harness/shared-scenes.ts';
import { call } from '../../../harness/world.ts';

const read = async (scene: ChargeScene, id: string) =>
  (await call('GET', `/v1/payments/${id}`, { key: scene.key })).body.data;

const cancel = (scene: ChargeScene, id: string, reason?: string) =>
  call('PATCH', `/v1/payments/${id}`, {
    key: scene.key,
    env: scene.stripe.env,
    body: { decision: 'cancel', ...(reason ? { reason } : {}) },
  });

describe('a charge that the processor refuses for good', () => {
  it('fails at once, says why and what to do, and keeps no other payment of the brand waiting', async () => {
    const scene = await chargeScene();
    const large = await payByHand(scene, 1_000_000_000);
    const foreign = await payByHand(scene, 1_000, 'kwd');
    const small = await payByHand(scene, 1_000);
    await nextDay(scene);
    const charges = await chargesOf(scene);
    expect(charges.map(({ amount, status, attempt }) => [amount, status, attempt]).sort()).toEqual([
      [1_050, 'failed', 1],
      [1_050, 'succeeded', 1],
      [1_050_000_000, 'failed', 1],
    ]);
    expect((await read(scene, small)).status).toBe('succeeded');
    expect(await read(scene, large)).toMatchObject({
      status: 'failed',
      failureMessage: expect.stringMatching(
        /does not charge \$10,500,000\.00 at once.*smaller payments.*[Cc]ancel/,
      ),
    });
    expect((await read(scene, foreign)).failureMessage).toMatch(/does not charge cards in KWD/);
    expect(await payStatus(scene)).toBe('past_due');
    for (const id of [large, foreign]) expect((await cancel(scene, id)).status).toBe(200);
    expect(await payStatus(scene)).toBe('current');
    expect(await read(scene, large)).toMatchObject({ status: 'failed', charge: null });
    expect((await cancel(scene, large)).status).toBe(409);
    for (const currency of ['usd', 'kwd']) {
      const { receivable = 0, charging = 0 } = await bucketsOf(scene.brand, currency);
      expect([receivable, charging]).toEqual([0, 0]);
    }
    await nextDay(scene);
    expect(await chargesOf(scene)).toHaveLength(3);
    await booksAgree(scene);
  });

  it('is told apart from a card that is not charged in the currency: only another card helps', async () => {
    const scene = await chargeScene();
    const id = await payByHand(scene, 1_000);
    await scene.stripe.decline('currency_not_supported');
    await nextDay(scene);
    expect(await onlyCharge(scene)).toMatchObject({ status: 'failed', attempt: 1, next_at: null });
    expect((await read(scene, id)).failureMessage).toMatch(
      /can not be charged in this currency.*another card/,
    );
    const refused = await cancel(scene, id);
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      expect.stringMatching(/another card/),
    ]);
  });
});

describe('more than a card is charged at once', () => {
  it('becomes several charges of the day, each within the greatest amount', async () => {
    const scene = await chargeScene();
    await oweMany(scene, 3, 60_000_000);
    await owe(scene, 1_000);
    await nextDay(scene);
    await nextDay(scene);
    // The small one fitted into whichever charge came next.
    const made = (await chargesOf(scene)).map(({ amount, status }) => [amount, status]);
    expect(made.sort()).toEqual([
      [63_000_000, 'succeeded'],
      [63_000_000, 'succeeded'],
      [63_001_050, 'succeeded'],
    ]);
    await booksAgree(scene);
  });
});

describe('canceling', () => {
  it('before the day’s charge leaves nothing to charge, and takes the earning back', async () => {
    const scene = await chargeScene();
    const id = await payByHand(scene, 1_000);
    const done = await cancel(scene, id, 'Wrong creator.');
    expect([done.status, done.body.data.status]).toEqual([200, 'failed']);
    expect(done.body.data.failureMessage).toMatch(/canceled.*Wrong creator\./);
    expect(await bucketsOf(scene.creator)).toEqual({});
    expect(await bucket(scene, 'receivable')).toBe(0);
    await nextDay(scene);
    expect(await chargesOf(scene)).toEqual([]);
    await booksAgree(scene);
  });

  it('between two attempts takes it out of the charge, which goes on with the rest', async () => {
    const scene = await chargeScene();
    const [gone, stays] = [await payByHand(scene, 2_000), await payByHand(scene, 1_000)];
    await scene.stripe.decline('insufficient_funds');
    await nextDay(scene);
    expect((await cancel(scene, gone)).status).toBe(200);
    expect(await onlyCharge(scene)).toMatchObject({ amount: 1_050, status: 'due', failures: 1 });
    await nextDay(scene);
    expect(await onlyCharge(scene)).toMatchObject({ amount: 1_050, status: 'succeeded' });
    expect((await intents(scene)).map((intent) => intent.amount_received).sort()).toEqual([0, 1_050]);
    expect([(await read(scene, gone)).status, (await read(scene, stays)).status]).toEqual([
      'failed',
      'succeeded',
    ]);
    await booksAgree(scene);
  });

  it('lets what is too little to charge alone wait for more', async () => {
    const scene = await chargeScene();
    const [gone, little] = [await payByHand(scene, 1_000), await payByHand(scene, 20)];
    await scene.stripe.decline('insufficient_funds');
    await nextDay(scene);
    expect((await cancel(scene, gone)).status).toBe(200);
    expect(await onlyCharge(scene)).toMatchObject({ status: 'canceled', amount: 21, next_at: null });
    await owe(scene, 1_000);
    await nextDay(scene);
    expect((await chargesOf(scene)).at(-1)).toMatchObject({ amount: 1_071, status: 'succeeded' });
    expect((await read(scene, little)).status).toBe('succeeded');
    await booksAgree(scene);
  });

  it('is refused while nobody knows whether the card was charged, and once it was', async () => {
    const scene = await chargeScene();
    const id = await payByHand(scene, 1_000);
    await scene.stripe.fault('fail_after', 'POST /v1/payment_intents', 2);
    await scene.stripe.fault('fail_before', 'GET /v1/payment_intents', 1);
    await nextDay(scene);
    expect(await onlyCharge(scene)).toMatchObject({ status: 'asked' });
    const open = await cancel(scene, id);
    expect([open.status, open.body.error.code]).toEqual([409, 'conflict']);
    await recover(scene);
    expect((await read(scene, id)).status).toBe('succeeded');
    const late = await cancel(scene, id);
    expect([late.status, late.body.error.message]).toEqual([409, expect.stringMatching(/Dispute it/)]);
    await booksAgree(scene);
  });

  it('is not for pay for work', async () => {
    const scene = await chargeScene();
    const id = await owe(scene, 1_000);
    const refused = await cancel(scene, id);
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      expect.stringMatching(/pay for work/),
    ]);
  });

  it('and the day’s charge at the same moment: one of them happens, and the books agree', async () => {
    for (let round = 0; round < 3; round++) {
      const scene = await chargeScene();
      const id = await payByHand(scene, 1_000);
      const [, answer] = await Promise.all([nextDay(scene), cancel(scene, id)]);
      await recover(scene, 2);
      const charged = (await intents(scene)).reduce((sum, intent) => sum + intent.amount_received, 0);
      expect(charged).toBe(answer.status === 200 ? 0 : 1_050);
      await booksAgree(scene);
    }
  });
});

const scene = shared(chargeScene);

describe('a payment', () => {
  it('is refused when it can’t be charged: by its currency, or with the fee by its amount', async () => {
    const scene = await chargeScene();
    const pay = (body: Record<string, unknown>) =>
      call('POST', '/v1/payments', {
        key: scene.key,
        body: { creator: scene.creator, currency: 'usd', ...body },
        headers: { 'Idempotency-Key': crypto.randomUUID() },
      });
    // 952,380.94 and 5 % of it are 999,999.99.
    expect((await pay({ amount: 95_238_094 })).status).toBe(201);
    for (const [body, path, says] of [
      [{ amount: 95_238_095 }, '/amount', /at most \$999,999\.99.*at most \$952,380\.94/],
      [{ net: 95_238_095 }, '/net', /at most/],
      [{ amount: 100, currency: 'zzz' }, '/currency', /No currency of ISO 4217/],
      [{ amount: 100, currency: 'kpw' }, '/currency', /Cards cannot be charged in KPW/],
      [{ amount: 5_000, currency: 'KWD' }, '/currency', /three decimals/],
      [{ amount: 5_000, currency: 'bhd' }, '/currency', /three decimals/],
      [{ amount: 5_000, currency: 'isk' }, '/currency', /whole units/],
    ] as const) {
      const { status, body: said } = await pay(body);
      expect([status, said.error.code, said.error.details[0].path]).toEqual([422, 'validation_failed', path]);
      expect(said.error.details[0].message).toMatch(says);
    }
    expect((await pay({ amount: 99_999_999_999, currency: 'idr' })).status).toBe(201);
  });

  it.each([
    ['/v1/programs', { pay: { currency: 'zzz' } }, '/pay/currency'],
    ['/v1/programs', { pay: { currency: 'bhd' } }, '/pay/currency'],
    ['/v1/programs', { pay: { rules: [{ type: 'per_video', amount: 95_238_095 }] } }, '/pay/rules/0/amount'],
    [
      '/v1/programs',
      { pay: { rules: [1, 2].map(() => ({ type: 'per_video', amount: 60_000_000 })) } },
      '/pay/rules',
    ],
    ['/v1/retainers', { currency: 'kwd', pay: { base: 100 } }, '/currency'],
    ['/v1/retainers', { pay: { base: 95_238_095 } }, '/pay/base'],
    ['/v1/retainers', { pay: { base: 100, cap: 95_238_095 } }, '/pay/cap'],
  ])('%s refuses pay that can’t be charged: %j', async (path, body, at) => {
    const { key, creator } = await scene();
    const more = path === '/v1/programs' ? { name: 'P' } : { creator };
    const { status, body: said } = await call('POST', path, { key, body: { ...more, ...body } });
    expect([status, said.error?.details?.[0]?.path]).toEqual([422, at]);
  });
});
