import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { greatestCharge, leastCharge } from '../../../kit/currencies.ts';
import { newId } from '../../../kit/ids.ts';
import { inParallel } from '../../../kit/in-parallel.ts';
import { day } from '../../../kit/time.ts';
import { planInstructions } from '../ledger-instructions/plan-instructions.ts';
import {
  assignDues,
  findCollectable,
  listPayersDue,
  type Payer,
  postponePayer,
} from '../receivables/interface.ts';
import { beginInstruction } from './charge-instructions.ts';
import { findLastCharge, insertCharge } from './store.ts';

const PAYERS_A_RUN = 200;
const AT_A_TIME = 5;
/** The most charges of one payer in a run; the rest are made a minute later. */
const CHARGES_A_RUN = 20;

/**
 * Makes the day's charge for every account and currency that owes enough since before today (UTC). A day has
 * one charge, or several where one would exceed the most that a card is charged at once. Dues that come up
 * later wait for the next day.
 */
export async function makeCharges(ctx: SystemCtx): Promise<void> {
  await inParallel(await listPayersDue(ctx, PAYERS_A_RUN), AT_A_TIME, (payer) => makeAll(ctx, payer));
}

/** When two runs meet, one makes a charge and the other stops. */
async function makeAll(ctx: SystemCtx, payer: Payer): Promise<void> {
  for (let made = 0; made < CHARGES_A_RUN; made++) {
    let more = false;
    await inOneBatch(ctx, async (own) => {
      more = await fillCharge(own, payer);
    });
    if (!more) return;
  }
}

/** @returns whether another charge may be needed. */
async function fillCharge(ctx: SystemCtx, payer: Payer): Promise<boolean> {
  const { accountId, currency } = payer;
  const today = day(ctx.now);
  const [{ sum: amount, first }, last] = await Promise.all([
    findCollectable(ctx, payer),
    findLastCharge(ctx, accountId, currency, today),
  ]);
  const beside = last === null || last.amount + first > greatestCharge(currency);
  if (amount < leastCharge(currency) || !beside) {
    postponePayer(ctx, payer);
    return false;
  }
  const id = newId('charge', ctx.now);
  const charge = { id, accountId, currency, day: today, nth: (last?.nth ?? 0) + 1, amount, round: 0 };
  insertCharge(ctx, {
    ...charge,
    status: 'due',
    nextAt: ctx.now,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  });
  assignDues(ctx, payer, id, amount);
  planInstructions(ctx, id, [beginInstruction(charge, ctx.now)]);
  return true;
}
