import type { SystemCtx } from '../../../context.ts';
import { emit } from '../../../db/outbox.ts';
import type { EventTypeName } from '../../../events/catalogue.ts';
import type { AdAuthorizationRow } from './ad-authorization.ts';

type Told = Extract<EventTypeName, `ad_authorization.${string}`>;

/** Tells both sides of an authorization, in the caller's batch. */
export function tell(ctx: SystemCtx, row: AdAuthorizationRow, type: Told): void {
  emit(ctx, {
    type,
    account: row.accountId,
    creator: row.creatorId,
    data: { ad_authorization: row.id, submission: row.submissionId, creator: row.creatorId },
  });
}
