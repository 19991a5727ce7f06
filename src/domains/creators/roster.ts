// What other domains do to rosters. Each adds to the caller's batch.
import type { SystemCtx } from '../../context.ts';
import { ensureRelationship, refreshProjections, writeLastActive } from './store.ts';

/**
 * Sees to it that the creator is on the account's roster because of an application: `review` when it applied, `invited`
 * when it was asked, `live` once they work together.
 */
export function joinRoster(
  ctx: SystemCtx,
  accountId: string,
  creatorId: string,
  status: 'invited' | 'review' | 'live',
): void {
  ensureRelationship(ctx, accountId, creatorId, status);
}

/** Notes that the creator did something: the marketplace shows when it was last active. */
export function noteActivity(ctx: SystemCtx, creatorId: string): void {
  writeLastActive(ctx, creatorId);
}

/** To be called last in a batch that changed which programs a creator is in. */
export function refreshRoster(ctx: SystemCtx, creatorId: string): void {
  refreshProjections(ctx, creatorId);
}
