// A brand's fee to its partner, charged to the brand's card: the fee gets the outcome of the charge.
import { expect, it } from 'vitest';
import { recordAdSpend } from '../../../../src/domains/money/accruals/record-ad-spend.ts';
import { chargeBrandFees } from '../../../../src/domains/money/brand-fees/charge-brand-fees.ts';
import { retryCharges } from '../../../../src/domains/money/charging/retry-charges.ts';
import { day } from '../../../../src/kit/time.ts';
import {
  booksAgree,
  bucket,
  type ChargeScene,
  chargeScene,
  giveCard,
  nextDay,
  onlyCharge,
  owe,
  payments,
  payStatus,
} from '../../../harness/money/charges.ts';
import { ledger, verified } from '../../../harness/money/ledger.ts';
import { commit } from '../../../harness/money/payments.ts';
import { mintAccount, testEnv } from '../../../harness/world.ts';

/**
 * The brand gets a partner that takes 10 % of ad spend, and spends 20.00 today. The fee is due the night
 * after.
 */
async function dueFee(scene: ChargeScene): Promise<{ partner: string }> {
  const partner = await mintAccount('partner');
  await testEnv.DB.prepare(
    `UPDATE accounts SET managed_by = ?, brand_fee_of = 'ad_spend', brand_fee_bps = 1000 WHERE id = ?`,
  )
    .bind(partner.id, scene.brand)
    .run();
  const ctx = scene.stripe.ctx(scene.at);
  await recordAdSpend(ctx, {
    account: scene.brand,
    ad: 'ad_1',
    day: day(scene.at),
    submission: null,
    campaign: null,
    spend: 2_000,
    currency: 'usd',
    at: scene.at,
  });
  await commit(ctx);
  await nextDay(scene);
  await chargeBrandFees(scene.stripe.ctx(scene.at));
  return { partner: partner.id };
}

async function fee(scene: ChargeScene) {
  return await testEnv.DB.prepare(
    'SELECT status, failure_message AS message FROM brand_fees WHERE account_id = ?',
  )
    .bind(scene.brand)
    .first<{ status: string; message: string | null }>();
}

const commission = async (partner: string) => (await ledger(partner).balances()).usd;

it('is taken with the payments of the day, and then the commission is available', async () => {
  const scene = await chargeScene();
  const { partner } = await dueFee(scene);
  await owe(scene, 1000);
  expect(await fee(scene)).toEqual({ status: 'processing', message: null });
  expect(await commission(partner)).toMatchObject({ pending: 200 });
  await nextDay(scene);
  // 10.50 for the payment with the service fee; the service takes nothing from the brand fee.
  expect(await onlyCharge(scene)).toMatchObject({ status: 'succeeded', amount: 1250 });
  expect(await fee(scene)).toEqual({ status: 'charged', message: null });
  expect(await commission(partner)).toMatchObject({ pending: 0, available: 200 });
  expect(await payments(scene)).toEqual({ succeeded: 1 });
  expect(await bucket(scene, 'receivable')).toBe(0);
  await booksAgree(scene);
  await verified(partner);
});

it('fails with its charge, is tried again with a new card, and makes no application past due', async () => {
  const scene = await chargeScene();
  const { partner } = await dueFee(scene);
  await scene.stripe.decline(...Array(4).fill('insufficient_funds'));
  for (let days = 0; days <= 5; days++) await nextDay(scene);
  expect(await onlyCharge(scene)).toMatchObject({ status: 'failed', attempt: 4, amount: 200 });
  expect(await fee(scene)).toEqual({ status: 'failed', message: 'The card has insufficient funds.' });
  expect(await commission(partner)).toMatchObject({ pending: 200 });
  expect(await bucket(scene, 'receivable')).toBe(200);
  expect(await payStatus(scene)).toBe('current');
  // The new card is refused too: the fee is under way again all the same.
  await giveCard(scene, 'pm_card_chargeCustomerFail');
  await retryCharges(scene.stripe.ctx(scene.at), scene.brand);
  expect(await fee(scene)).toEqual({ status: 'processing', message: null });
  await giveCard(scene, 'pm_card_bypassPending');
  await retryCharges(scene.stripe.ctx(scene.at), scene.brand);
  expect(await onlyCharge(scene)).toMatchObject({ status: 'succeeded', amount: 200 });
  expect(await fee(scene)).toEqual({ status: 'charged', message: null });
  expect(await commission(partner)).toMatchObject({ pending: 0, available: 200 });
  expect(await bucket(scene, 'receivable')).toBe(0);
  await booksAgree(scene);
  await verified(partner);
});
