import { staffOf } from '../../../auth/staff-token.ts';
import type { StaffCtx } from '../../../context.ts';
import { logMissing, NotConfigured } from '../../../integrations/provider/settings.ts';
import { AppError, invalidField } from '../../../kit/error.ts';
import { seal } from '../../../kit/sealed.ts';
import { newTotpSecret } from '../../../kit/totp.ts';
import type { ProvingPerson } from './second-factor.ts';
import { saveBegun } from './store.ts';

/**
 * Creates a secret in the caller's batch, which a first code confirms. It also needs the staff token, which
 * the operator of the deployment hands out: otherwise a thief of a password could set up the second factor
 * before its owner. Throws validation_failed for a wrong token, conflict when there is a second factor
 * already, unavailable.
 */
export async function beginSecondFactor(
  ctx: StaffCtx,
  { id, session }: Pick<ProvingPerson, 'id' | 'session'>,
  staffToken: string,
): Promise<void> {
  if (staffOf(ctx.vars, staffToken) !== ctx.staff)
    throw invalidField('/token', `This is not the staff token of ${ctx.staff}.`, 'wrong');
  const { SEALING_KEYS } = ctx.vars;
  if (SEALING_KEYS.size === 0) {
    logMissing(ctx.vars, 'SEALING_KEYS');
    throw new NotConfigured('This service cannot keep a secret yet: SEALING_KEYS is missing.');
  }
  const row = {
    personId: id,
    secret: await seal(SEALING_KEYS, newTotpSecret(), ['second factor', id]),
    sessionId: session,
    confirmedAt: null,
    lastStep: 0,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  };
  saveBegun(ctx, row, async () => new AppError('conflict', 'You have a second factor already.'));
}
