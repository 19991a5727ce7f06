import { equalInConstantTime } from '../../../kit/crypto.ts';
import { AppError, invalidField } from '../../../kit/error.ts';
import { HOUR_MS, MINUTE_MS } from '../../../kit/time.ts';
import { totpCode, totpStep } from '../../../kit/totp.ts';

/** How long a session stays proved: a working day. The session itself lasts a month. */
const PROVED_FOR_MS = 12 * HOUR_MS;

/** How long a secret waits for its first code. */
export const BEGUN_FOR_MS = 15 * MINUTE_MS;

/** How many time steps a clock may be off in either direction. */
const DRIFT = 1;

/** The person who proves the second factor, with the session and network. */
export interface ProvingPerson {
  id: string;
  email: string;
  session: string;
  /** Null when the platform does not report it. */
  network: string | null;
}

/** Whether a session was proved recently enough. */
export function isProved(secondFactorAt: number | null, now: number): boolean {
  return secondFactorAt !== null && secondFactorAt > now - PROVED_FOR_MS;
}

/**
 * The time step of a code if it is close to now, else null. Whether the code was used before is checked in
 * the batch.
 */
export async function stepOfCode(secret: string, code: string, now: number): Promise<number | null> {
  let found: number | null = null;
  for (let step = totpStep(now) - DRIFT; step <= totpStep(now) + DRIFT; step++) {
    if (equalInConstantTime(await totpCode(secret, step), code)) found = step;
  }
  return found;
}

/** One error for a wrong code, a used one and one that is too old. */
export function wrongCode(): AppError {
  return invalidField(
    '/code',
    'This code is not right, or was used already. Wait for the next one.',
    'wrong',
  );
}

export function begunTooLongAgo(): AppError {
  return new AppError('conflict', 'This was begun elsewhere, or too long ago. Begin again.');
}
