import { embedEnded } from '../../../auth/frame-store.ts';
import { hashKeySecret, isEmbedSecret, isSecret, newSecret } from '../../../auth/key-secret.ts';
import type { SystemCtx } from '../../../context.ts';
import { cutText } from '../../../kit/cut-text.ts';
import { AppError, notFound } from '../../../kit/error.ts';
import { iso, SECOND_MS } from '../../../kit/time.ts';
import { type EmbedRow, stateOf, TOKEN_MS, YES_LASTS_MS } from './embed.ts';
import { claimSecret, findByPersonToken, findBySecret, findEmbed } from './store.ts';

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
  /** Whether only the record's own person goes on: the frame does nothing before they said yes in a window. */
  needsPerson: boolean;
  /** The next token of the person whose token the frame brought; null for none. */
  personToken: string | null;
}

/**
 * Exchanges a secret for the token of the frame that shows `frame`. A later session of the same account,
 * creator, component and origin renews that frame; any other is not its own.
 * @param browser the User-Agent header.
 * @param renews the person's token that the frame has: it gets the next one, as long as that yes lasts.
 */
export async function openEmbed(
  ctx: SystemCtx,
  {
    frame,
    secret,
    browser,
    renews,
  }: { frame: string; secret: string; browser: string | null; renews: string | null },
): Promise<OpenedEmbed> {
  if (!isEmbedSecret(secret)) throw notFound('client secret');
  const found = await findBySecret(ctx, hashKeySecret(secret));
  if (!found) throw notFound('client secret');
  const { row, why, accountName, accountType, standsIn } = found;
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
  const again = renews === null ? null : await renewedYes(ctx, row, renews);
  const opened = { tokenHash: hashKeySecret(token), tokenUntil, openedWith, ...again?.columns };
  claimSecret(ctx, row, opened, () => refused('secret_used', 'The client secret was exchanged before.'));
  return {
    token,
    expiresAt: iso(tokenUntil),
    expiresIn: TOKEN_MS / SECOND_MS,
    session: row.id,
    features: row.features,
    creator: row.creatorId,
    account: accountType === 'brand' ? row.accountId : null,
    accountName,
    needsPerson: standsIn === 0,
    personToken: again?.personToken ?? null,
  };
}

/**
 * The person's next token, for a session of the same frame. Only the frame itself has the one before; and the
 * person's sign-in, the record and the session are asked about with each request.
 */
async function renewedYes(ctx: SystemCtx, session: EmbedRow, token: string) {
  const before = isSecret('personToken', token) ? await findByPersonToken(ctx, hashKeySecret(token)) : null;
  if (before === null || before.why !== null || !isSame(before.row, session)) return null;
  // The person said yes to what that frame could do, and to nothing more.
  if (!session.features.every((one) => before.row.features.includes(one))) return null;
  const { personId, personSessionId, yesAt, claimedAt } = before.row;
  if (claimedAt !== session.claimedAt || yesAt === null || yesAt <= ctx.now - YES_LASTS_MS) return null;
  const personToken = newSecret('personToken');
  const personTokenHash = hashKeySecret(personToken);
  const personTokenUntil = ctx.now + TOKEN_MS;
  return { personToken, columns: { personId, personSessionId, yesAt, personTokenHash, personTokenUntil } };
}

async function isOwn(ctx: SystemCtx, frame: string, session: EmbedRow): Promise<boolean> {
  if (frame === session.id) return true;
  const shown = (await findEmbed(ctx, frame))?.row;
  return shown !== undefined && isSame(shown, session);
}

const isSame = (one: EmbedRow, other: EmbedRow): boolean =>
  (['accountId', 'creatorId', 'component', 'origin'] as const).every(
    (column) => one[column] === other[column],
  );

function refused(reason: string, message: string): AppError {
  return new AppError('gone', message, { details: { reason } });
}
