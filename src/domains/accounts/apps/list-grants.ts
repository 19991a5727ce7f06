import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { iso, isoOrNull } from '../../../kit/time.ts';
import { listConnections } from './grant-store.ts';

export interface ConnectedApp {
  appId: string;
  name: string;
  /** Whether it registered itself, so that nobody here vouches for it. */
  selfRegistered: boolean;
  /** Who connected it, and as whom it acts. */
  personId: string;
  person: string;
  access: 'read' | 'write';
  connectedAt: string;
  lastUsedAt: string | null;
}

/** The apps that are connected to the account. A member sees only its own. */
export async function listGrants(ctx: Ctx): Promise<ConnectedApp[]> {
  const { actor } = ctx;
  const personId = actor.role === 'member' ? actor.callerId : null;
  const found = await listConnections(ctx, { accountId: actingAccount(actor).id, personId });
  return found.map((one) => ({
    appId: one.appId,
    name: one.appName,
    selfRegistered: one.madeBy === null,
    personId: one.personId,
    person: one.person,
    access: one.write ? 'write' : 'read',
    connectedAt: iso(one.connectedAt),
    lastUsedAt: isoOrNull(one.lastUsedAt),
  }));
}
