import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { notFound } from '../../../kit/error.ts';
import { listConnections } from './connection-store.ts';
import { endGrantsOfPerson } from './grant-store.ts';

/**
 * Ends a person's connection to an app in the account. Owners and admins may end everybody's, members only their own.
 * This only takes access away, so it is also allowed after the account has ended.
 */
export async function disconnectApp(ctx: Ctx, appId: string, personId: string): Promise<null> {
  const { actor } = ctx;
  const accountId = actingAccount(actor).id;
  if (actor.role === 'member' && personId !== actor.callerId) throw notFound('connected app');
  const found = await listConnections(ctx, { accountId, personId, appId }, 1);
  if (found.length === 0) throw notFound('connected app');
  endGrantsOfPerson(ctx, { accountId, personId, appId }, 'disconnected');
  return null;
}
