import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { notFound } from '../../../kit/error.ts';
import { listConnections } from './connection-store.ts';
import { endGrantsOfPerson } from './grant-store.ts';

/**
 * Ends what a person granted an app in the account. Owners and admins end everybody's, a member its own. It takes access
 * away and changes nothing of the account, so it is open where the account has ended, too.
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
