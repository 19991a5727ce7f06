import type { SystemCtx } from '../../../context.ts';
import type { ProvingPerson } from './second-factor.ts';
import { saveSecondFactorAt } from './second-factor-store.ts';
import { spendCode } from './spend-code.ts';

/**
 * Accepts a code once, for this session, in the caller's batch. Throws validation_failed for a wrong code,
 * conflict when the person has no second factor, rate_limited.
 */
export async function proveSecondFactor(ctx: SystemCtx, person: ProvingPerson, code: string): Promise<void> {
  await spendCode(ctx, person, code);
  saveSecondFactorAt(ctx, person.id, person.session);
}
