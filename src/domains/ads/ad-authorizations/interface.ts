// The interface of ad authorizations for campaigns.
import type { SystemCtx } from '../../../context.ts';
import type { ConnectionRow } from '../../accounts/connections/connection.ts';
import { askAboutPermission } from './ask-about-code.ts';
import { openCode } from './code.ts';
import { noteSaid, type Outcome } from './note-said.ts';
import { type FoundAuthorization, listGranted, listUnread } from './store.ts';

export { listAmongAuthorizations } from './store.ts';

/** How many codes are read beside each other. */
const AT_ONCE = 5;

/** Called, in the batch that ends a permission, when a submission may no longer be shown as an ad on a platform. */
export type PermissionEnded = (
  ctx: SystemCtx,
  ended: { accountId: string; submissionId: string; platform: string },
) => Promise<void>;

/**
 * Which of these permissions active ads use: the ad accounts' connections, by authorization. Permissions that no ad uses
 * are left out.
 */
export type FindAdsShowing = (
  ctx: SystemCtx,
  permissions: readonly { id: string; accountId: string; submissionId: string; platform: string }[],
) => Promise<Map<string, string[]>>;

export interface Permission {
  authorization: string;
  handle: string | null;
  /** In milliseconds; null for a permission that lasts until it is revoked. */
  expiresAt: number | null;
  /** Whether ads can be made with it: by the creator's code, or by a post that the platform named. */
  isUsable: boolean;
}

/**
 * The submissions that their creators let an account show as ads on a platform now. Submissions without permission are
 * left out.
 */
export async function findPermissions(
  ctx: SystemCtx,
  accountId: string,
  platform: string,
  submissions: readonly string[],
): Promise<Map<string, Permission>> {
  const rows = await listGranted(ctx, accountId, platform, submissions);
  return new Map(
    rows.map((row) => [
      row.submissionId,
      {
        authorization: row.id,
        handle: row.handle,
        expiresAt: row.expiresAt,
        isUsable: row.code !== null || row.post !== null,
      },
    ]),
  );
}

/**
 * Asks the platform about the submissions' permissions that nobody could ask about when they were given: by their codes,
 * and without one by the post, which the brand may advertise.
 * @returns what became of those that are none after all, by submission.
 */
export async function checkUnread(
  ctx: SystemCtx,
  connection: ConnectionRow,
  submissions: readonly string[],
): Promise<Map<string, Exclude<Outcome, 'kept'>>> {
  const unread = await listUnread(ctx, connection.holder, connection.provider, submissions);
  const gone = new Map<string, Exclude<Outcome, 'kept'>>();
  for (let at = 0; at < unread.length; at += AT_ONCE)
    await Promise.all(
      unread.slice(at, at + AT_ONCE).map(async (one) => {
        const outcome = await checkOne(ctx, connection, one);
        if (outcome !== 'kept') gone.set(one.row.submissionId, outcome);
      }),
    );
  return gone;
}

async function checkOne(
  ctx: SystemCtx,
  connection: ConnectionRow,
  found: FoundAuthorization,
): Promise<Outcome> {
  const { row, shown } = found;
  if (row.code !== null) {
    const code = await openCode(ctx, row, row.code);
    const said = await askAboutPermission(ctx, connection, { code });
    return said === 'unasked' ? 'kept' : await noteSaid(ctx, found, said);
  }
  // The creator's yes stands, also while the platform does not show the post to the brand yet.
  const said = await askAboutPermission(ctx, connection, { url: shown.url! });
  return typeof said === 'string' || !said.holds ? 'kept' : await noteSaid(ctx, found, said);
}

/**
 * By what the platform recognizes the permission; null without one. A code is only sent to the platform, never stored in
 * plain text.
 */
export async function findPartner(
  ctx: SystemCtx,
  accountId: string,
  platform: string,
  submission: string,
): Promise<{ code: string } | { post: string } | null> {
  const [row] = await listGranted(ctx, accountId, platform, [submission]);
  if (row === undefined) return null;
  if (row.code !== null) return { code: await openCode(ctx, row, row.code) };
  return row.post === null ? null : { post: row.post.id };
}
