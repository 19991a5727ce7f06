import type { SystemCtx } from '../../../context.ts';
import { emitInternal } from '../../../db/outbox.ts';
import { AppError, notFound } from '../../../kit/error.ts';
import { addMail } from '../mails/add-mail.ts';
import { secondFactorRemovedMail } from './mail-texts.ts';
import type { ProvingPerson } from './second-factor.ts';
import { deleteSecondFactor, findSecondFactor } from './second-factor-store.ts';

/**
 * Turns a person's own second factor off, in the caller's batch. Throws not_found when there is none, permission_denied for
 * one of the staff, who have to have one.
 */
export async function removeSecondFactor(
  ctx: SystemCtx,
  { id, email }: Pick<ProvingPerson, 'id' | 'email'>,
): Promise<void> {
  if (ctx.vars.STAFF_PEOPLE.has(email))
    throw new AppError(
      'permission_denied',
      'The pages of the staff need it. If you lost it, another of the staff resets it.',
    );
  const row = await findSecondFactor(ctx, id);
  if (!row) throw notFound('second factor');
  deleteSecondFactor(ctx, row, async () => notFound('second factor'));
  emitInternal(ctx, { type: 'factor.removed', account: null, creator: null, data: { person: id } });
  await addMail(ctx, email, secondFactorRemovedMail, {});
}
