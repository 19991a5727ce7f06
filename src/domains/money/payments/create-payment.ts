import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { checkAmount, checkCurrency } from '../../../kit/currencies.ts';
import { AppError, invalidField, rejected } from '../../../kit/error.ts';
import { toBasisPoints } from '../../../kit/money.ts';
import { findApplication } from '../../work/applications/interface.ts';
import { findOwnProgram } from '../../work/program-terms/interface.ts';
import { mergePay, type Pay } from '../../work/program-terms/pay.ts';
import { findOwnSubmission, recordBonus } from '../../work/submissions/interface.ts';
import { presentToActor } from './get-payment.ts';
import { makePayment } from './make-payment.ts';
import type { Payment, PaymentCreateInput } from './payment.ts';
import { amountFor } from './split.ts';
import { findSides, type Sides } from './store.ts';

/**
 * A brand pays a creator by its own decision. The payment is approved at once, and it is a bonus, so it never
 * replaces what the rules pay for the same submission.
 * @param key the request's Idempotency-Key, which also keeps a repeated request from paying twice.
 */
export async function createPayment(ctx: Ctx, input: PaymentCreateInput, key: string): Promise<Payment> {
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
  const row = await makePayment(
    ctx,
    {
      cause: `request:${account.id}:${key}`,
      account: account.id,
      creator: input.creator,
      program: program?.id ?? null,
      submission: input.submission ?? null,
      retainer: null,
      application: application?.id ?? null,
      source: 'bonus',
      amount: amountOf(ctx, input, sides, currency),
      currency,
      note: input.note ?? null,
      approval: 'automatic',
      holdDays: program ? mergePay(program.pay, application?.pay ?? null).schedule.holdDays : 0,
    },
    sides,
  );
  if (row.submissionId !== null) recordBonus(ctx, row.submissionId, row.id);
  return presentToActor(ctx, { ...row, charge: null });
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
