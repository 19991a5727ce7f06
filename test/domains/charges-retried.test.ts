// What the card refuses is tried again, a new card has its turn at once, and nothing is taken twice.
import { describe, expect, it } from 'vitest';

import { makeCharges } from '../../src/domains/charges/make-charges.ts';
import { refreshCharge } from '../../src/domains/charges/refresh-charge.ts';
import { retryCharges } from '../../src/domains/charges/retry-charges.ts';

import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/kit/time.ts';
import { overtakenBy } from '../harness/payments.ts';
import { connect, load, submit } from '../harness/payouts-setup.ts';
import { testEnv } from '../harness/world.ts';
import {
  booksAgree,
  bucket,
  chargeScene,
  chargesOf,
  giveCard,
  intents,
  minute,
  nextDay,
  onlyCharge,
  owe,
  pass,
  payments,
  payStatus,
  recover,
} from './charges-harness.ts';

describe('a card that is refused', () => {
  it('is tried again on days 1, 3 and 5, then the payments fail and the application is past due', async () => {
    const scene = await chargeScene();
    await owe(scene, 1000);
    await scene.stripe.decline(...Array(4).fill('insufficient_funds'));
    const tried: number[] = [];
    for (let day = 0; day <= 8; day++) {
      await nextDay(scene);
      tried.push((await onlyCharge(scene)).attempt);
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
    expect(failed.results).toEqual([
      { status: 'failed', failure_message: 'The card has insufficient funds.' },
    ]);
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
    // Its customer is not known to the other's Stripe, so the processor refuses whatever it is asked.
    const { id } = await onlyCharge(stuck);
    const other = await chargeScene();
    await testEnv.DB.prepare('UPDATE charges SET next_at = 1 WHERE id = ?').bind(id).run();
    await owe(other, 1000);
    await nextDay(other);
    expect(await onlyCharge(stuck)).toMatchObject({ status: 'due', failures: 1 });
    expect(await onlyCharge(other)).toMatchObject({ status: 'succeeded' });
  });
});

describe('a new card', () => {
  it('is charged at once for what waits for its next attempt', async () => {
    const scene = await chargeScene();
    await owe(scene, 1000);
    await scene.stripe.decline('insufficient_funds');
    await nextDay(scene);
    await giveCard(scene, 'pm_card_bypassPending');
    await retryCharges(scene.stripe.ctx(scene.at), scene.brand);
    expect(await onlyCharge(scene)).toMatchObject({ status: 'succeeded', attempt: 2 });
    await booksAgree(scene);
  });

  it('brings back what failed: the payments are charged and the application is current', async () => {
    const scene = await chargeScene({ card: null });
    await owe(scene, 1000);
    await owe(scene, 500);
    for (let day = 0; day <= 5; day++) await nextDay(scene);
    expect(await payments(scene)).toEqual({ failed: 2 });
    await giveCard(scene, 'pm_card_bypassPending');
    const retry = () => retryCharges(scene.stripe.ctx(scene.at), scene.brand);
    await Promise.all([retry(), retry()]);
    await retry();
    await recover(scene);
    expect(await onlyCharge(scene)).toMatchObject({ status: 'succeeded', attempt: 5 });
    expect(await payments(scene)).toEqual({ succeeded: 2 });
    expect(await payStatus(scene)).toBe('current');
    expect(await bucket(scene, 'receivable')).toBe(0);
    expect(await intents(scene)).toHaveLength(1);
    await booksAgree(scene);
  });

  it('that is refused as well has its own days, then fails again', async () => {
    const scene = await chargeScene({ card: null });
    await owe(scene, 1000);
    for (let day = 0; day <= 5; day++) await nextDay(scene);
    await giveCard(scene, 'pm_card_chargeCustomerFail');
    await retryCharges(scene.stripe.ctx(scene.at), scene.brand);
    expect(await payments(scene)).toEqual({ processing: 1 });
    expect(await payStatus(scene)).toBe('past_due');
    for (let day = 0; day < 5; day++) await nextDay(scene);
    expect(await onlyCharge(scene)).toMatchObject({ status: 'failed', attempt: 8 });
    expect(await payments(scene)).toEqual({ failed: 1 });
    expect(await bucket(scene, 'receivable')).toBe(1050);
    await booksAgree(scene);
  });

  it.each(['webhook', 'return'])('given on the page is charged as soon as its %s is here', async (first) => {
    const scene = await chargeScene({ card: null });
    await owe(scene, 1000);
    await nextDay(scene);
    expect(await onlyCharge(scene)).toMatchObject({ status: 'due', attempt: 1 });
    const start = await connect(scene.stripe, { key: scene.key }, { provider: 'card' });
    const back = await submit(start.body.data.url, { card: 'pm_card_bypassPending' });
    if (first === 'webhook') await scene.stripe.webhooks();
    else await load(scene.stripe, back);
    expect(await onlyCharge(scene)).toMatchObject({ status: 'succeeded', attempt: 2 });
  });

  it('that is said to be new twice makes one attempt', async () => {
    const scene = await chargeScene();
    await owe(scene, 1000);
    await scene.stripe.decline('insufficient_funds', 'insufficient_funds');
    await nextDay(scene);
    await giveCard(scene, 'pm_card_visa');
    for (let i = 0; i < 3; i++) await retryCharges(scene.stripe.ctx(scene.at), scene.brand);
    expect(await onlyCharge(scene)).toMatchObject({ status: 'due', attempt: 2, failures: 2 });
  });

  it('leaves the application past due while another of its charges has failed', async () => {
    const scene = await chargeScene({ card: null });
    await owe(scene, 1000);
    await nextDay(scene);
    await owe(scene, 2000);
    for (let day = 0; day <= 6; day++) await nextDay(scene);
    expect((await chargesOf(scene)).map((charge) => charge.status)).toEqual(['failed', 'failed']);
    await giveCard(scene, 'pm_card_bypassPending');
    // Only the first one hears of the card.
    await testEnv.DB.prepare(
      'UPDATE charges SET card = (SELECT id FROM cards WHERE account_id = ?) WHERE id = ?',
    )
      .bind(scene.brand, (await chargesOf(scene))[1]!.id)
      .run();
    await retryCharges(scene.stripe.ctx(scene.at), scene.brand);
    expect((await chargesOf(scene)).map((charge) => charge.status)).toEqual(['succeeded', 'failed']);
    expect(await payments(scene)).toEqual({ succeeded: 1, failed: 1 });
    expect(await payStatus(scene)).toBe('past_due');
  });

  it('leaves the application past due when another charge fails while this one is told', async () => {
    const scene = await chargeScene();
    await owe(scene, 2000);
    await pass(scene, DAY_MS);
    const other = await owe(scene, 500);
    const fails = [
      testEnv.DB.prepare("UPDATE dues SET status = 'failed' WHERE id = ?").bind(other),
      testEnv.DB.prepare("UPDATE applications SET pay_status = 'past_due' WHERE id = ?").bind(
        scene.application,
      ),
    ];
    const paid = testEnv.DB.prepare(
      `SELECT id FROM charges WHERE account_id = ? AND status = 'succeeded'
        AND NOT EXISTS (SELECT 1 FROM ledger_steps WHERE subject = charges.id AND ledger_steps.status = 'open')`,
    ).bind(scene.brand);
    const env = overtakenBy(
      () => testEnv.DB.batch(fails),
      scene.stripe.env,
      // The ledgers have it, what is left is to tell.
      async () => (await paid.first<{ id: string }>()) !== null,
    );
    await minute(scene, env);
    await recover(scene);
    expect(await payments(scene)).toEqual({ succeeded: 1, processing: 1 });
    expect(await payStatus(scene)).toBe('past_due');
  });

  it('waits for the end of an attempt that nobody knows the end of', async () => {
    const scene = await chargeScene();
    await owe(scene, 1000);
    await scene.stripe.fault('fail_before', 'POST /v1/payment_intents', 2);
    await nextDay(scene);
    expect(await onlyCharge(scene)).toMatchObject({ status: 'asked', attempt: 1 });
    // The first attempt went through after all, on the old card.
    await giveCard(scene, 'pm_card_visa');
    await retryCharges(scene.stripe.ctx(scene.at), scene.brand);
    await recover(scene);
    expect(await onlyCharge(scene)).toMatchObject({ status: 'succeeded', attempt: 1 });
    expect(await intents(scene)).toHaveLength(1);
    await booksAgree(scene);
  });

  it('takes over from a run whose attempt is being refused: it has its turn at once', async () => {
    const scene = await chargeScene();
    await owe(scene, 1000);
    await pass(scene, DAY_MS);
    await scene.stripe.decline('insufficient_funds');
    await scene.stripe.fault('slow_after', 'POST /v1/payment_intents', 1, 1500);
    const slow = minute(scene);
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(await onlyCharge(scene)).toMatchObject({ status: 'asked', attempt: 1 });
    await giveCard(scene, 'pm_card_bypassPending');
    await retryCharges(scene.stripe.ctx(scene.at), scene.brand);
    await slow;
    await recover(scene);
    expect(await onlyCharge(scene)).toMatchObject({ status: 'succeeded', attempt: 2, failures: 0 });
    await booksAgree(scene);
  });

  it('has its turn at once when that attempt turns out to have failed', async () => {
    const scene = await chargeScene();
    await owe(scene, 1000);
    await scene.stripe.decline('insufficient_funds');
    await scene.stripe.fault('fail_before', 'POST /v1/payment_intents', 2);
    await nextDay(scene);
    await giveCard(scene, 'pm_card_bypassPending');
    await retryCharges(scene.stripe.ctx(scene.at), scene.brand);
    await recover(scene);
    expect(await onlyCharge(scene)).toMatchObject({ status: 'succeeded', attempt: 2, failures: 0 });
    await booksAgree(scene);
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
      // As it would have been, had the processor said `processing`: all that this changes is ours.
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
