import type { SystemCtx } from '../../../context.ts';
import { notFound } from '../../../kit/error.ts';
import { addressOff } from './invitations-off.ts';
import { insertRefusal } from './store.ts';

/**
 * Lets nobody be invited by mail any more at the address that a link is for, in the caller's batch. Invitations are made all
 * the same, and shown to whoever signs up with the address. Throws not_found.
 */
export async function refuseInvitations(ctx: SystemCtx, link: string): Promise<void> {
  const address = await addressOff(ctx.vars, link);
  if (address === null) throw notFound('page');
  insertRefusal(ctx, address);
}
