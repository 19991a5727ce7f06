// Payments, for samples.ts: made as a program's rules make them, so that one waits for approval.
import { makePayment } from '../../../src/domains/money/payments/make-payment.ts';
import { newId } from '../../../src/kit/ids.ts';
import { mintCreator } from '../../harness/creators.ts';
import { type Minted, systemCtx } from '../../harness/world.ts';

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

export const PAYMENT_RECORDS = { '/v1/payments/:id': makeOne };

export const PAYMENT_LISTS = { '/v1/payments': makeOne };
