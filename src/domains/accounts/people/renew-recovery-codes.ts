import type { SystemCtx } from '../../../context.ts';
import { notFound } from '../../../kit/error.ts';
import { addMail } from '../mails/add-mail.ts';
import { recoveryCodesRenewedMail } from './mail-texts.ts';
import { isInUse, newRecoveryCodes, type ProvingPerson } from './second-factor.ts';
import { findSecondFactor, saveRecoveryCodes } from './second-factor-store.ts';

/** Ten new recovery codes in place of those before, in the caller's batch. Throws not_found without a second factor. */
export async function renewRecoveryCodes(
  ctx: SystemCtx,
  { id, email }: Pick<ProvingPerson, 'id' | 'email'>,
): Promise<string[]> {
  const row = await findSecondFactor(ctx, id);
  if (!row || !isInUse(row, ctx.now)) throw notFound('second factor');
  const codes = newRecoveryCodes();
  saveRecoveryCodes(ctx, id, codes);
  await addMail(ctx, email, recoveryCodesRenewedMail, {});
  return codes;
}
