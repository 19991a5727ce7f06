import { embedEnded } from '../../../auth/frame-store.ts';
import { hashKeySecret, isEmbedSecret, newSecret } from '../../../auth/key-secret.ts';
import type { SystemCtx } from '../../../context.ts';
import { cutText } from '../../../kit/cut-text.ts';
import { AppError, notFound } from '../../../kit/error.ts';
import { iso, SECOND_MS } from '../../../kit/time.ts';
import { type EmbedRow, stateOf, TOKEN_MS } from './embed.ts';
import { claimSecret, findBySecret, findEmbed } from './store.ts';

const LONGEST_NAME = 300;

export interface OpenedEmbed {
  /** The frame's bearer token, for its memory alone. */
  token: string;
  expiresAt: string;
  /** The same in seconds from now: the browser's clock may be wrong. */
  expiresIn: number;
  session: string;
  features: readonly string[];
  creator: string;
  /** The brand whose programs the frame shows; null for a partner's, which shows those of all. */
  account: string | null;
  accountName: string;
}

/**
 * Exchanges a secret for the token of the frame that shows `frame`. A later session of the same account,
 * creator, component and origin renews that frame; any other is not its own.
 * @param browser the User-Agent header.
 */
export async function openEmbed(
  ctx: SystemCtx,
  { frame, secret, browser }: { frame: string; secret: string; browser: string | null },
): Promise<OpenedEmbed> {
  if (!isEmbedSecret(secret)) throw notFound('client secret');
  const found = await findBySecret(ctx, hashKeySecret(secret));
  if (!found) throw notFound('client secret');
  const { row, why, accountName, accountType } = found;
  if (row.openedAt !== null) throw refused('secret_used', 'The client secret was exchanged before.');
  if (why !== null) throw embedEnded(why);
  if (stateOf(found, ctx.now) !== 'created') {
    throw refused('secret_expired', 'The client secret was not exchanged in time.');
  }
  if (!(await isOwn(ctx, frame, row))) {
    throw refused('other_frame', 'The client secret belongs to a frame of something else.');
  }
  const token = newSecret('frameToken');
  const tokenUntil = ctx.now + TOKEN_MS;
  const openedWith = browser === null ? null : cutText(browser, LONGEST_NAME);
  claimSecret(ctx, row, { tokenHash: hashKeySecret(token), tokenUntil, openedWith }, () =>
    refused('secret_used', 'The client secret was exchanged before.'),
  );
  return {
    token,
    expiresAt: iso(tokenUntil),
    expiresIn: TOKEN_MS / SECOND_MS,
    session: row.id,
    features: row.features,
    creator: row.creatorId,
    account: accountType === 'brand' ? row.accountId : null,
    accountName,
  };
}

async function isOwn(ctx: SystemCtx, frame: string, session: EmbedRow): Promise<boolean> {
  if (frame === session.id) return true;
  const shown = (await findEmbed(ctx, frame))?.row;
  const same = ['accountId', 'creatorId', 'component', 'origin'] as const;
  return shown !== undefined && same.every((column) => shown[column] === session[column]);
}

function refused(reason: string, message: string): AppError {
  return new AppError('gone', message, { details: { reason } });
}
