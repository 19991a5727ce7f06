// When a person's proof holds, and which codes are right.
import { equalInConstantTime, randomReadable, sha256Hex } from '../../../kit/crypto.ts';
import { AppError, invalidField } from '../../../kit/error.ts';
import { HOUR_MS, MINUTE_MS } from '../../../kit/time.ts';
import { totpCode, totpStep } from '../../../kit/totp.ts';

/** How long a code opens the pages of the staff: a working day. The session itself lasts a month. */
const PROVED_FOR_MS = 12 * HOUR_MS;

/** How long signing in or proving again counts as a fresh proof. */
const FRESH_MS = 10 * MINUTE_MS;

/** How long a secret waits for its first code. */
export const BEGUN_FOR_MS = 15 * MINUTE_MS;

/** How many time steps a clock may be off in either direction. */
const DRIFT = 1;

const RECOVERY_CODES = 10;
const RECOVERY_CODE = /^[2-9a-z]{10}$/;

/** The person who proves the second factor, with the session and network. */
export interface ProvingPerson {
  id: string;
  email: string;
  session: string;
  /** Null when the platform does not report it. */
  network: string | null;
}

/** Whether a session was proved recently enough for the pages of the staff. */
export function isProved(secondFactorAt: number | null, now: number): boolean {
  return secondFactorAt !== null && secondFactorAt > now - PROVED_FOR_MS;
}

/** Whether a session was opened or proved again recently enough for an act that needs a fresh proof. All in milliseconds. */
export function isFresh(session: { signedInAt: number; provedAt: number | null }, now: number): boolean {
  return Math.max(session.signedInAt, session.provedAt ?? 0) > now - FRESH_MS;
}

/** Whether a factor is in use: it was confirmed, and what the staff was asked for has not removed it. */
export function isInUse(
  { confirmedAt, removedAt }: { confirmedAt: number | null; removedAt: number | null },
  now: number,
): boolean {
  return confirmedAt !== null && (removedAt === null || removedAt > now);
}

/**
 * The time step of a code if it is close to now, else null. Apps show codes with a space in the middle. Whether the code was used before is checked in
 * the batch.
 */
export async function stepOfCode(secret: string, typed: string, now: number): Promise<number | null> {
  const code = typed.replace(/\s/g, '');
  let found: number | null = null;
  for (let step = totpStep(now) - DRIFT; step <= totpStep(now) + DRIFT; step++) {
    if (equalInConstantTime(await totpCode(secret, step), code)) found = step;
  }
  return found;
}

export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => `${randomReadable(5)}-${randomReadable(5)}`);
}

/** The stored form of a recovery code, however it was typed; null for a code of an app. */
export function recoveryCodeHash(personId: string, typed: string): string | null {
  const code = typed.toLowerCase().replace(/[\s-]/g, '');
  return RECOVERY_CODE.test(code) ? sha256Hex(`${personId} ${code}`) : null;
}

/** One error for a wrong code, a used one and one that is too old. */
export function wrongCode(field = '/code'): AppError {
  return invalidField(field, 'This code is not right, or was used already. Wait for the next one.', 'wrong');
}

export function begunTooLongAgo(): AppError {
  return new AppError('conflict', 'This was begun elsewhere, or too long ago. Begin again.');
}
