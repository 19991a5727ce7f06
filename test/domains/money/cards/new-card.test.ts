// A new card is tried at once, whatever the charge waits for, and nothing is charged twice.
import { describe, expect, it } from 'vitest';
import { retryCharges } from '../../../../src/domains/money/charging/retry-charges.ts';
import { DAY_MS } from '../../../../src/kit/time.ts';
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
} from '../../../harness/money/charges.ts';
import { overtakenBy } from '../../../harness/money/payments.ts';
import { connect, load, submit } from '../../../harness/money/payouts-setup.ts';
import { testEnv } from '../../../harness/world.ts';

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
    // Only the first one learns of the card.
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
        AND NOT EXISTS (SELECT 1 FROM ledger_instructions WHERE subject = charges.id AND ledger_instructions.status = 'open')`,
    ).bind(scene.brand);
    const env = overtakenBy(
      () => testEnv.DB.batch(fails),
      scene.stripe.env,
      // The ledgers are done; only the reports are left.
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
    // The first attempt succeeded after all, on the old card.
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
    const attempt = await scene.stripe.hold('after', 'POST /v1/payment_intents');
    const slow = minute(scene);
    await attempt.reached();
    expect(await onlyCharge(scene)).toMatchObject({ status: 'asked', attempt: 1 });
    await giveCard(scene, 'pm_card_bypassPending');
    await retryCharges(scene.stripe.ctx(scene.at), scene.brand);
    await attempt.release();
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
