// Writes the entries of a campaign's timeline.
import { homeId } from '../../../auth/actor.ts';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { newId } from '../../../kit/ids.ts';
import type { ENTRY_KINDS } from './campaign-row.ts';
import { insertEntry } from './store.ts';

export interface Entry {
  campaign: string;
  what: (typeof ENTRY_KINDS)[number];
  platform?: string;
  details?: Record<string, unknown>;
}

/** Adds an entry to the caller's batch. It names the calling account; background work has none. */
export function addEntry(ctx: SystemCtx | Ctx, { campaign, what, platform, details }: Entry): void {
  insertEntry(ctx, {
    id: newId('campaignEntry', ctx.now),
    campaignId: campaign,
    what,
    at: ctx.now,
    platform: platform ?? null,
    by: 'actor' in ctx ? homeId(ctx.actor) : null,
    details: details ?? null,
  });
}
