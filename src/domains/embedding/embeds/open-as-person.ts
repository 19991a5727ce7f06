import { embedEnded } from '../../../auth/frame-store.ts';
import { hashKeySecret, newSecret } from '../../../auth/key-secret.ts';
import type { SystemCtx } from '../../../context.ts';
import { sha256Hex } from '../../../kit/crypto.ts';
import { AppError, notFound } from '../../../kit/error.ts';
import { SECOND_MS } from '../../../kit/time.ts';
import { yesHash } from './allow-frame.ts';
import { TOKEN_MS } from './embed.ts';
import { claimYes, findEmbed } from './store.ts';

/**
 * Exchanges what the window handed to its frame for the token with which the frame acts as the person: once, within
 * a minute. Throws gone for anything else.
 * @param verifier the frame's own secret, whose hash the window was given.
 */
export async function openAsPerson(
  ctx: SystemCtx,
  { frame, code, verifier }: { frame: string; code: string; verifier: string },
): Promise<{ personToken: string; expiresIn: number }> {
  const found = await findEmbed(ctx, frame);
  if (!found) throw notFound('embed');
  const { row, why } = found;
  if (why !== null) throw embedEnded(why);
  const hash = yesHash(code, sha256Hex(verifier));
  if (row.yesHash !== hash || row.yesUntil === null || row.yesUntil <= ctx.now) throw gone();
  const personToken = newSecret('personToken');
  const token = { personTokenHash: hashKeySecret(personToken), personTokenUntil: ctx.now + TOKEN_MS };
  claimYes(ctx, row.id, hash, token, gone);
  return { personToken, expiresIn: TOKEN_MS / SECOND_MS };
}

const gone = (): AppError =>
  new AppError('gone', 'This yes was fetched before, is too old, or belongs to another frame.', {
    details: { reason: 'no_yes' },
  });
