import type { SystemCtx } from '../../../context.ts';
import { logMissing, NotConfigured } from '../../../integrations/provider/settings.ts';
import { AppError } from '../../../kit/error.ts';
import { seal } from '../../../kit/sealed.ts';
import { newTotpSecret } from '../../../kit/totp.ts';
import type { ProvingPerson } from './second-factor.ts';
import { saveBegun } from './second-factor-store.ts';

/**
 * Creates a secret in the caller's batch, which a first code confirms. Throws conflict when there is a second factor
 * already, unavailable.
 */
export async function beginSecondFactor(
  ctx: SystemCtx,
  { id, session }: Pick<ProvingPerson, 'id' | 'session'>,
): Promise<void> {
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
    removedAt: null,
    removalToldAt: null,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  };
  saveBegun(ctx, row, async () => new AppError('conflict', 'You have a second factor already.'));
}
