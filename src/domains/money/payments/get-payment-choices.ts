import type { Ctx } from '../../../context.ts';
import { findDueCharge } from '../charging/interface.ts';
import { DECISIONS, type PaymentDecision } from './payment.ts';
import { requirePayment } from './store.ts';
import { factsOf, paymentMachine } from './transitions.ts';

/** What the account can decide about one of its payments now. Throws not_found. */
export async function getPaymentChoices(ctx: Ctx, id: string): Promise<{ decisions: PaymentDecision[] }> {
  const row = await requirePayment(ctx, id);
  const owed = row.status === 'failed' ? await findDueCharge(ctx, id) : null;
  const facts = factsOf(row, { now: ctx.now, refused: owed?.charge?.refused != null });
  return {
    decisions: DECISIONS.filter((one) => 'move' in paymentMachine.decide(row.status, one, 'brand', facts)),
  };
}
