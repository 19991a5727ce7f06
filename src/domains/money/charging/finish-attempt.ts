// Asks the processor for the result of an attempt and stores it.

import type { SystemCtx } from '../../../context.ts';
import { emitInternal } from '../../../db/outbox.ts';
import { withOwnWrites } from '../../../db/own-writes.ts';
import { type ChargeRefusal, chargeRefusal } from '../../../integrations/stripe/charge-refusals.ts';
import {
  type Charge,
  cancelCharge,
  chargeOffSession,
  readCharge,
} from '../../../integrations/stripe/charges.ts';
import { stripeClient } from '../../../integrations/stripe/client.ts';
import type { Outcome } from '../../../integrations/stripe/outcome.ts';
import { money } from '../../../kit/currencies.ts';
import { AppError } from '../../../kit/error.ts';
import { log } from '../../../kit/log.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../kit/time.ts';
import { planInstructions } from '../ledger-instructions/plan-instructions.ts';
import { backInstruction, paidInstruction } from './charge-instructions.ts';
import type { AttemptRow, ChargeRow } from './interface.ts';
import { findAttempt, saveAttempt, saveCharge } from './store.ts';

/** The wait after each failure, so that a charge is tried again on days 1, 3 and 5. */
const WAITS_MS = [DAY_MS, 2 * DAY_MS, 2 * DAY_MS];
const ASK_AGAIN_MS = MINUTE_MS;
const READ_AGAIN_MS = HOUR_MS;
/** An attempt without an answer for this long is an error that a person should see. */
const TOO_LONG_MS = HOUR_MS;

interface Failure {
  outcome: 'declined' | 'requires_action' | 'refused' | 'no_card';
  message: string;
  /** Only another card can help, so it is not tried again with this one. */
  final?: boolean;
  /** Not even another card can help. */
  refused?: ChargeRefusal;
}

/**
 * Finishes the attempt under way, if the processor has a result yet. Returns the charge as it is afterwards.
 */
export async function finishAttempt(ctx: SystemCtx, row: ChargeRow): Promise<ChargeRow> {
  const attempt = await findAttempt(ctx, row.id, row.attempt);
  if (!attempt) throw new Error(`charge ${row.id} has no attempt ${row.attempt}`);
  const { customer, card } = attempt;
  if (customer === null || card === null) {
    return await fail(ctx, row, attempt, { outcome: 'no_card', message: 'No card is on file. Add one.' });
  }
  const outcome = await ask(ctx, row, { ...attempt, customer, card });
  switch (outcome.status) {
    case 'succeeded':
      return await succeed(ctx, row, attempt, outcome.value);
    case 'processing':
      return await write(ctx, row, attempt, {
        charge: { status: 'processing', nextAt: ctx.now + READ_AGAIN_MS },
        attempt: { intent: outcome.id },
      });
    case 'declined':
      return await fail(ctx, row, attempt, {
        outcome: 'declined',
        message: outcome.message,
        intent: outcome.id,
        final: outcome.reason === 'currency_not_supported',
      });
    case 'requires_action': {
      const message = 'The bank wants the cardholder to confirm the charge. Use another card.';
      return await fail(ctx, row, attempt, { outcome: 'requires_action', message, intent: outcome.id });
    }
    case 'refused': {
      log('error', { charge: row.id, refused: outcome.code });
      const refused = chargeRefusal(outcome.code, outcome.param ?? null);
      const message = refused === null ? NOT_TAKEN : refusalMessage(refused, row);
      return await fail(ctx, row, attempt, {
        outcome: 'refused',
        message,
        ...(refused === null ? {} : { final: true, refused }),
      });
    }
    case 'unknown': {
      const level = ctx.now - attempt.firstSentAt > TOO_LONG_MS ? 'error' : 'warn';
      const { cause, message } = outcome;
      log(level, { charge: row.id, attempt: row.attempt, cause, message });
      return await write(ctx, row, attempt, { charge: { nextAt: ctx.now + ASK_AGAIN_MS } });
    }
  }
}

const NOT_TAKEN = 'The payment processor did not take the card. Use another card.';

/** Why no card can pay a charge, and what to do. */
function refusalMessage(refused: ChargeRefusal, { amount, currency }: ChargeRow): string {
  const what = money(amount, currency);
  const todo = 'Cancel the payments that you made yourself; about pay for work write to the support.';
  if (refused === 'currency')
    return `The payment processor does not charge cards in ${currency.toUpperCase()}. Pay in another currency. ${todo}`;
  if (refused === 'too_large')
    return `The payment processor does not charge ${what} at once. Make smaller payments. ${todo}`;
  return `The payment processor does not charge as little as ${what}. Pay more at once. ${todo}`;
}

type Askable = AttemptRow & { customer: string; card: string };

/**
 * Asks for the result of the attempt. A failed attempt is canceled at the processor, so that it cannot
 * succeed later.
 */
async function ask(ctx: SystemCtx, row: ChargeRow, attempt: Askable): Promise<Outcome<Charge>> {
  const stripe = await stripeClient(ctx.vars);
  const key = `${row.id}:attempt:${attempt.n}`;
  const outcome = attempt.intent
    ? await readCharge(stripe, attempt.intent).catch(unanswered)
    : await chargeOffSession(
        stripe,
        {
          customer: attempt.customer,
          card: attempt.card,
          amount: row.amount,
          currency: row.currency,
          description: `Payments to creators, ${row.day}`,
        },
        { key, firstSentAt: attempt.firstSentAt, now: ctx.now },
      );
  const failed = outcome.status === 'declined' || outcome.status === 'requires_action';
  if (!failed || outcome.id === null) return outcome;
  // Without this, someone could still confirm this payment at the processor after the next attempt took the
  // money.
  const closed = await cancelCharge(stripe, outcome.id);
  return closed.status === 'declined' ? outcome : closed;
}

function unanswered(error: unknown): Outcome<Charge> {
  if (error instanceof AppError) return { status: 'unknown', cause: 'no_answer', message: error.message };
  throw error;
}

async function succeed(
  ctx: SystemCtx,
  row: ChargeRow,
  attempt: AttemptRow,
  { id: intent, amount, currency }: Charge,
): Promise<ChargeRow> {
  const ended = { outcome: 'succeeded', intent, endedAt: ctx.now } as const;
  if (amount !== row.amount || currency !== row.currency) {
    const message = `The processor took ${amount} ${currency} instead of ${row.amount} ${row.currency}.`;
    log('error', { charge: row.id, intent, error: message });
    return await write(ctx, row, attempt, {
      charge: { status: 'review', intent, message, nextAt: null },
      attempt: ended,
    });
  }
  return await write(ctx, row, attempt, {
    charge: { status: 'succeeded', intent, message: null, succeededAt: ctx.now },
    attempt: ended,
    instruction: paidInstruction(row, ctx.now),
  });
}

async function fail(
  ctx: SystemCtx,
  row: ChargeRow,
  attempt: AttemptRow,
  failure: Failure & { intent?: string | null },
): Promise<ChargeRow> {
  const { intent = null, outcome, message, final = false, refused = null } = failure;
  const ended = { outcome, intent, message, endedAt: ctx.now };
  // A card that was added meanwhile is tried at once.
  if (row.card !== attempt.card && refused === null) {
    return await write(ctx, row, attempt, {
      charge: { status: 'due', message, nextAt: ctx.now },
      attempt: ended,
    });
  }
  const failures = row.failures + 1;
  const wait = final ? undefined : WAITS_MS[failures - 1];
  if (wait !== undefined) {
    return await write(ctx, row, attempt, {
      charge: { status: 'due', failures, message, nextAt: ctx.now + wait },
      attempt: ended,
      // Told at once, since another card helps before the last attempt.
      ...(failures === 1 && { news: 'charge.failing' }),
    });
  }
  return await write(ctx, row, attempt, {
    charge: { status: 'failed', failures, message, refused },
    attempt: ended,
    news: 'charge.failed',
    instruction: backInstruction(row, ctx.now),
  });
}

async function write(
  ctx: SystemCtx,
  row: ChargeRow,
  attempt: AttemptRow,
  changes: {
    charge: Partial<ChargeRow>;
    attempt?: Partial<AttemptRow>;
    instruction?: ReturnType<typeof paidInstruction>;
    /** What the account's people are told of the charge. */
    news?: 'charge.failing' | 'charge.failed';
  },
): Promise<ChargeRow> {
  const own = withOwnWrites(ctx);
  saveCharge(own, row, changes.charge);
  if (changes.news) {
    const data = { charge: row.id };
    emitInternal(own, { type: changes.news, account: row.accountId, creator: null, data });
  }
  if (changes.attempt) saveAttempt(own, attempt, changes.attempt);
  if (changes.instruction) planInstructions(own, row.id, [changes.instruction]);
  await Promise.allSettled(await own.write.commit());
  return { ...row, ...changes.charge };
}
