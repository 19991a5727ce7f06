// What campaigns ask of ad authorizations.
import type { SystemCtx } from '../../../context.ts';
import { openCode } from './code.ts';
import { listGranted } from './store.ts';

/** Hears, in the batch that ends the permission, that a submission may no longer be shown as an ad on a platform. */
export type PermissionEnded = (
  ctx: SystemCtx,
  ended: { accountId: string; submissionId: string; platform: string },
) => Promise<void>;

export interface Permission {
  authorization: string;
  handle: string | null;
  /** Milliseconds; null for one that lasts until it is revoked. */
  expiresAt: number | null;
  /** Whether the creator sent a code for the post. */
  hasCode: boolean;
}

/** What creators permit an account to show as ads on a platform now, by submission; those without a yes are left out. */
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

/** The code by which the platform knows the permission, to be sent there and kept nowhere; null without one. */
export async function findPermissionCode(
  ctx: SystemCtx,
  accountId: string,
  platform: string,
  submission: string,
): Promise<string | null> {
  const [row] = await listGranted(ctx, accountId, platform, [submission]);
  return row?.code == null ? null : await openCode(ctx, row, row.code);
}
