// Every change of a campaign, or of its state on a platform, goes through here, so that its status is recalculated and
// events are sent.
import type { Ctx, SystemCtx } from '../../../context.ts';
import { emit } from '../../../db/outbox.ts';
import { noteChange } from '../../accounts/connections/note-change.ts';
import { addEntry } from './add-entry.ts';
import type { CampaignPlatformRow, CampaignRow, CampaignStatus, WholeCampaign } from './campaign-row.ts';
import { reasonOn } from './reason.ts';
import { statusOf } from './status.ts';
import { noteCampaign, saveCampaign, savePlatform } from './store.ts';

export interface Movement {
  campaign?: Partial<CampaignRow>;
  /** By platform name. */
  platforms?: Readonly<Record<string, Partial<CampaignPlatformRow>>>;
}

/** The campaign after the movement. Writes nothing. */
export function moved({ row, platforms, ...rest }: WholeCampaign, movement: Movement): WholeCampaign {
  const next = platforms.map((one) => ({ ...one, ...movement.platforms?.[one.platform] }));
  const changed = { ...row, ...movement.campaign };
  return { ...rest, platforms: next, row: { ...changed, status: statusOf(changed, next) } };
}

/**
 * Writes a movement in the caller's batch, with the resulting status and its consequences. The batch fails when the
 * campaign moved since it was read.
 * @param as `edit` raises the version, because a person asked for the change.
 */
export function moveCampaign(
  ctx: SystemCtx | Ctx,
  before: WholeCampaign,
  movement: Movement,
  as: 'edit' | 'note',
): WholeCampaign {
  const after = moved(before, movement);
  const { row } = before;
  const changes = { ...movement.campaign, status: after.row.status };
  if (as === 'edit') saveCampaign(ctx, row, changes);
  else noteCampaign(ctx, row, changes);
  for (const [platform, change] of Object.entries(movement.platforms ?? {}))
    savePlatform(ctx, { campaignId: row.id, platform }, change);
  const status = after.row.status;
  const isOver = status === 'archived' && row.status !== 'archived';
  if (as === 'edit' || isOver || movement.campaign?.wanted || movement.campaign?.hold)
    noteChange(ctx, row.id);
  if (status !== row.status) {
    addEntry(ctx, {
      campaign: row.id,
      what: 'status',
      details: { from: row.status, to: status, why: whyOf(after) },
    });
    const type = eventOf(row.status, status);
    if (type) emit(ctx, { type, account: row.accountId, creator: null, data: { campaign: row.id } });
  }
  const moves = row.moves + 1;
  const version = as === 'edit' ? row.version + 1 : row.version;
  return { ...after, row: { ...after.row, moves, version, updatedAt: ctx.now } };
}

function eventOf(from: CampaignStatus, to: CampaignStatus) {
  if (to === 'archived') return 'campaign.archived';
  if (to === 'needs_attention') return 'campaign.needs_attention';
  return to === 'paused' && (from === 'live' || from === 'in_review') ? 'campaign.paused' : null;
}

function whyOf({ row, platforms }: WholeCampaign): Record<string, unknown> {
  const each = platforms.map((one) => ({
    platform: one.platform,
    status: one.status,
    error: reasonOn(row, one),
  }));
  return { wanted: row.wanted, hold: row.hold, platforms: each };
}
