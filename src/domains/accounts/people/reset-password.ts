import type { SystemCtx } from '../../../context.ts';
import { forgiveAttempt, limitAttempts } from './limit-attempts.ts';
import { deadLink, hashLinkToken } from './link-token.ts';
import { signInLibrary } from './sign-in-library.ts';

/** Sets a new password by a link, once, and ends all sessions of its person. Throws gone, rate_limited. */
export async function resetPassword(
  ctx: SystemCtx,
  input: { token: string; password: string },
  network: string | null,
): Promise<void> {
  const attempt = { what: 'link', address: hashLinkToken('reset', input.token), network } as const;
  await limitAttempts(ctx, attempt);
  const { api } = await signInLibrary(ctx);
  await api
    .resetPassword({ body: { token: input.token, newPassword: input.password } })
    .catch((error: { status?: unknown }) => {
      throw error.status === undefined ? error : deadLink('Ask for a new one.');
    });
  await forgiveAttempt(ctx, attempt);
}
