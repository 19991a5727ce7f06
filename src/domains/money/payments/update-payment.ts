import type { Ctx } from '../../../context.ts';
import { invalidField } from '../../../kit/error.ts';
import { checkVersion } from '../../../resource/version.ts';
import { dropDues } from '../charging/drop-dues.ts';
import { findDueCharge } from '../charging/interface.ts';
import { applyTransition } from './apply-transition.ts';
import { presentToActor } from './get-payment.ts';
import type { Payment, PaymentUpdateInput } from './payment.ts';
import { requirePayment } from './store.ts';
import type { PaymentRow } from './table.ts';
import { factsOf, paymentMachine } from './transitions.ts';

/** The brand approves, rejects, disputes or cancels a payment, or withdraws its dispute. */
export async function updatePayment(ctx: Ctx, id: string, input: PaymentUpdateInput): Promise<Payment> {
  const { charge, ...before } = await requirePayment(ctx, id);
  checkVersion(before, input.version);
  const { decision, reason = null } = input;
  const drops = decision === 'cancel' || (decision === 'dispute' && before.status === 'failed');
  const owed = drops ? await findDueCharge(ctx, id) : null;
  const facts = factsOf(before, { now: ctx.now, refused: owed?.charge?.refused != null });
  const move = paymentMachine.require(before.status, decision, 'brand', facts);
  if (move.needs === 'reason' && reason === null) throw invalidField('/reason', 'Say why.', 'required');
  if (owed && move.card === 'cancel') await dropDues(ctx, [owed.due], owed.charge);
  const after = await applyTransition(ctx, before, move, decided(ctx, decision, reason));
  return presentToActor(ctx, { ...after, charge: move.card === 'cancel' ? null : charge });
}

function decided(
  ctx: Ctx,
  decision: PaymentUpdateInput['decision'],
  reason: string | null,
): Partial<PaymentRow> {
  switch (decision) {
    case 'approve':
      return {};
    case 'reject':
      return { failureMessage: reason };
    case 'dispute':
      return {
        failureMessage: null,
        disputeReason: reason,
        disputedAt: ctx.now,
        resolvedAt: null,
        disputeOutcome: null,
      };
    case 'cancel':
      return { failureMessage: `The brand canceled it${reason === null ? '.' : `: ${reason}`}` };
    case 'resolve':
      return { resolvedAt: ctx.now, disputeOutcome: 'withdrawn' };
  }
}
