// What other domains do to rosters. Each adds to the caller's batch.
import type { SystemCtx } from '../../../context.ts';
import { findRelationship } from './read-store.ts';
import { ensureRelationship, refreshProjections, writeLastActive } from './store.ts';

/**
 * Sees to it that the creator is on the account's roster because of an application: `review` when it applied, `invited`
 * when it was asked, `live` once they work together. Whom the account removed only its own move brings back.
 */
export function joinRoster(
  ctx: SystemCtx,
  accountId: string,
  creatorId: string,
  status: 'invited' | 'review' | 'live',
  by: 'brand' | 'creator',
): void {
  ensureRelationship(ctx, accountId, creatorId, status, by);
}

/** Whether the account has the creator on its roster. */
export async function isOnRoster(ctx: SystemCtx, accountId: string, creatorId: string): Promise<boolean> {
  const status = (await findRelationship(ctx, accountId, creatorId))?.status;
  return status !== undefined && status !== 'removed';
}

/** Notes that the creator did something: the marketplace shows when it was last active. */
export function noteActivity(ctx: SystemCtx, creatorId: string): void {
  writeLastActive(ctx, creatorId);
}

/** To be called last in a batch that changed which programs a creator is in. */
export function refreshRoster(ctx: SystemCtx, creatorId: string): void {
  refreshProjections(ctx, creatorId);
}
