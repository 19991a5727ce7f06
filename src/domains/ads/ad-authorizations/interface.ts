// The interface of ad authorizations for campaigns.
import type { SystemCtx } from '../../../context.ts';
import type { ConnectionRow } from '../../accounts/connections/connection.ts';
import { askAboutCode } from './ask-about-code.ts';
import { openCode } from './code.ts';
import { noteSaid, type Outcome } from './note-said.ts';
import { listGranted, listUnread } from './store.ts';

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
  /** Whether the creator sent a code for the post. */
  hasCode: boolean;
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
        hasCode: row.code !== null,
      },
    ]),
  );
}

/**
 * Asks the platform about the submissions' codes that nobody could ask about when they were handed in.
 * @returns what became of those that are none after all, by submission.
 */
export async function checkUnreadCodes(
  ctx: SystemCtx,
  connection: ConnectionRow,
  submissions: readonly string[],
): Promise<Map<string, Exclude<Outcome, 'kept'>>> {
  const unread = await listUnread(ctx, connection.holder, connection.provider, submissions);
  const gone = new Map<string, Exclude<Outcome, 'kept'>>();
  for (let at = 0; at < unread.length; at += AT_ONCE)
    await Promise.all(
      unread.slice(at, at + AT_ONCE).map(async (one) => {
        const said = await askAboutCode(ctx, connection, await openCode(ctx, one.row, one.row.code!));
        const outcome = said === 'unasked' ? 'kept' : await noteSaid(ctx, one, said);
        if (outcome !== 'kept') gone.set(one.row.submissionId, outcome);
      }),
    );
  return gone;
}

/**
 * The code by which the platform recognizes the permission; null without one. It is only sent to the platform, never
 * stored in plain text.
 */
export async function findPermissionCode(
  ctx: SystemCtx,
  accountId: string,
  platform: string,
  submission: string,
): Promise<string | null> {
  const [row] = await listGranted(ctx, accountId, platform, [submission]);
  return row?.code == null ? null : await openCode(ctx, row, row.code);
}
