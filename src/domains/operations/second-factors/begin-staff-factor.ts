import { staffOf } from '../../../auth/staff-token.ts';
import type { StaffCtx } from '../../../context.ts';
import { invalidField } from '../../../kit/error.ts';
import { beginSecondFactor } from '../../accounts/people/begin-second-factor.ts';
import type { ProvingPerson } from '../../accounts/people/interface.ts';

/**
 * Begins the second factor of one of the staff, in the caller's batch. It also needs the staff token, which
 * the operator of the deployment hands out: otherwise a thief of a password could set up the second factor
 * before its owner. Throws validation_failed for a wrong token, conflict when there is a second factor
 * already, unavailable.
 */
export async function beginStaffFactor(
  ctx: StaffCtx,
  person: Pick<ProvingPerson, 'id' | 'session'>,
  staffToken: string,
): Promise<void> {
  if (staffOf(ctx.vars, staffToken) !== ctx.staff)
    throw invalidField('/token', `This is not the staff token of ${ctx.staff}.`, 'wrong');
  await beginSecondFactor(ctx, person);
}
