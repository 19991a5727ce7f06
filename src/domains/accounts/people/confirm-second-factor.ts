import type { SystemCtx } from '../../../context.ts';
import { openSealed } from '../../../kit/sealed.ts';
import { forgiveAttempt, limitAttempts } from '../attempts/limit-attempts.ts';
import { addMail } from '../mails/add-mail.ts';
import { secondFactorSetUpMail } from './mail-texts.ts';
import {
  BEGUN_FOR_MS,
  begunTooLongAgo,
  newRecoveryCodes,
  type ProvingPerson,
  stepOfCode,
  wrongCode,
} from './second-factor.ts';
import {
  findSecondFactor,
  saveConfirmed,
  saveRecoveryCodes,
  saveSecondFactorAt,
} from './second-factor-store.ts';
import { deleteOtherSessions } from './store.ts';

/**
 * Confirms the second factor that this session began with its first code, in the caller's batch. From then on
 * it is in use, this session is proved, and all others end, since nobody gave a code in them. Throws validation_failed for a
 * wrong code, conflict when there is nothing to confirm, rate_limited.
 * @returns the recovery codes, of which only hashes are kept.
 */
export async function confirmSecondFactor(
  ctx: SystemCtx,
  { id, email, session, network }: ProvingPerson,
  code: string,
): Promise<string[]> {
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
  const codes = newRecoveryCodes();
  saveConfirmed(ctx, row, step, async () => begunTooLongAgo());
  saveRecoveryCodes(ctx, id, codes);
  saveSecondFactorAt(ctx, id, session);
  deleteOtherSessions(ctx, id, session);
  await addMail(ctx, email, secondFactorSetUpMail, {});
  return codes;
}
