import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { iso, isoOrNull } from '../../../kit/time.ts';
import { type ListPage, listOf, listQuery, makeCursor, readCursor } from '../../../resource/list-page.ts';
import { type Connection, type ConnectionPlace, listConnections } from './connection-store.ts';

export interface ConnectedApp {
  appId: string;
  name: string;
  /** Whether the app registered itself. The service has not reviewed such an app. */
  selfRegistered: boolean;
  /** The person who connected the app and on whose behalf it acts. */
  personId: string;
  person: string;
  access: 'read' | 'write';
  connectedAt: string;
  lastUsedAt: string | null;
}

export const grantQuery = { limit: listQuery.limit, cursor: listQuery.cursor };

/** The apps that are connected to the account. Members see only their own. */
export async function listGrants(
  ctx: Ctx,
  query: { limit: number; cursor?: string | undefined },
): Promise<ListPage<ConnectedApp>> {
  const { actor } = ctx;
  const accountId = actingAccount(actor).id;
  const personId = actor.role === 'member' ? actor.callerId : null;
  const list = listOf(ctx, `grants ${accountId} ${personId}`);
  const behind = query.cursor === undefined ? null : placeIn(readCursor(list, query.cursor));
  const found = await listConnections(ctx, { accountId, personId }, query.limit + 1, behind);
  const last = found[query.limit - 1];
  return {
    items: found.slice(0, query.limit).map(present),
    nextCursor: found.length > query.limit && last ? makeCursor(list, placeOf(last)) : null,
  };
}

function present(one: Connection): ConnectedApp {
  return {
    appId: one.appId,
    name: one.appName,
    selfRegistered: one.madeBy === null,
    personId: one.personId,
    person: one.person,
    access: one.write ? 'write' : 'read',
    connectedAt: iso(one.connectedAt),
    lastUsedAt: isoOrNull(one.lastUsedAt),
  };
}

function placeOf({ personId, appId }: ConnectionPlace): string {
  return `${personId}.${appId}`;
}

function placeIn(word: string): ConnectionPlace {
  const [personId, appId] = word.split('.') as [string, string];
  return { personId, appId };
}
