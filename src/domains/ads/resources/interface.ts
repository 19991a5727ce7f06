// What other domains ask about objects at ad platforms, and how they say what was set there.
import type { SystemCtx } from '../../../context.ts';
import type { KeptKind, SyncState } from './ads-resource.ts';
import { findWhole } from './store.ts';

export { saveExternalObjects, saveObjects } from './object-store.ts';
export { campaignResourceId, contentResourceId, resourceIdOf } from './resource-id.ts';

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
  /** The platform's ID; null until it is made there. */
  providerResourceId: string | null;
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
        providerResourceId: row.providerId,
        syncState: row.syncState,
        made: row.providerId !== null,
        archived:
          row.syncState === 'deleted' || ['archived', 'deleted', 'disconnected'].includes(row.status ?? ''),
        external: row.source === 'external',
      },
    ]),
  );
}
