import type { SystemCtx } from '../../../context.ts';
import { invalidField } from '../../../kit/error.ts';
import { forgiveAttempt, limitAttempts } from './limit-attempts.ts';
import { SESSION_MS, signInLibrary } from './sign-in-library.ts';

export interface SignedIn {
  personId: string;
  email: string;
  /** For the cookie. It is nowhere else. */
  token: string;
  lastsMs: number;
}

/**
 * Opens a session. A wrong password and an address that nobody has are refused alike, for the same work. Throws
 * validation_failed, rate_limited.
 */
export async function signIn(
  ctx: SystemCtx,
  input: { email: string; password: string },
  from: { network: string | null; userAgent: string | null },
): Promise<SignedIn> {
  const email = input.email.trim().toLowerCase();
  const attempt = { what: 'sign_in', address: email, network: from.network } as const;
  await limitAttempts(ctx, attempt);
  const library = await signInLibrary(ctx, from);
  const personId = await library.api.signInEmail({ body: { email, password: input.password } }).then(
    ({ user }) => user.id,
    (error: { status?: unknown }) => {
      // Its refusals have a status; whatever else went wrong is no wrong password.
      if (error.status === undefined) throw error;
      return null;
    },
  );
  const token = library.sessionToken();
  if (personId === null || token === null) {
    throw invalidField('/password', 'This address and this password do not belong together.', 'wrong');
  }
  await forgiveAttempt(ctx, attempt);
  return { personId, email, token, lastsMs: SESSION_MS };
}
