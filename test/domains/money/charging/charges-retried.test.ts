// Charges that the card refuses are tried again, and nothing is charged twice.
import { describe, expect, it } from 'vitest';
import { makeCharges } from '../../../../src/domains/money/charging/make-charges.ts';
import { refreshCharge } from '../../../../src/domains/money/reconciliation/refresh-charge.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/kit/time.ts';
import {
  booksAgree,
  bucket,
  chargeScene,
  intents,
  minute,
  nextDay,
  onlyCharge,
  owe,
  pass,
  payments,
  payStatus,
  recover,
} from '../../../harness/money/charges.ts';
import { testEnv } from '../../../harness/world.ts';

/** What the brand's people are told of its charges, and of its payments. */
const toldOf = async ({ brand }: { brand: string }) =>
  (
    await testEnv.DB.prepare(
      `SELECT type, data ->> 'charge' AS charge FROM events WHERE account_id = ?1 AND unnoticed IS NOT ?1
        AND type IN ('charge.failing', 'charge.failed', 'payment.failed') ORDER BY id`,
    )
      .bind(brand)
      .all<{ type: string; charge: string }>()
  ).results.map(({ type, charge }) => [type, charge]);

describe('a card that is refused', () => {
  it('is tried again on days 1, 3 and 5, then the payments fail and the application is past due', async () => {
    const scene = await chargeScene();
    await owe(scene, 400);
    await owe(scene, 600);
    await scene.stripe.decline(...Array(4).fill('insufficient_funds'));
    const tried: number[] = [];
    for (let day = 0; day <= 8; day++) {
      await nextDay(scene);
      tried.push((await onlyCharge(scene)).attempt);
      // The brand hears of it at the first failure, when another card still helps, and at the last, not of each payment.
      const { id } = await onlyCharge(scene);
      const last = day < 5 ? [] : [['charge.failed', id]];
      expect(await toldOf(scene)).toEqual([['charge.failing', id], ...last]);
      expect(await payStatus(scene)).toBe(day < 5 ? 'current' : 'past_due');
    }
    expect(tried).toEqual([1, 2, 2, 3, 3, 4, 4, 4, 4]);
    expect(await onlyCharge(scene)).toMatchObject({
      status: 'failed',
      message: 'The card has insufficient funds.',
      next_at: null,
    });
    const failed = await testEnv.DB.prepare(
      'SELECT status, failure_message FROM payments WHERE account_id = ?',
    )
      .bind(scene.brand)
      .all();
    const one = { status: 'failed', failure_message: 'The card has insufficient funds.' };
    expect(failed.results).toEqual([one, one]);
    expect(await bucket(scene, 'receivable')).toBe(1050);
    await booksAgree(scene);
  });

  it('can succeed on a later attempt', async () => {
    const scene = await chargeScene();
    await owe(scene, 1000);
    await scene.stripe.decline('insufficient_funds', 'card_declined');
    for (let day = 0; day <= 3; day++) await nextDay(scene);
    expect(await onlyCharge(scene)).toMatchObject({ status: 'succeeded', attempt: 3, message: null });
    expect(await payments(scene)).toEqual({ succeeded: 1 });
    expect(await payStatus(scene)).toBe('current');
    await booksAgree(scene);
  });

  it('that the processor still has under an attempt that failed can take nothing any more', async () => {
    const scene = await chargeScene();
    await owe(scene, 1000);
    await scene.stripe.decline('insufficient_funds');
    await nextDay(scene);
    expect(await intents(scene)).toMatchObject([{ status: 'canceled' }]);
    await nextDay(scene);
    expect((await intents(scene)).map((intent) => intent.status).sort()).toEqual(['canceled', 'succeeded']);
    await booksAgree(scene);
  });

  it.each(['fail_before', 'fail_after'] as const)(
    'is not tried again before its attempt is closed at the processor (%s)',
    async (kind) => {
      const scene = await chargeScene();
      await owe(scene, 1000);
      await scene.stripe.decline('insufficient_funds');
      await scene.stripe.fault(kind, 'POST /v1/payment_intents/', 1);
      await nextDay(scene);
      if (kind === 'fail_before') {
        expect(await onlyCharge(scene)).toMatchObject({ status: 'asked', failures: 0 });
      }
      await recover(scene);
      expect(await onlyCharge(scene)).toMatchObject({ status: 'due', failures: 1, attempt: 1 });
      expect(await intents(scene)).toMatchObject([{ status: 'canceled' }]);
      await nextDay(scene);
      expect(await onlyCharge(scene)).toMatchObject({ status: 'succeeded' });
      await booksAgree(scene);
    },
  );

  it('because the bank wants the cardholder to act is refused like any other, with what to do', async () => {
    const scene = await chargeScene({ card: 'pm_card_authenticationRequired' });
    await owe(scene, 1000);
    await nextDay(scene);
    expect(await onlyCharge(scene)).toMatchObject({ status: 'due', failures: 1 });
    expect((await onlyCharge(scene)).message).toContain('Use another card');
    expect(await intents(scene)).toMatchObject([{ status: 'canceled' }]);
    await booksAgree(scene, 1050);
  });

  it('because there is none fails after the same days, without asking the processor', async () => {
    const scene = await chargeScene({ card: null });
    await owe(scene, 1000);
    for (let day = 0; day <= 5; day++) await nextDay(scene);
    expect(await onlyCharge(scene)).toMatchObject({ status: 'failed', attempt: 4 });
    expect((await onlyCharge(scene)).message).toContain('No card is on file');
    expect(await intents(scene)).toEqual([]);
    expect(await payStatus(scene)).toBe('past_due');
    await booksAgree(scene);
  });

  it('of one brand holds up no other', async () => {
    const stuck = await chargeScene();
    await owe(stuck, 1000);
    await pass(stuck, DAY_MS);
    await makeCharges(stuck.stripe.ctx(stuck.at));
    // The other Stripe account does not know its customer, so the processor refuses every request.
    const { id } = await onlyCharge(stuck);
    const other = await chargeScene();
    await testEnv.DB.prepare('UPDATE charges SET next_at = 1 WHERE id = ?').bind(id).run();
    await owe(other, 1000);
    await nextDay(other);
    expect(await onlyCharge(stuck)).toMatchObject({ status: 'due', failures: 1 });
    expect(await onlyCharge(other)).toMatchObject({ status: 'succeeded' });
  });
});

describe('a processor that misbehaves', () => {
  it.each(['fail_before', 'fail_after', 'garbage_after', 'rate_limit'] as const)(
    'is asked again under the same key: %s',
    async (kind) => {
      for (const times of [1, 2, 3]) {
        const scene = await chargeScene();
        await owe(scene, 1000);
        await scene.stripe.fault(kind, 'POST /v1/payment_intents', times);
        await nextDay(scene);
        await recover(scene, 4);
        expect(await onlyCharge(scene)).toMatchObject({ status: 'succeeded', attempt: 1 });
        expect(await intents(scene)).toHaveLength(1);
        await booksAgree(scene);
      }
    },
  );

  it('that is gone for more than a day, when it has forgotten the key, is not charged twice', async () => {
    const scene = await chargeScene();
    await owe(scene, 1000);
    await scene.stripe.fault('fail_after', 'POST /v1/payment_intents', 2);
    await scene.stripe.fault('fail_before', 'GET /v1/payment_intents', 1);
    await nextDay(scene);
    expect(await onlyCharge(scene)).toMatchObject({ status: 'asked', attempt: 1 });
    await nextDay(scene, 2);
    await recover(scene);
    expect(await onlyCharge(scene)).toMatchObject({ status: 'succeeded', attempt: 1 });
    expect(await intents(scene)).toHaveLength(1);
    await booksAgree(scene);
  });

  it('that took another amount leaves the charge to a person, who finds it unpaid and never charged again', async () => {
    const scene = await chargeScene();
    await owe(scene, 1000);
    await scene.stripe.fault('fail_before', 'POST /v1/payment_intents', 2);
    await nextDay(scene);
    const { id } = await onlyCharge(scene);
    await scene.stripe.stripe.paymentIntents.create(
      {
        amount: 999,
        currency: 'usd',
        customer: scene.customer,
        payment_method: 'pm_card_visa',
        confirm: true,
        metadata: { attempt: `${id}:attempt:1` },
      },
      {},
    );
    await pass(scene, DAY_MS);
    await recover(scene);
    expect(await onlyCharge(scene)).toMatchObject({ status: 'review', next_at: null });
    expect((await onlyCharge(scene)).message).toContain('999 usd instead of 1050 usd');
    expect(await payments(scene)).toEqual({ processing: 1 });
    expect(await intents(scene)).toHaveLength(1);
  });

  it('says so twice, late and of what is not ours, and nothing changes', async () => {
    const scene = await chargeScene();
    await owe(scene, 1000);
    await scene.stripe.decline('insufficient_funds');
    await nextDay(scene);
    await nextDay(scene);
    const before = await onlyCharge(scene);
    expect(before.status).toBe('succeeded');
    const all = (await intents(scene)).map((intent) => intent.id);
    expect(all).toHaveLength(2);
    for (const id of [...all, ...all.reverse(), 'pi_of_somebody_else']) {
      await refreshCharge(scene.stripe.ctx(scene.at), id);
    }
    expect(await onlyCharge(scene)).toEqual(before);
    await booksAgree(scene);
  });

  it('that is slow is read again, by the webhook or by the cron', async () => {
    for (const by of ['webhook', 'cron'] as const) {
      const scene = await chargeScene();
      await owe(scene, 1000);
      await nextDay(scene);
      // As if the processor had answered `processing`: only our own row is changed.
      const { id } = await onlyCharge(scene);
      await testEnv.DB.batch([
        testEnv.DB.prepare(
          `UPDATE charges SET status = 'processing', intent = NULL, next_at = ? WHERE id = ?`,
        ).bind(scene.at + 10 * MINUTE_MS, id),
        testEnv.DB.prepare('UPDATE charge_attempts SET outcome = NULL WHERE charge_id = ?').bind(id),
      ]);
      await pass(scene, by === 'cron' ? HOUR_MS : MINUTE_MS);
      const [intent] = await intents(scene);
      if (by === 'webhook') await refreshCharge(scene.stripe.ctx(scene.at), intent!.id);
      else await minute(scene);
      expect(await onlyCharge(scene)).toMatchObject({ status: 'succeeded', next_at: null });
      await booksAgree(scene);
    }
  });
});
