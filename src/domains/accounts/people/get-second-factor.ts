import type { SystemCtx } from '../../../context.ts';
import { openSealed } from '../../../kit/sealed.ts';
import { totpLink } from '../../../kit/totp.ts';
import { BEGUN_FOR_MS, isInUse, type ProvingPerson } from './second-factor.ts';
import { countRecoveryCodes, findSecondFactor } from './second-factor-store.ts';

export type SecondFactor =
  | { state: 'none' }
  /** Begun in this session but not confirmed: only now is the secret shown. */
  | { state: 'begun'; secret: string; link: string }
  /** `removedAt`: when it goes off, as the staff was asked to; null for never. All in milliseconds. */
  | { state: 'confirmed'; confirmedAt: number; removedAt: number | null; recoveryCodes: number };

/** The state of the person's second factor. One that another session began counts as none. */
export async function getSecondFactor(
  ctx: SystemCtx,
  { id, email, session }: ProvingPerson,
): Promise<SecondFactor> {
  const [row, { left }] = await Promise.all([findSecondFactor(ctx, id), countRecoveryCodes(ctx, id, '')]);
  if (!row) return { state: 'none' };
  const { confirmedAt, removedAt } = row;
  if (confirmedAt !== null)
    return isInUse(row, ctx.now)
      ? { state: 'confirmed', confirmedAt, removedAt, recoveryCodes: left }
      : { state: 'none' };
  if (row.sessionId !== session || row.createdAt <= ctx.now - BEGUN_FOR_MS) return { state: 'none' };
  const secret = await openSealed(ctx.vars.SEALING_KEYS, row.secret, ['second factor', id]);
  return { state: 'begun', secret, link: totpLink(secret, ctx.vars.SERVICE_NAME, email) };
}
