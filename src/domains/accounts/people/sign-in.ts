import { hashSessionToken } from '../../../auth/person.ts';
import type { SystemCtx } from '../../../context.ts';
import { type AppError, invalidField } from '../../../kit/error.ts';
import { type Attempt, forgiveAttempt, limitAttempts } from '../attempts/limit-attempts.ts';
import { DEVICE_MS, knownDevice, rememberedDevice } from './device.ts';
import { SESSION_MS, signInLibrary } from './sign-in-library.ts';
import { deleteSessionOfOldPassword } from './store.ts';

export interface SignedIn {
  personId: string;
  email: string;
  /** For the cookie. It is nowhere else. */
  token: string;
  lastsMs: number;
  /** For the browser's own cookie, likewise. */
  device: { value: string; lastsMs: number };
}

/**
 * Opens a session. A wrong password and an address that nobody has are refused alike, for the same work. Throws
 * validation_failed, rate_limited.
 */
export async function signIn(
  ctx: SystemCtx,
  input: { email: string; password: string },
  from: { network: string | null; userAgent: string | null; device: string | null },
): Promise<SignedIn> {
  const email = input.email.trim().toLowerCase();
  const device = knownDevice(ctx, from.device, email);
  const attempt: Attempt =
    device === null
      ? { what: 'sign_in', address: email, network: from.network }
      : { what: 'known_device', address: `${device} ${email}`, network: null };
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
  const [token, passwordHash] = [library.sessionToken(), library.passwordHash()];
  if (personId === null || token === null || passwordHash === null) throw wrongPassword();
  // If another password was set while this one was hashed, the sessions of that moment ended, and this one did not.
  if (await deleteSessionOfOldPassword(ctx, hashSessionToken(token), passwordHash)) throw wrongPassword();
  await forgiveAttempt(ctx, attempt);
  return {
    personId,
    email,
    token,
    lastsMs: SESSION_MS,
    device: { value: rememberedDevice(ctx, from.device, email), lastsMs: DEVICE_MS },
  };
}

function wrongPassword(): AppError {
  return invalidField('/password', 'Incorrect email or password.', 'wrong');
}
