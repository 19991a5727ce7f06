import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { newId } from '../../../kit/ids.ts';
import { inParallel } from '../../../kit/in-parallel.ts';
import { day } from '../../../kit/time.ts';
import { planSteps } from '../ledger/steps.ts';
import {
  assignDues,
  listPayersDue,
  type Payer,
  postponePayer,
  sumCollectable,
} from '../receivables/interface.ts';
import { beginStep } from './charge-steps.ts';
import { hasCharge, insertCharge } from './store.ts';

/** The least the processor charges, in a currency's minor unit. Less is carried over. */
const LEAST_CENTS = 50;
const PAYERS_A_RUN = 200;
const AT_A_TIME = 5;

/**
 * Makes the charge of the day for every account and currency that owes enough since before today (UTC). There is one
 * for a day: what comes in, or is found, later waits for the next.
 */
export async function makeCharges(ctx: SystemCtx): Promise<void> {
  await inParallel(await listPayersDue(ctx, PAYERS_A_RUN), AT_A_TIME, (payer) => makeCharge(ctx, payer));
}

/** Where two runs meet, one makes the charge and the other has nothing left to do. */
async function makeCharge(ctx: SystemCtx, payer: Payer): Promise<void> {
  await inOneBatch(ctx, (own) => fillCharge(own, payer));
}

async function fillCharge(ctx: SystemCtx, payer: Payer): Promise<void> {
  const { accountId, currency } = payer;
  const today = day(ctx.now);
  const amount = await sumCollectable(ctx, payer);
  if (amount >= LEAST_CENTS && !(await hasCharge(ctx, accountId, currency, today))) {
    const id = newId('charge', ctx.now);
    const charge = { id, accountId, currency, day: today, amount, round: 0 };
    insertCharge(ctx, {
      ...charge,
      status: 'due',
      nextAt: ctx.now,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    });
    assignDues(ctx, payer, id, amount);
    planSteps(ctx, id, [beginStep(charge, ctx.now)]);
  }
  postponePayer(ctx, payer);
}
