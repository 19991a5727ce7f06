import type { SystemCtx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import { addMail } from '../mails/add-mail.ts';
import { hashPassword } from './hash-password.ts';
import { passwordChangedMail } from './mail-texts.ts';
import { provePassword } from './prove-password.ts';
import { deleteOtherSessions, savePassword } from './store.ts';

/** A signed-in person sets a new password, and all other sessions end. Throws validation_failed, rate_limited. */
export async function changePassword(
  ctx: SystemCtx,
  who: { personId: string; email: string; sessionId: string },
  input: { current: string; password: string },
): Promise<void> {
  const before = await provePassword(ctx, who.personId, input.current, '/current');
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
