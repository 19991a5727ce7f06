import type { SystemCtx } from '../../../context.ts';
import { AppError, invalidField } from '../../../kit/error.ts';
import { forgiveAttempt, limitAttempts } from '../attempts/limit-attempts.ts';
import { addMail } from '../mails/add-mail.ts';
import { hashPassword, verifyPassword } from './hash-password.ts';
import { passwordChangedMail } from './mail-texts.ts';
import { deleteOtherSessions, findPassword, savePassword } from './store.ts';

/** A signed-in person sets a new password, and all other sessions end. Throws validation_failed, rate_limited. */
export async function changePassword(
  ctx: SystemCtx,
  who: { personId: string; email: string; sessionId: string },
  input: { current: string; password: string },
): Promise<void> {
  // Counted separately from strangers' guesses at the address, which could otherwise lock the person out of changing a
  // password that is under attack.
  const attempt = { what: 'own_password', address: who.personId, network: null } as const;
  await limitAttempts(ctx, attempt);
  const before = await findPassword(ctx, who.personId);
  if (before === null || !(await verifyPassword(before, input.current))) {
    throw invalidField('/current', 'This is not your password.', 'wrong');
  }
  await forgiveAttempt(ctx, attempt);
  savePassword(
    ctx,
    who.personId,
    before,
    await hashPassword(input.password),
    async () => new AppError('conflict', 'Your password was changed at the same time.'),
  );
  deleteOtherSessions(ctx, who.personId, who.sessionId);
  await addMail(ctx, who.email, passwordChangedMail, {});
}
