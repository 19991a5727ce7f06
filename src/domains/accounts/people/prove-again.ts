import type { SystemCtx } from '../../../context.ts';
import { provePassword } from './prove-password.ts';
import { isInUse, type ProvingPerson } from './second-factor.ts';
import { findSecondFactor, saveProvedAt, saveSecondFactorAt } from './second-factor-store.ts';
import { spendCode } from './spend-code.ts';

/**
 * A signed-in person proves again that it is them, in the caller's batch: by a code where they have a second factor, else by
 * the password. Throws validation_failed, rate_limited.
 * @param field the field that it was typed into.
 */
export async function proveAgain(
  ctx: SystemCtx,
  person: ProvingPerson,
  typed: string,
  field = '/proof',
): Promise<void> {
  const factor = await findSecondFactor(ctx, person.id);
  if (factor && isInUse(factor, ctx.now)) {
    await spendCode(ctx, person, typed, field, factor);
    saveSecondFactorAt(ctx, person.id, person.session);
  } else await provePassword(ctx, person.id, typed, field);
  saveProvedAt(ctx, person.id, person.session);
}
