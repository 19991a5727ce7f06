// Charges that the cardholder disputes at the bank. The books follow each movement that the processor has,
// under its own ID: the brand owes again what the bank took and no longer owes what it gave back; the service
// bears the fee.

import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { stripeClient } from '../../../integrations/stripe/client.ts';
import { disputesOf, type FoundDispute, type Movement } from '../../../integrations/stripe/disputes.ts';
import { AppError } from '../../../kit/error.ts';
import { log } from '../../../kit/log.ts';
import { planInstructions } from '../ledger-instructions/plan-instructions.ts';
import { disputeInstructions } from './dispute-instructions.ts';
import { type ChargebackRow, listChargebacksOfCharge } from './interface.ts';
import { reportDispute } from './report-dispute.ts';
import { insertChargeback, saveChargeback } from './store.ts';

const TRIES = 3;

/** The charge that disputes belong to. */
export interface DisputedCharge {
  id: string;
  accountId: string;
}

/**
 * Compares the processor's disputes of one payment of a charge with ours, notes what is new, and tells the
 * applications. A repeat changes nothing. Throws unavailable or provider_error.
 */
export async function syncChargebacks(ctx: SystemCtx, charge: DisputedCharge, intent: string): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) if (await look(ctx, charge, intent)) return;
  throw new AppError('unavailable', `Others keep looking at the disputes of ${charge.id}.`);
}

/** @returns false when another run noted something meanwhile, since this run's answer may be older. */
async function look(ctx: SystemCtx, charge: DisputedCharge, intent: string): Promise<boolean> {
  // Our rows are read first, so that the processor's answer never undoes something noted after it.
  const known = await listChargebacksOfCharge(ctx, charge.id);
  for (const found of await disputesOf(await stripeClient(ctx.vars), intent)) {
    const row = known.find((one) => one.id === found.id) ?? null;
    if (!row && found.status === 'inquiry' && found.movements.length === 0) continue;
    const before = row ?? unnoted(ctx, charge, intent, found);
    // Movements in another currency are never converted: a person has to look.
    const moved = found.movements.filter(
      (one) => one.currency === before.currency && !before.booked.includes(one.id),
    );
    const after = afterwards(before, found, moved);
    const isNews = !row || moved.length > 0 || after.status !== row.status;
    if (isNews && !(await note(ctx, row, after, moved))) return false;
    if (!(await reportDispute(ctx, after))) return false;
  }
  return true;
}

function unnoted(ctx: SystemCtx, charge: DisputedCharge, intent: string, found: FoundDispute): ChargebackRow {
  const { id, currency, amount } = found;
  return {
    id,
    chargeId: charge.id,
    intent,
    accountId: charge.accountId,
    currency,
    amount,
    status: 'open',
    booked: [],
    taken: 0,
    fee: 0,
    message: null,
    told: null,
    nextAt: null,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  };
}

function afterwards(before: ChargebackRow, found: FoundDispute, moved: Movement[]): ChargebackRow {
  const taken = moved.reduce((sum, { amount }) => sum - amount, before.taken);
  const fee = moved.reduce((sum, one) => sum + one.fee, before.fee);
  const withdrawn = taken === 0 ? 'won' : 'open';
  const status = found.status === 'inquiry' ? withdrawn : found.status;
  const other = found.movements.find(({ currency }) => currency !== before.currency);
  return {
    ...before,
    // The processor does not know that the staff settled the loss with the brand.
    status: before.status === 'settled' && status === 'lost' ? 'settled' : status,
    booked: [...before.booked, ...moved.map(({ id }) => id)],
    taken,
    fee,
    message: other ? `The processor settled ${before.currency} in ${other.currency}.` : null,
  };
}

async function note(
  ctx: SystemCtx,
  row: ChargebackRow | null,
  after: ChargebackRow,
  moved: Movement[],
): Promise<boolean> {
  const written = await inOneBatch(ctx, (own) => {
    // The next look is due at once until all applications have been told.
    const { status, booked, taken, fee, message } = after;
    if (row) saveChargeback(own, row, { status, booked, taken, fee, message, nextAt: ctx.now });
    else insertChargeback(own, { ...after, nextAt: ctx.now });
    planInstructions(
      own,
      after.id,
      moved.flatMap((movement) => disputeInstructions(after, movement, ctx.now)),
    );
  });
  if (written && after.status !== 'won') {
    const { id: dispute, chargeId: charge, status, taken, currency, message } = after;
    const error = message ?? 'a charge is disputed at the bank';
    log('error', { dispute, charge, status, taken, currency, error });
  }
  return written;
}
