import type { SystemCtx } from '../../../context.ts';
import { limitAttempts } from './limit-attempts.ts';
import { addMail } from './mail.ts';
import { noAccountText, resetText } from './mail-texts.ts';
import { signInLibrary } from './sign-in-library.ts';
import { findVerification } from './store.ts';

/**
 * Sends a link that sets a new password. An address that nobody has gets a mail that says so: the caller learns nothing,
 * and the work is the same. Throws rate_limited.
 */
export async function requestPasswordReset(
  ctx: SystemCtx,
  email: string,
  network: string | null,
): Promise<void> {
  await limitAttempts(ctx, { what: 'reset', address: email, network });
  let token: string | null = null;
  const library = await signInLibrary(ctx, {
    onReset: async (made) => {
      token = made;
      // For an address that nobody has, the library looks for a link that is not there, and looks twice.
      await findVerification(ctx, '');
    },
  });
  await library.api.requestPasswordReset({ body: { email } });
  await addMail(ctx, email, token === null ? noAccountText(ctx) : resetText(ctx, token));
}
