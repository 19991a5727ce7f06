import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { recordBonus } from '../../work/submissions/interface.ts';
import { presentToActor } from './get-payment.ts';
import { makePayment } from './make-payment.ts';
import type { Payment, PaymentCreateInput } from './payment.ts';
import { planPayment } from './plan-payment.ts';

/**
 * A brand pays a creator by its own decision. The payment is approved at once, and it is a bonus, so it never
 * replaces what the rules pay for the same submission. Throws as `planPayment` does.
 * @param key the request's Idempotency-Key, which also keeps a repeated request from paying twice.
 */
export async function createPayment(ctx: Ctx, input: PaymentCreateInput, key: string): Promise<Payment> {
  const { id } = actingAccount(ctx.actor);
  const { sides, ...planned } = await planPayment(ctx, input);
  const row = await makePayment(
    ctx,
    {
      ...planned,
      cause: `request:${id}:${key}`,
      account: id,
      creator: input.creator,
      submission: input.submission ?? null,
      retainer: null,
      source: 'bonus',
      note: input.note ?? null,
      approval: 'automatic',
    },
    sides,
  );
  if (row.submissionId !== null) recordBonus(ctx, row.submissionId, row.id);
  return presentToActor(ctx, { ...row, charge: null });
}
