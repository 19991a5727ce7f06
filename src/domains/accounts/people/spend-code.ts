import type { SystemCtx } from '../../../context.ts';
import { openSealed } from '../../../kit/sealed.ts';
import { forgiveAttempt, limitAttempts } from '../attempts/limit-attempts.ts';
import { addMail } from '../mails/add-mail.ts';
import { recoveryCodeUsedMail } from './mail-texts.ts';
import {
  begunTooLongAgo,
  isInUse,
  type ProvingPerson,
  recoveryCodeHash,
  stepOfCode,
  wrongCode,
} from './second-factor.ts';
import {
  countRecoveryCodes,
  deleteRecoveryCode,
  findSecondFactor,
  type SecondFactorRow,
  saveKept,
  saveStepUsed,
} from './second-factor-store.ts';

/**
 * Accepts a code of the person's app, or a recovery code, once, in the caller's batch. A removal that the staff was asked for
 * is off then. Throws validation_failed for a wrong code, conflict when the person has no second factor, rate_limited.
 * @param field the field that it was typed into.
 * @param read the person's factor, where the caller has read it.
 */
export async function spendCode(
  ctx: SystemCtx,
  { id, email, network }: Omit<ProvingPerson, 'session'>,
  typed: string,
  field = '/code',
  read?: SecondFactorRow,
): Promise<void> {
  const attempt = { what: 'second_factor', address: id, network } as const;
  await limitAttempts(ctx, attempt);
  const row = read ?? (await findSecondFactor(ctx, id));
  if (!row || !isInUse(row, ctx.now)) throw begunTooLongAgo();
  const recovery = recoveryCodeHash(id, typed);
  if (recovery === null) {
    const secret = await openSealed(ctx.vars.SEALING_KEYS, row.secret, ['second factor', id]);
    const step = await stepOfCode(secret, typed, ctx.now);
    if (step === null) throw wrongCode(field);
    saveStepUsed(ctx, row, step, async () => wrongCode(field));
  } else {
    const { known, left } = await countRecoveryCodes(ctx, id, recovery);
    if (!known) throw wrongCode(field);
    deleteRecoveryCode(ctx, id, recovery, async () => wrongCode(field));
    await addMail(ctx, email, recoveryCodeUsedMail, { left: String(left - 1) });
  }
  if (row.removedAt !== null) saveKept(ctx, row);
  await forgiveAttempt(ctx, attempt);
}
