import type { StaffCtx } from '../../../context.ts';
import { openSealed } from '../../../kit/sealed.ts';
import { forgiveAttempt, limitAttempts } from '../../accounts/attempts/limit-attempts.ts';
import { addMail } from '../../accounts/mails/add-mail.ts';
import { saveSecondFactorAt } from '../../accounts/people/interface.ts';
import type { StaffPersonRow } from './list-staff-people.ts';
import { secondFactorSetUpMail } from './mail-texts.ts';
import { BEGUN_FOR_MS, begunTooLongAgo, type ProvingPerson, stepOfCode, wrongCode } from './second-factor.ts';
import { findSecondFactor, saveConfirmed } from './store.ts';

/**
 * Confirms the second factor that this session began with its first code, in the caller's batch. From then on
 * it is in use, and this session is proved. Throws validation_failed for a wrong code, conflict when there is
 * nothing to confirm, rate_limited.
 */
export async function confirmSecondFactor(
  ctx: StaffCtx,
  { id, email, session, network }: ProvingPerson,
  code: string,
): Promise<{ before: StaffPersonRow; after: StaffPersonRow }> {
  const attempt = { what: 'second_factor', address: id, network } as const;
  await limitAttempts(ctx, attempt);
  const row = await findSecondFactor(ctx, id);
  const begun =
    row?.confirmedAt === null && row.sessionId === session && row.createdAt > ctx.now - BEGUN_FOR_MS;
  if (!row || !begun) throw begunTooLongAgo();
  const secret = await openSealed(ctx.vars.SEALING_KEYS, row.secret, ['second factor', id]);
  const step = await stepOfCode(secret, code, ctx.now);
  if (step === null) throw wrongCode();
  await forgiveAttempt(ctx, attempt);
  saveConfirmed(ctx, row, step, async () => begunTooLongAgo());
  saveSecondFactorAt(ctx, id, session);
  await addMail(ctx, email, secondFactorSetUpMail, {});
  const before = { name: ctx.staff, email, person: id, secondFactorAt: null };
  return { before, after: { ...before, secondFactorAt: ctx.now } };
}
