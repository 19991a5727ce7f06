// What other domains ask about objects at ad platforms, and how they say what was set there.
import { type SQL, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { noteObjects } from '../../accounts/connections/note-objects.ts';
import type { PlatformAct } from '../platform-tasks/step.ts';
import type { Drift, KeptKind, SetValues, SyncState } from './ads-resource.ts';
import { campaignResourceId, resourceIdOf } from './resource-id.ts';
import { findWhole, type SetResource, saveDrift, saveSet } from './store.ts';

export { saveExternalObjects, saveObjects } from './object-store.ts';
export { campaignResourceId, contentResourceId, resourceIdOf } from './resource-id.ts';
export { listSet, type SetResource } from './store.ts';

export interface FoundResource {
  id: string;
  kind: KeptKind;
  platform: string;
  /** The service's campaign that it belongs to. */
  campaignId: string | null;
  parentId: string | null;
  /** The connection that reaches it. */
  connectionId: string | null;
  /** The record that stands for it: a connection, campaign, ad set, ad, file or submission. */
  localId: string;
  /** What the record is called; null for content. */
  name: string | null;
  /** The platform's ID; null until it is made there. */
  providerResourceId: string | null;
  /** The thumbnail's address once the platform has processed a video; it may be empty. */
  cover: string | null;
  syncState: SyncState;
  /** Whether it was made at the platform. */
  made: boolean;
  /** Whether it was archived or deleted, here or there. */
  archived: boolean;
  /** Whether the service did not make it: then it is read-only. */
  external: boolean;
}

/** An account's resources among these IDs, by ID. Those of other accounts are missing. */
export async function findResources(
  ctx: SystemCtx,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, FoundResource>> {
  if (ids.length === 0) return new Map();
  const rows = await findWhole(ctx, accountId, ids);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        kind: row.resourceKind,
        platform: row.platform,
        campaignId: row.campaignId,
        parentId: row.parentId,
        connectionId: row.connectionId,
        localId: row.localId,
        name: row.name,
        providerResourceId: row.providerId,
        cover: row.cover,
        syncState: row.syncState,
        made: row.providerId !== null,
        archived:
          row.syncState === 'deleted' || ['archived', 'deleted', 'disconnected'].includes(row.status ?? ''),
        external: row.source === 'external',
      },
    ]),
  );
}

/** A subquery of the IDs of the records that stand for these resources of an account. */
export const recordsBehind = (accountId: string, ids: readonly string[]): SQL =>
  sql`SELECT local_id FROM ads_resources WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))
    AND account_id = ${accountId}`;

/** SQL for the campaign that an account's resource belongs to. */
export const campaignBehind = (accountId: string, id: string): SQL =>
  sql`(SELECT r.campaign_id FROM ads_resources r WHERE r.id = ${id} AND r.account_id = ${accountId})`;

/** The record that stands for an object at a platform: a campaign, an ad set or an ad. */
export interface Mirrored {
  id: string;
  platform: string;
}

const idOf = ({ id, platform }: Mirrored): string =>
  id.startsWith('camp_') ? campaignResourceId(id, platform) : resourceIdOf(id);

/** Keeps, in the caller's batch, what was set at the platform just now. Its drift in these fields is over. */
export function setThere(ctx: SystemCtx, record: Mirrored, set: SetValues): void {
  if (Object.keys(set).length === 0) return;
  saveSet(ctx, idOf(record), set);
  noteObjects(ctx, record.id);
}

/** The same for what a platform task asked. Everything is made paused. What is archived has nothing set any more. */
export function setByAct(ctx: SystemCtx, record: Mirrored, act: PlatformAct): void {
  const set = valuesOf(act);
  if (set !== null) setThere(ctx, record, set);
}

function valuesOf(act: PlatformAct): SetValues | null {
  switch (act.kind) {
    case 'campaign':
    case 'ad_set':
      return { name: act.name, status: 'paused', ...(act.budget === null ? {} : { budget: act.budget }) };
    case 'ad':
      return { name: act.name, status: 'paused' };
    case 'run':
      return act.to === 'archived' ? null : { status: act.to };
    case 'change': {
      const { name, budget } = act.change;
      return { ...(name === undefined ? {} : { name }), ...(budget === undefined ? {} : { budget }) };
    }
    default:
      return null;
  }
}

/** Keeps, in the caller's batch, what platforms have instead of what was set. */
export function noteDrift(
  ctx: SystemCtx,
  seen: readonly { set: SetResource; drift: readonly Drift[] }[],
): void {
  if (seen.length === 0) return;
  saveDrift(ctx, seen);
  noteObjects(ctx, ...seen.map(({ set }) => set.localId));
}
