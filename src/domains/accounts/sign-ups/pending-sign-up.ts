// Sign-ups that wait for a click. A link proves an address and opens whichever of its sign-ups has the password that is typed
// with it: so a stranger's sign-ups, and the limit of mails, block nobody.
import type { z } from 'zod';
import type { SystemCtx } from '../../../context.ts';
import { randomBase62, sha256Hex } from '../../../kit/crypto.ts';
import { signatures } from '../../../kit/signed.ts';
import { verifyPassword } from '../people/hash-password.ts';
import { listVerifications } from '../people/interface.ts';
import type { SignUpInput } from './sign-up-input.ts';

/** The person and the account are made of it, with this sign-up's password. */
export interface PendingSignUp extends Omit<z.output<typeof SignUpInput>, 'password'> {
  passwordHash: string;
}

/** What a link in a mail leads to. */
export interface SignUpLink {
  email: string;
}

/** Hex digits of a keyed hash of the password, by which one is found among many without hashing for each. */
const HINT_DIGITS = 3;
const MOST_TRIED = 5;

function keysOf({ vars }: SystemCtx, email: string, password: string): string[] {
  const text = `${email} ${password.normalize('NFKC')}`;
  return signatures(vars.SEALING_KEYS, 'sign-up', text).map(
    (one) => `sign-up ${sha256Hex(`${email} ${one.slice(0, HINT_DIGITS)}`)}`,
  );
}

/** What a sign-up is stored under. */
export function newPendingKey(ctx: SystemCtx, email: string, password: string): string {
  return `${keysOf(ctx, email, password)[0]} ${randomBase62(22)}`;
}

/** The newest sign-up of an address with this password; null where there is none. */
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
