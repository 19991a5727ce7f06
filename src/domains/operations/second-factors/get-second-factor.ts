import type { SystemCtx } from '../../../context.ts';
import { openSealed } from '../../../kit/sealed.ts';
import { totpLink } from '../../../kit/totp.ts';
import { BEGUN_FOR_MS, type ProvingPerson } from './second-factor.ts';
import { findSecondFactor } from './store.ts';

export type SecondFactor =
  | { state: 'none' }
  /** Begun in this session but not confirmed: only now is the secret shown. */
  | { state: 'begun'; secret: string; link: string }
  | { state: 'confirmed'; confirmedAt: number };

/** The state of the person's second factor. One that another session began counts as none. */
export async function getSecondFactor(
  ctx: SystemCtx,
  { id, email, session }: ProvingPerson,
): Promise<SecondFactor> {
  const row = await findSecondFactor(ctx, id);
  if (!row) return { state: 'none' };
  if (row.confirmedAt !== null) return { state: 'confirmed', confirmedAt: row.confirmedAt };
  if (row.sessionId !== session || row.createdAt <= ctx.now - BEGUN_FOR_MS) return { state: 'none' };
  const secret = await openSealed(ctx.vars.SEALING_KEYS, row.secret, ['second factor', id]);
  return { state: 'begun', secret, link: totpLink(secret, ctx.vars.SERVICE_NAME, email) };
}
