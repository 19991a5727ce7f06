import type { SystemCtx } from '../../../context.ts';
import { openSealed } from '../../../kit/sealed.ts';
import { totpLink } from '../../../kit/totp.ts';
import { BEGUN_FOR_MS, type ProvingPerson } from './second-factor.ts';
import { findSecondFactor } from './store.ts';

export type SecondFactor =
  | { state: 'none' }
  /** Begun in this session, and not confirmed yet: the one time that the secret is shown. */
  | { state: 'begun'; secret: string; link: string }
  | { state: 'confirmed'; confirmedAt: number };

/** How far somebody is with the second factor. What another session began is nothing here. */
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
