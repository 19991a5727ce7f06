// A charge goes to review when the processor took another amount or currency than we asked for. Its money is
// not booked yet, and the brand's debt still counts as being charged; each outcome brings the two together.

import type { SystemCtx } from '../../../context.ts';
import { withOwnWrites } from '../../../db/own-writes.ts';
import { feeOfCharge, readCharge } from '../../../integrations/stripe/charges.ts';
import { stripeClient } from '../../../integrations/stripe/client.ts';
import { AppError, notFound, rejected } from '../../../kit/error.ts';
import { paidInstruction } from '../charging/charge-instructions.ts';
import { driveCharge } from '../charging/drive-charges.ts';
import { type ChargeRow, findCharge, saveChargeDecision } from '../charging/interface.ts';
import type { Instruction } from '../ledger-instructions/instruction.ts';
import { planInstructions } from '../ledger-instructions/plan-instructions.ts';
import { cardLine, cashInInstruction, processorFeeInstruction } from '../receivables/cash-instructions.ts';
import { saveOutsideExplained } from '../refunds/interface.ts';
import { syncRefunds } from '../refunds/sync-refunds.ts';

/** README.md says what each means. */
export const CHARGE_OUTCOMES = ['refresh', 'accept', 'retry'] as const;
export type ChargeOutcome = (typeof CHARGE_OUTCOMES)[number];

/** The amount that the processor took, and its refunds of it. */
interface Taken {
  amount: number;
  currency: string;
  givenBack: number;
  refunds: string[];
}

/**
 * Carries out the staff's decision about a charge in review, in the caller's batch. Throws not_found,
 * conflict when it is not in review, operation_rejected when the processor's state does not allow the
 * outcome, unavailable, provider_error.
 */
export async function decideCharge(
  ctx: SystemCtx,
  id: string,
  outcome: ChargeOutcome,
): Promise<{ before: ChargeRow; after: ChargeRow }> {
  const before = await findCharge(ctx, id);
  if (!before) throw notFound('charge');
  const { status, intent } = before;
  if (status !== 'review' || intent === null)
    throw new AppError('conflict', `The charge is ${status}: there is nothing to decide.`);
  const changes =
    outcome === 'refresh' ? { status: 'asked' as const } : await settle(ctx, before, intent, outcome);
  saveChargeDecision(ctx, before, changes);
  ctx.write.afterCommit(() => driveCharge(withOwnWrites(ctx), id));
  return { before, after: { ...before, ...changes, updatedAt: ctx.now } };
}

async function settle(
  ctx: SystemCtx,
  row: ChargeRow,
  intent: string,
  outcome: 'accept' | 'retry',
): Promise<Partial<ChargeRow>> {
  const taken = await takenBy(ctx, row, intent);
  return outcome === 'accept' ? accept(ctx, row, taken) : await giveUp(ctx, row, intent, taken);
}

async function takenBy(ctx: SystemCtx, row: ChargeRow, intent: string): Promise<Taken> {
  const outcome = await readCharge(await stripeClient(ctx.vars), intent);
  if (outcome.status !== 'succeeded')
    throw rejected('not_taken', `The processor says that ${intent} is ${outcome.status}.`);
  const refunds = (await syncRefunds(ctx, row, intent)).filter(({ status }) => status === 'succeeded');
  const { amount, currency } = outcome.value;
  const givenBack = refunds.reduce((sum, refund) => sum + refund.amount, 0);
  return { amount, currency, givenBack, refunds: refunds.map((refund) => refund.id) };
}

/** The brand has paid what was taken; it still owes the rest, or is owed it. */
function accept(ctx: SystemCtx, row: ChargeRow, { amount, currency, givenBack }: Taken): Partial<ChargeRow> {
  if (currency !== row.currency)
    throw rejected('other_currency', `What was taken in ${currency} pays no debt in ${row.currency}.`);
  if (amount === givenBack) throw rejected('given_back', 'All of it was given back to the card.');
  planInstructions(ctx, row.id, [paidInstruction(row, ctx.now, amount)]);
  return { status: 'succeeded', message: null, succeededAt: ctx.now };
}

/** Everything was refunded: the attempt cost only the processor's fee, and the next one begins. */
async function giveUp(
  ctx: SystemCtx,
  row: ChargeRow,
  intent: string,
  taken: Taken,
): Promise<Partial<ChargeRow>> {
  const { amount, currency, givenBack, refunds } = taken;
  if (amount !== givenBack) {
    throw rejected('not_given_back', 'First give all of it back to the card, at the processor.', {
      taken: amount,
      givenBack,
      currency,
    });
  }
  const kept = await feeOfCharge(await stripeClient(ctx.vars), intent);
  if (!kept)
    throw new AppError('unavailable', 'The processor has not said yet what it kept. Try again later.');
  if (kept.currency !== currency)
    throw rejected('other_currency', `The processor settled ${currency} in ${kept.currency}.`);
  const instructions = [takenInstruction(row, row.attempt, { amount, currency }, ctx.now)];
  if (kept.fee > 0)
    instructions.push(
      processorFeeInstruction({ ...row, currency }, kept.fee, ctx.now, `${row.id}:fee:${row.attempt}`),
    );
  planInstructions(ctx, row.id, instructions);
  saveOutsideExplained(ctx, refunds);
  return { status: 'due', intent: null, message: null };
}

/**
 * The processor took another amount than we asked for, and refunded all of it. refundedStep booked the
 * refund; this books the payment. `taken` is the amount that attempt `n` took.
 */
function takenInstruction(
  { id, accountId, day }: ChargeRow,
  n: number,
  taken: { amount: number; currency: string },
  at: number,
): Instruction {
  const line = cardLine('charge', taken.currency, taken.amount, `Charge of ${day}, given back`, id);
  return cashInInstruction({ id: `${id}:taken:${n}`, accountId, ...taken }, line, at);
}
