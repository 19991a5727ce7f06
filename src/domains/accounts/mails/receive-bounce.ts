import type { SystemCtx } from '../../../context.ts';
import { notFound } from '../../../kit/error.ts';
import { isId } from '../../../kit/ids.ts';
import { isBounceSignature } from './bounce-address.ts';
import { insertBounce } from './store.ts';

/**
 * Counts, in the caller's batch, that a mail could not be delivered: once, however often that is said. A mail that is forgotten
 * counts no more. Throws not_found for an address that is none of ours.
 */
export function receiveBounce(ctx: SystemCtx, mail: string, signature: string): void {
  if (!isId(mail, ['mail']) || !isBounceSignature(ctx.vars, mail, signature)) throw notFound('mail');
  insertBounce(ctx, mail);
}
