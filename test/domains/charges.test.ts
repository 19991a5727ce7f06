// One charge a day collects what a brand owes; what the card refuses is tried again, and nothing is taken twice.
import { describe, expect, it } from 'vitest';
import { EVERY_MINUTE, SCHEDULE } from '../../src/cron.ts';
import { addDue } from '../../src/domains/charges/add-due.ts';
import { driveCharges } from '../../src/domains/charges/drive-charges.ts';
import { makeCharges } from '../../src/domains/charges/make-charges.ts';
import { refreshCharge } from '../../src/domains/charges/refresh-charge.ts';
import { retryCharges } from '../../src/domains/charges/retry-charges.ts';
import { newId } from '../../src/kit/ids.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/kit/time.ts';
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
  oweMany,
  pass,
  payments,
  payStatus,
  recover,
} from './charges-harness.ts';

describe('the charge of the day', () => {
  it('collects all that a brand owes since before today, with the fee of the service, in one charge', async () => {
    const scene = await chargeScene();
    await owe(scene, 1000);
    await owe(scene, 2000);
    await owe(scene, 333);
    await minute(scene);
    expect(await chargesOf(scene)).toEqual([]);
    await nextDay(scene);
    // 5 % of 333 is 16.65.
    expect(await onlyCharge(scene)).toMatchObject({ amount: 3500, status: 'succeeded', next_at: null });
    expect(await intents(scene)).toMatchObject([{ amount_received: 3500, currency: 'usd' }]);
    expect(await payments(scene)).toEqual({ succeeded: 3 });
    expect(await bucket(scene, 'receivable')).toBe(0);
    await booksAgree(scene);
  });

  it('is one a day, however often the cron runs and whatever comes in after it', async () => {
    const scene = await chargeScene();
    await owe(scene, 1000);
    await nextDay(scene);
    await owe(scene, 500);
    await minute(scene);
    await pass(scene, HOUR_MS);
    await Promise.all([minute(scene), minute(scene)]);
    expect(await chargesOf(scene)).toHaveLength(1);
    await nextDay(scene);
    expect((await chargesOf(scene)).map((charge) => charge.amount)).toEqual([1050, 525]);
    await booksAgree(scene);
  });

  it('is made once by two runs at the same time', async () => {
    const scene = await chargeScene();
    await owe(scene, 1000);
    await pass(scene, DAY_MS);
    await Promise.all([1, 2, 3].map(() => makeCharges(scene.stripe.ctx(scene.at))));
    await Promise.all([1, 2, 3].map(() => driveCharges(scene.stripe.ctx(scene.at))));
    expect(await onlyCharge(scene)).toMatchObject({ amount: 1050, status: 'succeeded', attempt: 1 });
    expect(await intents(scene)).toHaveLength(1);
    await booksAgree(scene);
  });

  it('carries over what is less than 50 until there is enough', async () => {
    const scene = await chargeScene();
    await owe(scene, 20);
    await nextDay(scene);
    await nextDay(scene);
    expect(await chargesOf(scene)).toEqual([]);
    await owe(scene, 26);
    await nextDay(scene);
    expect(await chargesOf(scene)).toEqual([]);
    await owe(scene, 2);
    await nextDay(scene);
    expect(await onlyCharge(scene)).toMatchObject({ amount: 21 + 27 + 2, status: 'succeeded' });
    await booksAgree(scene);
  });

  it('keeps currencies apart', async () => {
    const scene = await chargeScene();
    await owe(scene, 1000, 'usd');
    await owe(scene, 2000, 'eur');
    await nextDay(scene);
    const made = (await intents(scene)).map((intent) => [intent.currency, intent.amount]);
    expect(made.sort()).toEqual([
      ['eur', 2100],
      ['usd', 1050],
    ]);
  });

  it('tells hundreds of payments in portions', async () => {
    const scene = await chargeScene();
    await oweMany(scene, 120, 100);
    await nextDay(scene);
    expect(await onlyCharge(scene)).toMatchObject({ amount: 120 * 105, status: 'succeeded', next_at: null });
    expect(await payments(scene)).toEqual({ succeeded: 120 });
    await booksAgree(scene);
  });

  it('goes to no more than the processor takes at once; the rest is charged the day after', async () => {
    const scene = await chargeScene();
    const dues = [99_999_000, 900, 200];
    const ctx = scene.stripe.ctx(scene.at);
    for (const amount of dues) {
      const id = newId('payment', scene.at++);
      addDue(
        { ...ctx, now: scene.at },
        { id, kind: 'payment', account: scene.brand, currency: 'usd', amount },
      );
    }
    await ctx.write.commit();
    await pass(scene, DAY_MS);
    await makeCharges(scene.stripe.ctx(scene.at));
    await pass(scene, DAY_MS);
    await makeCharges(scene.stripe.ctx(scene.at));
    expect((await chargesOf(scene)).map((charge) => charge.amount)).toEqual([99_999_900, 200]);
  });

  it('refuses dues of no amount, and takes a repeated due once', async () => {
    const scene = await chargeScene();
    const ctx = scene.stripe.ctx(scene.at);
    const due = { kind: 'payment', account: scene.brand, currency: 'usd' } as const;
    const id = newId('payment', scene.at);
    for (const amount of [0, -1, 1.5]) expect(() => addDue(ctx, { ...due, id, amount })).toThrow(RangeError);
    addDue(ctx, { ...due, id, amount: 60 });
    addDue(ctx, { ...due, id, amount: 60 });
    await ctx.write.commit();
    await pass(scene, DAY_MS);
    await makeCharges(scene.stripe.ctx(scene.at));
    expect(await onlyCharge(scene)).toMatchObject({ amount: 60 });
  });

  it('is found by an index, not by looking at every due', async () => {
    const plan = async (query: string) => {
      const rows = await testEnv.DB.prepare(`EXPLAIN QUERY PLAN ${query}`).all<{ detail: string }>();
      return rows.results.map((row) => row.detail).join('\n');
    };
    expect(await plan('SELECT * FROM charge_days WHERE next_at <= 1 ORDER BY next_at LIMIT 9')).toContain(
      'charge_days_next',
    );
    expect(
      await plan(`SELECT id FROM dues WHERE account_id = 'a' AND currency = 'usd' AND charge_id IS NULL
        AND due_at < 9 ORDER BY due_at, id LIMIT 9`),
    ).toMatch(/^SEARCH dues USING INDEX dues_open[^\n]*$/);
    expect(await plan('SELECT id FROM charges WHERE next_at <= 1 ORDER BY next_at LIMIT 9')).toContain(
      'charges_next',
    );
  });

  it('runs every minute', () => {
    const names = SCHEDULE[EVERY_MINUTE]!.map((job) => job.name);
    expect(names).toEqual(
      expect.arrayContaining(['drive ledger steps', 'make charges', 'drive charges', 'drive refunds']),
    );
  });
});

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
