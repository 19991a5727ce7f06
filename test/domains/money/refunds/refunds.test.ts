// A refund to a brand goes to the card that paid, once, whoever asks for it and whatever goes wrong.
import { describe, expect, it } from 'vitest';
import { resolveDispute } from '../../../../src/domains/money/payments/resolve-dispute.ts';
import { refreshCharge } from '../../../../src/domains/money/reconciliation/refresh-charge.ts';
import { planRefund } from '../../../../src/domains/money/refunds/interface.ts';
import { type Env, vars } from '../../../../src/env.ts';
import { HOUR_MS } from '../../../../src/kit/time.ts';
import { atEveryDeath } from '../../../harness/faults/mortal.ts';
import {
  booksAgree,
  bucket,
  type ChargeScene,
  chargeScene,
  intents,
  minute,
  nextDay,
  owe,
  pass,
  payments,
  recover,
} from '../../../harness/money/charges.ts';
import { call, testEnv } from '../../../harness/world.ts';

const FUNDS = 10_000;

/** A payment of 1000 that was charged together with another one, and is disputed by the brand. */
async function disputed({ funds = FUNDS, other = 500 } = {}): Promise<ChargeScene & { payment: string }> {
  const scene = await chargeScene({ funds });
  const payment = await owe(scene, 1000);
  if (other > 0) await owe(scene, other);
  await nextDay(scene);
  const answer = await call('PATCH', `/v1/payments/${payment}`, {
    key: scene.key,
    env: scene.stripe.env,
    body: { decision: 'dispute', reason: 'Not what was agreed.' },
  });
  expect(answer.status).toBe(200);
  return Object.assign(scene, { payment });
}

/** The staff decides for the brand, which requests the refund. */
async function giveBack(
  scene: ChargeScene & { payment: string },
  env: Env = scene.stripe.env,
): Promise<void> {
  const ctx = { ...scene.stripe.ctx(scene.at), env, vars: vars(env) };
  await resolveDispute(ctx, scene.payment, 'refund');
  await Promise.allSettled(await ctx.write.commit());
}

interface RefundView {
  payment_id: string | null;
  amount: number;
  status: string;
  attempt: number;
  message: string | null;
}

async function refundsOf(scene: ChargeScene): Promise<RefundView[]> {
  const rows = await testEnv.DB.prepare('SELECT * FROM refunds WHERE account_id = ? ORDER BY id')
    .bind(scene.brand)
    .all<RefundView>();
  return rows.results;
}

/** The amounts that the processor has refunded, in cents. */
async function givenBack(scene: ChargeScene): Promise<number[]> {
  return (await scene.stripe.stripe.refunds.list({ limit: 100 })).data.map((refund) => refund.amount);
}

async function refundedOnce(scene: ChargeScene): Promise<void> {
  expect(await refundsOf(scene)).toMatchObject([{ amount: 1050, status: 'succeeded' }]);
  expect(await givenBack(scene)).toEqual([1050]);
  expect(await payments(scene)).toEqual({ refunded: 1, succeeded: 1 });
  expect(await bucket(scene, 'receivable')).toBe(0);
  await booksAgree(scene);
}

describe('a refund', () => {
  it("gives the payment's part of its charge back to the card, with the fee of the service", async () => {
    const scene = await disputed();
    await giveBack(scene);
    await refundedOnce(scene);
    const [intent] = await intents(scene);
    const made = (await scene.stripe.stripe.refunds.list({})).data[0]!;
    expect(made).toMatchObject({ payment_intent: intent!.id, amount: 1050, status: 'succeeded' });
  });

  it('is never taken out of another charge', async () => {
    const scene = await disputed();
    await owe(scene, 3000);
    await nextDay(scene);
    await giveBack(scene);
    const made = (await scene.stripe.stripe.refunds.list({})).data[0]!;
    const of = (await intents(scene)).find((intent) => intent.id === made.payment_intent)!;
    expect(of.amount).toBe(1050 + 525);
    await booksAgree(scene);
  });

  it.each(['fail_before', 'fail_after', 'garbage_after', 'rate_limit'] as const)(
    'is made once by a processor that misbehaves: %s',
    async (kind) => {
      for (const times of [1, 3]) {
        const scene = await disputed();
        await scene.stripe.fault(kind, 'POST /v1/refunds', times);
        await giveBack(scene);
        await recover(scene, 5);
        await refundedOnce(scene);
      }
    },
  );

  it('waits until the processor has the money, and then has a new attempt', async () => {
    const scene = await disputed({ funds: 0, other: 0 });
    // The processor kept its fee, so it holds less than was charged.
    await giveBack(scene);
    expect(await refundsOf(scene)).toMatchObject([{ status: 'due', attempt: 1 }]);
    expect(await payments(scene)).toEqual({ disputed: 1 });
    await scene.stripe.fund(FUNDS);
    scene.cashBefore -= FUNDS;
    await minute(scene);
    expect(await givenBack(scene)).toEqual([]);
    await pass(scene, HOUR_MS);
    await minute(scene);
    expect(await refundsOf(scene)).toMatchObject([{ status: 'succeeded', attempt: 2 }]);
    expect(await payments(scene)).toEqual({ refunded: 1 });
    await booksAgree(scene);
  });

  it('of what was never charged, or of more than was, is refused with the whole batch; a repeat changes nothing', async () => {
    const scene = await disputed();
    const plan = async (payment: string, amount: number, currency = 'usd') => {
      const ctx = scene.stripe.ctx(scene.at);
      planRefund(ctx, { payment, amount, currency });
      await Promise.allSettled(await ctx.write.commit());
    };
    const uncharged = await owe(scene, 1000);
    await expect(plan(uncharged, 1050)).rejects.toMatchObject({ code: 'conflict' });
    await expect(plan(scene.payment, 1051)).rejects.toMatchObject({ code: 'conflict' });
    await expect(plan(scene.payment, 1050, 'eur')).rejects.toMatchObject({ code: 'conflict' });
    for (const amount of [0, -5, 0.5]) await expect(plan(scene.payment, amount)).rejects.toThrow(RangeError);
    expect(await refundsOf(scene)).toEqual([]);
    await giveBack(scene);
    await plan(scene.payment, 1050);
    expect(await refundsOf(scene)).toHaveLength(1);
    expect(await givenBack(scene)).toEqual([1050]);
  });

  it('that the processor refuses for good is left to a person', async () => {
    const scene = await disputed();
    const [intent] = await intents(scene);
    // Somebody had already refunded everything in the dashboard.
    await scene.stripe.stripe.refunds.create({ payment_intent: intent!.id });
    await giveBack(scene);
    expect(await refundsOf(scene)).toMatchObject([{ status: 'review', attempt: 1 }]);
    expect((await refundsOf(scene))[0]!.message).toContain('charge_already_refunded');
    await pass(scene, HOUR_MS);
    await minute(scene);
    expect(await givenBack(scene)).toEqual([1575]);
    expect(await payments(scene)).toEqual({ disputed: 1, succeeded: 1 });
  });

  it('that the bank sends back later is owed to the brand, and said once', async () => {
    const scene = await disputed();
    await giveBack(scene);
    const made = (await scene.stripe.stripe.refunds.list({})).data[0]!;
    await scene.stripe.sim(`refunds/${made.id}`);
    for (let i = 0; i < 3; i++) {
      await refreshCharge(scene.stripe.ctx(scene.at), made.payment_intent as string);
    }
    expect(await refundsOf(scene)).toMatchObject([{ status: 'returned' }]);
    expect(await bucket(scene, 'receivable')).toBe(-1050);
    await booksAgree(scene);
  });

  it('is made once by a process that is killed at any moment', async () => {
    const contacts = await atEveryDeath({
      scene: () => disputed(),
      live: async (scene, env) => giveBack(scene, env),
      async afterwards(scene) {
        // If it was killed before its decision was written, the staff decides again.
        if ((await refundsOf(scene)).length === 0) await giveBack(scene);
        await recover(scene);
        await refundedOnce(scene);
      },
    });
    expect(contacts).toContain('processor POST /v1/refunds');
  }, 240_000);
});

describe('a refund made at the processor', () => {
  it('is noted once, books what left, and leaves the payments to a person', async () => {
    const scene = await disputed();
    const [intent] = await intents(scene);
    const refund = () => scene.stripe.stripe.refunds.create({ payment_intent: intent!.id, amount: 300 });
    await refund();
    const refresh = () => refreshCharge(scene.stripe.ctx(scene.at), intent!.id);
    await Promise.all([refresh(), refresh()]);
    await refund();
    await refresh();
    await refresh();
    expect(await refundsOf(scene)).toMatchObject([
      { payment_id: null, amount: 300, status: 'outside' },
      { payment_id: null, amount: 300, status: 'outside' },
    ]);
    expect(await payments(scene)).toEqual({ disputed: 1, succeeded: 1 });
    expect(await bucket(scene, 'receivable')).toBe(600);
    await booksAgree(scene);
  });

  it('that the bank sends back is owed to the brand again, and said once', async () => {
    const scene = await disputed();
    const [intent] = await intents(scene);
    const made = await scene.stripe.stripe.refunds.create({ payment_intent: intent!.id, amount: 300 });
    const refresh = () => refreshCharge(scene.stripe.ctx(scene.at), intent!.id);
    await refresh();
    expect(await bucket(scene, 'receivable')).toBe(300);
    await scene.stripe.sim(`refunds/${made.id}`);
    for (let i = 0; i < 3; i++) await refresh();
    expect(await refundsOf(scene)).toHaveLength(1);
    expect(await bucket(scene, 'receivable')).toBe(0);
    await booksAgree(scene);
  });

  it('is not confused with ours, however early the processor tells of it', async () => {
    const scene = await disputed();
    await scene.stripe.fault('fail_after', 'POST /v1/refunds', 2);
    await scene.stripe.fault('fail_before', 'GET /v1/refunds', 1);
    await giveBack(scene);
    expect(await refundsOf(scene)).toMatchObject([{ status: 'asked' }]);
    const [intent] = await intents(scene);
    for (let i = 0; i < 3; i++) await refreshCharge(scene.stripe.ctx(scene.at), intent!.id);
    await refundedOnce(scene);
  });
});
