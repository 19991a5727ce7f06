import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { checkAmount, checkCurrency } from '../../../kit/currencies.ts';
import { AppError, invalidField, rejected } from '../../../kit/error.ts';
import { toBasisPoints } from '../../../kit/money.ts';
import { findApplication } from '../../work/applications/interface.ts';
import { findOwnProgram } from '../../work/program-terms/interface.ts';
import { mergePay, type Pay } from '../../work/program-terms/pay.ts';
import { findOwnSubmission } from '../../work/submissions/interface.ts';
import type { PaymentCreateInput } from './payment.ts';
import { amountFor } from './split.ts';
import { findSides, type Sides } from './store.ts';

/** A brand's own payment as it would be made: who is paid, how much, and for what. */
export interface PlannedPayment {
  sides: Sides;
  program: string | null;
  application: string | null;
  /** Cents, before the partner's take. */
  amount: number;
  currency: string;
  /** Days from the charge until the earning becomes available. */
  holdDays: number;
}

/**
 * Judges a payment by a brand's own decision. Throws permission_denied for a partner, validation_failed for an amount or
 * currency that can't be paid, operation_rejected where brand, creator, program and submission do not match.
 */
export async function planPayment(ctx: Ctx, input: PaymentCreateInput): Promise<PlannedPayment> {
  const account = actingAccount(ctx.actor);
  if (account.type !== 'brand')
    throw new AppError('permission_denied', 'A brand pays: act as the client brand that does.');
  if ((input.amount === undefined) === (input.net === undefined))
    throw invalidField('/amount', 'Give amount or net, one of the two.', 'required');
  const [sides, program] = await Promise.all([
    findSides(ctx, account.id, input.creator),
    programOf(ctx, input),
  ]);
  if (!sides?.haveAgreed)
    throw rejected(
      'creator_not_on_roster',
      'The account and the creator have not agreed to work together: invite it, or approve what it applied for.',
    );
  const application = program
    ? (await findApplication(ctx, program.id, input.creator))?.application
    : undefined;
  const currency = currencyOf(input, program);
  return {
    sides,
    program: program?.id ?? null,
    application: application?.id ?? null,
    amount: amountOf(ctx, input, sides, currency),
    currency,
    holdDays: program ? mergePay(program.pay, application?.pay ?? null).schedule.holdDays : 0,
  };
}

interface PaidProgram {
  id: string;
  pay: Pay;
}

/**
 * The program that the payment is for; null for none. Throws operation_rejected when submission, creator and
 * program do not match.
 */
async function programOf(ctx: Ctx, input: PaymentCreateInput): Promise<PaidProgram | null> {
  let programId = input.program ?? null;
  if (input.submission != null) {
    const submission = await findOwnSubmission(ctx, input.submission);
    if (!submission) throw rejected('submission_not_found', 'No such submission.');
    if (submission.creatorId !== input.creator)
      throw rejected('submission_of_other_creator', 'The submission is by another creator.');
    if (programId !== null && submission.programId !== programId)
      throw rejected('submission_of_other_program', 'The submission is to another program.');
    programId = submission.programId;
  }
  if (programId === null) return null;
  const program = await findOwnProgram(ctx, programId);
  if (!program) throw rejected('program_not_found', 'No such program.');
  return { id: program.id, pay: program.pay };
}

function amountOf(ctx: Ctx, input: PaymentCreateInput, sides: Sides, currency: string): number {
  const amount = input.amount ?? amountFor(input.net!, sides.takeBps);
  const feeBps = toBasisPoints(ctx.vars.SERVICE_FEE_PERCENT);
  checkAmount(amount, currency, feeBps, input.amount === undefined ? '/net' : '/amount');
  return amount;
}

/** Currencies are never converted, and a program's spend is counted in one currency. */
function currencyOf(input: PaymentCreateInput, program: PaidProgram | null): string {
  const currency = input.currency ?? program?.pay.currency;
  if (currency === undefined) throw invalidField('/currency', 'Say in which currency.', 'required');
  checkCurrency(currency, '/currency');
  if (program && program.pay.currency !== currency)
    throw rejected('currency_not_of_program', `The program pays in ${program.pay.currency}.`, {
      currency: program.pay.currency,
    });
  return currency;
}
