import type { Ctx } from '../../../context.ts';
import { toBasisPoints } from '../../../kit/money.ts';
import type { PaymentCreateInput } from './payment.ts';
import { planPayment } from './plan-payment.ts';
import { type PaymentSplit, splitPayment } from './split.ts';

/** What a payment would cost, before it is made. All amounts in cents. */
export interface QuotedPayment extends PaymentSplit {
  /** Before the partner's take. */
  amount: number;
  /** What the card is charged for it. */
  total: number;
  currency: string;
  holdDays: number;
}

/** What `createPayment` would make of the same input now. Throws as it does. */
export async function quotePayment(ctx: Ctx, input: PaymentCreateInput): Promise<QuotedPayment> {
  const { sides, amount, currency, holdDays } = await planPayment(ctx, input);
  const split = splitPayment(amount, sides.takeBps, toBasisPoints(ctx.vars.SERVICE_FEE_PERCENT));
  return { ...split, amount, total: amount + split.serviceFee, currency, holdDays };
}
