// Payments for samples.ts, made as a program's rules would make them, so that one waits for approval.
import { makePayment } from '../../../src/domains/money/payments/make-payment.ts';
import { newId } from '../../../src/kit/ids.ts';
import * as clock from '../../harness/clock.ts';
import { mintCreator } from '../../harness/work/creators.ts';
import { type Minted, systemCtx, testEnv } from '../../harness/world.ts';

async function makeOne(owner: Minted): Promise<string> {
  const creator = (await mintCreator(owner.key)).id;
  const ctx = systemCtx();
  const { id } = await makePayment(ctx, {
    cause: `sample:${newId('payment', ctx.now)}`,
    account: owner.id,
    creator,
    program: null,
    submission: null,
    retainer: null,
    application: null,
    source: 'submission',
    amount: 500,
    currency: 'usd',
    note: null,
    approval: 'manual',
    holdDays: 0,
  });
  await Promise.all(await ctx.write.commit());
  return id;
}

/** A failed charge without any dues, so nothing drives it. */
async function makeCharge(owner: Minted): Promise<string> {
  const at = clock.now();
  const id = newId('charge', at);
  await testEnv.DB.prepare(
    `INSERT INTO charges (id, account_id, currency, day, nth, amount, status, created_at, updated_at)
    VALUES (?, ?, 'usd', '2026-01-01', ?, 500, 'failed', ?, ?)`,
  )
    .bind(id, owner.id, ++made, at, at)
    .run();
  return id;
}

let made = 0;

export const PAYMENT_RECORDS = { '/v1/payments/:id': makeOne, '/v1/charges/:id': makeCharge };

export const PAYMENT_LISTS = { '/v1/payments': makeOne, '/v1/charges': makeCharge };
