import { hashSessionToken } from '../../../auth/person.ts';
import type { SystemCtx } from '../../../context.ts';
import { type AppError, invalidField } from '../../../kit/error.ts';
import { type Attempt, forgiveAttempt, limitAttempts } from '../attempts/limit-attempts.ts';
import { DEVICE_MS, knownDevice, rememberedDevice } from './device.ts';
import { sealHalf } from './half-signed-in.ts';
import { isInUse } from './second-factor.ts';
import { findSecondFactor } from './second-factor-store.ts';
import { SESSION_MS, signInLibrary } from './sign-in-library.ts';
import { deleteSessionAtOnce, deleteSessionOfOldPassword } from './store.ts';
import { tellSignIn } from './tell-sign-in.ts';

export interface SignedIn {
  personId: string;
  email: string;
  /** For the session cookie. It is not stored anywhere. */
  token: string;
  lastsMs: number;
  /** For the browser's device cookie. It is not stored either. */
  device: { value: string; lastsMs: number };
}

/** Who knows the password, and has to give a code of the second factor as well. */
export interface HalfSignedIn {
  /** Sealed, for the form that asks for the code (finish-sign-in.ts). */
  half: string;
}

/**
 * Opens a session, or says that it takes a code as well. A wrong password and an unknown address get the same refusal after
 * the same work. Throws validation_failed, rate_limited.
 */
export async function signIn(
  ctx: SystemCtx,
  input: { email: string; password: string },
  from: { network: string | null; userAgent: string | null; device: string | null },
): Promise<SignedIn | HalfSignedIn> {
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
      // The library's refusals have a status. Any other error does not mean that the password was wrong.
      if (error.status === undefined) throw error;
      return null;
    },
  );
  const [token, passwordHash] = [library.sessionToken(), library.passwordHash()];
  if (personId === null || token === null || passwordHash === null) throw wrongPassword();
  // If the password was changed while this request hashed the old one, that change ended all sessions except this new
  // one, so it is deleted here.
  if (await deleteSessionOfOldPassword(ctx, hashSessionToken(token), passwordHash)) throw wrongPassword();
  await forgiveAttempt(ctx, attempt);
  const factor = await findSecondFactor(ctx, personId);
  if (factor && isInUse(factor, ctx.now)) {
    await deleteSessionAtOnce(ctx, hashSessionToken(token));
    return { half: await sealHalf(ctx, { personId, email, passwordHash }) };
  }
  await tellSignIn(ctx, email, from);
  return opened(ctx, { personId, email, token }, from.device);
}

/** What the browser keeps of a session that was just opened. @param device the browser's device cookie until now. */
export function opened(
  ctx: SystemCtx,
  session: Pick<SignedIn, 'personId' | 'email' | 'token'>,
  device: string | null,
): SignedIn {
  const value = rememberedDevice(ctx, device, session.email);
  return { ...session, lastsMs: SESSION_MS, device: { value, lastsMs: DEVICE_MS } };
}

function wrongPassword(): AppError {
  return invalidField('/password', 'Incorrect email or password.', 'wrong');
}
