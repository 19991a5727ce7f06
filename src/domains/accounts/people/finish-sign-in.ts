import { hashSessionToken, newSessionToken } from '../../../auth/person.ts';
import type { SystemCtx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import { newId } from '../../../kit/ids.ts';
import { openHalf, passwordMark } from './half-signed-in.ts';
import { opened, type SignedIn } from './sign-in.ts';
import { SESSION_MS } from './sign-in-library.ts';
import { spendCode } from './spend-code.ts';
import { findPassword, insertSession } from './store.ts';
import { tellSignIn } from './tell-sign-in.ts';

/**
 * Opens the session of a person who gave the password before, by a code of their second factor, in the caller's batch. Throws
 * gone when that was too long ago or the password is another now, validation_failed for a wrong code, rate_limited.
 */
export async function finishSignIn(
  ctx: SystemCtx,
  input: { half: string; code: string },
  from: { network: string | null; userAgent: string | null; device: string | null },
): Promise<SignedIn> {
  const half = await openHalf(ctx, input.half);
  if (!half) throw tooLate();
  const { personId, email } = half;
  const stored = await findPassword(ctx, personId);
  if (stored === null || passwordMark(stored) !== half.password) throw tooLate();
  await spendCode(ctx, { id: personId, email, network: from.network }, input.code);
  const token = newSessionToken();
  insertSession(ctx, {
    id: newId('session', ctx.now),
    personId,
    tokenHash: hashSessionToken(token),
    password: stored,
    lastsMs: SESSION_MS,
    ...from,
    overtaken: async () => tooLate(),
  });
  await tellSignIn(ctx, email, from);
  return opened(ctx, { personId, email, token }, from.device);
}

const tooLate = () =>
  new AppError('gone', 'This took too long, or your password was changed. Sign in again.');
