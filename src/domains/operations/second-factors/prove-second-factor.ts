import type { SystemCtx } from '../../../context.ts';
import { openSealed } from '../../../kit/sealed.ts';
import { forgiveAttempt, limitAttempts } from '../../accounts/attempts/limit-attempts.ts';
import { saveSecondFactorAt } from '../../accounts/people/interface.ts';
import { begunTooLongAgo, type ProvingPerson, stepOfCode, wrongCode } from './second-factor.ts';
import { findSecondFactor, saveStepUsed } from './store.ts';

/**
 * Accepts a code once, for this session, in the caller's batch. Throws validation_failed for a wrong code,
 * conflict when the person has no second factor, rate_limited.
 */
export async function proveSecondFactor(
  ctx: SystemCtx,
  { id, session, network }: ProvingPerson,
  code: string,
): Promise<void> {
  const attempt = { what: 'second_factor', address: id, network } as const;
  await limitAttempts(ctx, attempt);
  const row = await findSecondFactor(ctx, id);
  if (!row || row.confirmedAt === null) throw begunTooLongAgo();
  const secret = await openSealed(ctx.vars.SEALING_KEYS, row.secret, ['second factor', id]);
  const step = await stepOfCode(secret, code, ctx.now);
  if (step === null) throw wrongCode();
  await forgiveAttempt(ctx, attempt);
  saveStepUsed(ctx, row, step, async () => wrongCode());
  saveSecondFactorAt(ctx, id, session);
}
