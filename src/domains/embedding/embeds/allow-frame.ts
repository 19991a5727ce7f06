import { embedEnded } from '../../../auth/frame-store.ts';
import { hashKeySecret } from '../../../auth/key-secret.ts';
import type { SystemCtx } from '../../../context.ts';
import { randomBase62 } from '../../../kit/crypto.ts';
import { AppError, notFound } from '../../../kit/error.ts';
import { DAY_MS } from '../../../kit/time.ts';
import { findClaim } from '../../work/creator-consent/interface.ts';
import { type EmbedRow, YES_WAITS_MS } from './embed.ts';
import { findEmbed, saveYes } from './store.ts';

/** A person may take this long over signing up before they say yes. */
const WINDOW_MS = DAY_MS;

/**
 * The record's own person lets the frame of a session act as the creator. What is answered is for the frame that
 * opened the window, and of no use without the secret behind `challenge`, which only that frame knows.
 * Throws permission_denied for anybody else, and invalid_key once the session has ended.
 * @param challenge SHA-256 of the frame's secret.
 */
export async function allowFrame(
  ctx: SystemCtx,
  {
    session,
    person,
    challenge,
  }: { session: string; person: { id: string; session: string }; challenge: string },
): Promise<string> {
  const found = await findEmbed(ctx, session);
  if (!found) throw notFound('embed');
  const { row, why } = found;
  const claim = await findClaim(ctx, row.creatorId);
  if (claim?.personId !== person.id) {
    throw new AppError('permission_denied', 'Only the person of this profile lets a site go on.');
  }
  // The person may have taken the record over in this window.
  if (why !== null && why !== 'taken_over') throw embedEnded(why);
  if (isTooOld(row, ctx.now)) throw embedEnded('ended');
  const code = randomBase62(43);
  saveYes(
    ctx,
    row.id,
    {
      claimedAt: claim.claimedAt,
      personId: person.id,
      personSessionId: person.session,
      yesHash: yesHash(code, challenge),
      yesUntil: ctx.now + YES_WAITS_MS,
    },
    () => embedEnded('ended'),
  );
  return code;
}

/** Nothing waits any more in a frame that nobody opened, or that was opened long ago. */
export const isTooOld = (row: EmbedRow, now: number): boolean =>
  row.openedAt === null || row.openedAt <= now - WINDOW_MS;

/** The stored form of what the frame has to bring. */
export const yesHash = (code: string, challenge: string): string => hashKeySecret(`${code} ${challenge}`);
