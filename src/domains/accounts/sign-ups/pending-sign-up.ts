// Sign-ups that wait for a click. A link verifies the address and completes the sign-up whose password is typed in. So
// a stranger who signs up with the address, or uses up its mail limit, cannot block its owner.
import type { z } from 'zod';
import type { SystemCtx } from '../../../context.ts';
import { randomBase62, sha256Hex } from '../../../kit/crypto.ts';
import { signatures } from '../../../kit/signed.ts';
import { verifyPassword } from '../people/hash-password.ts';
import { listVerifications } from '../people/interface.ts';
import type { SignUpInput } from './sign-up-input.ts';

/** What the person and the account will be created from, with this sign-up's password hash. */
export interface PendingSignUp extends Omit<z.output<typeof SignUpInput>, 'password'> {
  passwordHash: string;
}

/** What the token in a mail's link stands for. */
export interface SignUpLink {
  email: string;
}

/** Hex digits of a keyed hash of the password. They narrow many sign-ups down without running scrypt for each. */
const HINT_DIGITS = 3;
const MOST_TRIED = 5;

function keysOf({ vars }: SystemCtx, email: string, password: string): string[] {
  const text = `${email} ${password.normalize('NFKC')}`;
  return signatures(vars.SEALING_KEYS, 'sign-up', text).map(
    (one) => `sign-up ${sha256Hex(`${email} ${one.slice(0, HINT_DIGITS)}`)}`,
  );
}

/** The key that a sign-up is stored under. */
export function newPendingKey(ctx: SystemCtx, email: string, password: string): string {
  return `${keysOf(ctx, email, password)[0]} ${randomBase62(22)}`;
}

/** The newest sign-up of an address with this password; null when there is none. */
export async function findPendingSignUp(
  ctx: SystemCtx,
  email: string,
  password: string,
): Promise<(PendingSignUp & { id: string }) | null> {
  for (const key of keysOf(ctx, email, password)) {
    for (const { id, value } of await listVerifications(ctx, `${key} `, MOST_TRIED)) {
      const pending = JSON.parse(value) as PendingSignUp;
      if (pending.email === email && (await verifyPassword(pending.passwordHash, password)))
        return { ...pending, id };
    }
  }
  return null;
}
