import type { SystemCtx } from '../../../context.ts';
import { invalidField } from '../../../kit/error.ts';
import { forgiveAttempt, limitAttempts } from '../attempts/limit-attempts.ts';
import { verifyPassword } from './hash-password.ts';
import { findPassword } from './store.ts';

/**
 * A signed-in person proves their own password. Throws validation_failed, rate_limited.
 * @param field the field that it was typed into.
 * @returns the stored password.
 */
export async function provePassword(
  ctx: SystemCtx,
  personId: string,
  password: string,
  field = '/password',
): Promise<string> {
  // Counted separately from strangers' guesses at the address, which could otherwise lock the person out of what needs
  // a proof while it is under attack.
  const attempt = { what: 'own_password', address: personId, network: null } as const;
  await limitAttempts(ctx, attempt);
  const stored = await findPassword(ctx, personId);
  if (stored === null || !(await verifyPassword(stored, password))) {
    throw invalidField(field, 'This is not your password.', 'wrong');
  }
  await forgiveAttempt(ctx, attempt);
  return stored;
}
