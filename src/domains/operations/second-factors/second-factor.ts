import { equalInConstantTime } from '../../../kit/crypto.ts';
import { AppError, invalidField } from '../../../kit/error.ts';
import { HOUR_MS, MINUTE_MS } from '../../../kit/time.ts';
import { totpCode, totpStep } from '../../../kit/totp.ts';

/** How long a session stays proved. A working day: sessions themselves last a month. */
const PROVED_FOR_MS = 12 * HOUR_MS;

/** How long a secret waits for its first code. */
export const BEGUN_FOR_MS = 15 * MINUTE_MS;

/** How many steps a clock may be off, either way. */
const DRIFT = 1;

/** Who proves it, and where. */
export interface ProvingPerson {
  id: string;
  email: string;
  session: string;
  /** Null where the platform does not say. */
  network: string | null;
}

/** Whether a session was proved lately enough. */
export function isProved(secondFactorAt: number | null, now: number): boolean {
  return secondFactorAt !== null && secondFactorAt > now - PROVED_FOR_MS;
}

/** The step that a code is of, when it is one of those around now; else null. Whether it was used is for the batch to say. */
export async function stepOfCode(secret: string, code: string, now: number): Promise<number | null> {
  let found: number | null = null;
  for (let step = totpStep(now) - DRIFT; step <= totpStep(now) + DRIFT; step++) {
    if (equalInConstantTime(await totpCode(secret, step), code)) found = step;
  }
  return found;
}

/** The same for a wrong code, one that was used and one that is too old. */
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
