// Refunds to a brand together with chargebacks of its bank: the card gets each cent back once.
import { expect, it } from 'vitest';
import { DAY_MS } from '../../../../src/kit/time.ts';
import { expectLogged } from '../../../harness/logs.ts';
import {
  CHARGED,
  type ChargedScene,
  chargebacks,
  chargedScene,
  decide,
  disputeAtBank,
  disputedScene,
  disputeHere,
  look,
} from '../../../harness/money/chargebacks.ts';
import { booksAgree, bucket, minute, pass, payments } from '../../../harness/money/charges.ts';
import { mintStaff } from '../../../harness/people/staff.ts';
import { testEnv } from '../../../harness/world.ts';

const REFUND = 1050;

interface RefundView {
  id: string;
  status: string;
  message: string | null;
}

async function refundsOf(scene: ChargedScene): Promise<RefundView[]> {
  const rows = await testEnv.DB.prepare(
    'SELECT * FROM refunds WHERE account_id = ? ORDER BY payment_id IS NULL',
  )
    .bind(scene.brand)
    .all<RefundView>();
  return rows.results;
}

async function givenBack(scene: ChargedScene): Promise<number[]> {
  return (await scene.stripe.stripe.refunds.list({ limit: 100 })).data.map((refund) => refund.amount);
}

/**
 * A charge that is disputed at the bank; the staff has refunded one of its payments, which the brand had
 * disputed too.
 */
async function refunded() {
  expectLogged('error', /is disputed at the bank|charge_disputed/);
  const scene = await disputedScene();
  const staff = await giveBack(scene);
  await minute(scene);
  return Object.assign(scene, { staff });
}

/** The brand disputes its payment of 1000 here, and the staff refunds it. */
async function giveBack(scene: ChargedScene) {
  const staff = mintStaff(scene.stripe.env);
  await disputeHere(scene);
  const row = await testEnv.DB.prepare('SELECT version FROM payments WHERE id = ?')
    .bind(scene.payment)
    .first<{ version: number }>();
  const decision = { outcome: 'refund', version: row!.version };
  const { status } = await staff.post(`/payments/${scene.payment}/resolution`, decision);
  expect(status).toBe(200);
  return staff;
}

it('a refund waits while the bank has the money, and is made once it is won', async () => {
  const scene = await refunded();
  expect(await refundsOf(scene)).toMatchObject([{ status: 'due' }]);
  expect((await chargebacks(scene))[0]).toMatchObject({ status: 'open', taken: CHARGED });
  // The service owes the brand the refund; the brand owes what the bank took.
  expect(await bucket(scene, 'receivable')).toBe(CHARGED - REFUND);
  await booksAgree(scene);
  await decide(scene, 'won');
  await minute(scene);
  expect(await givenBack(scene)).toEqual([]);
  await pass(scene, DAY_MS);
  await minute(scene);
  expect(await refundsOf(scene)).toMatchObject([{ status: 'succeeded' }]);
  expect(await givenBack(scene)).toEqual([REFUND]);
  expect(await payments(scene)).toEqual({ refunded: 1, succeeded: 1 });
  await look(scene);
  expect(await bucket(scene, 'receivable')).toBe(0);
  await booksAgree(scene);
});

it('a refund that can never be made is left to a person, who accepts that the bank made it', async () => {
  const scene = await refunded();
  const accept = async () => {
    const [refund] = await refundsOf(scene);
    return await scene.staff.post(`/refunds/${refund!.id}/decision`, { outcome: 'accept' });
  };
  await decide(scene, 'lost');
  await pass(scene, DAY_MS);
  await minute(scene);
  expect(await refundsOf(scene)).toMatchObject([
    { status: 'review', message: expect.stringContaining('charge_disputed') },
  ]);
  expect(await payments(scene)).toEqual({ disputed: 1, succeeded: 1 });
  expect((await accept()).status).toBe(200);
  expect(await refundsOf(scene)).toMatchObject([
    { status: 'succeeded', message: `Given back by ${scene.dispute}.` },
  ]);
  expect(await payments(scene)).toEqual({ refunded: 1, succeeded: 1 });
  expect(await givenBack(scene)).toEqual([]);
  // The other payment is still owed.
  expect(await bucket(scene, 'receivable')).toBe(CHARGED - REFUND);
  await booksAgree(scene);
  expect((await accept()).status).toBe(409);
});

it('a refund of which the bank gave back less is not accepted', async () => {
  expectLogged('error', /is disputed at the bank|refund/);
  const scene = await chargedScene();
  await scene.stripe.stripe.refunds.create({ payment_intent: scene.intent, amount: 600 });
  await giveBack(scene);
  const [refund] = await refundsOf(scene);
  expect(refund).toMatchObject({ status: 'review' });
  const disputed = await disputeAtBank(scene);
  await decide(disputed, 'lost');
  await look(disputed);
  expect(await chargebacks(scene)).toMatchObject([{ status: 'lost', taken: CHARGED - 600 }]);
  const { status, body } = await mintStaff(scene.stripe.env).post(`/refunds/${refund!.id}/decision`, {
    outcome: 'accept',
  });
  expect([status, body.error.details.reason]).toEqual([422, 'nothing_given_back']);
  await booksAgree(scene);
});

it('an inquiry hinders no refund', async () => {
  const scene = await disputedScene({ inquiry: true });
  expectLogged('error', /refund that is not ours/);
  await scene.stripe.stripe.refunds.create({ payment_intent: scene.intent, amount: 300 });
  await look(scene);
  expect(await chargebacks(scene)).toEqual([]);
  expect(await bucket(scene, 'receivable')).toBe(300);
  await booksAgree(scene);
});
