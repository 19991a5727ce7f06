import type { SystemCtx } from '../../../context.ts';
import { emit } from '../../../db/outbox.ts';
import type { CampaignRow } from './campaign-row.ts';

/** Emits the event that a campaign is set up on all of its platforms, once, and returns the fields to store. */
export function published(
  ctx: SystemCtx,
  { id, accountId, publishedAt }: Pick<CampaignRow, 'id' | 'accountId' | 'publishedAt'>,
): Partial<CampaignRow> {
  if (publishedAt !== null) return {};
  emit(ctx, { type: 'campaign.published', account: accountId, creator: null, data: { campaign: id } });
  return { publishedAt: ctx.now };
}
