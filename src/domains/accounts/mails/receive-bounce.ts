import type { SystemCtx } from '../../../context.ts';
import { notFound } from '../../../kit/error.ts';
import { isId } from '../../../kit/ids.ts';
import { isBounceSignature } from './bounce-address.ts';
import { insertBounce } from './store.ts';

/**
 * Counts a mail that could not be delivered, in the caller's batch. A repeated report changes nothing, nor does one about a mail
 * that was deleted meanwhile. Throws not_found for a wrong signature.
 */
export function receiveBounce(ctx: SystemCtx, mail: string, signature: string): void {
  if (!isId(mail, ['mail']) || !isBounceSignature(ctx.vars, mail, signature)) throw notFound('mail');
  insertBounce(ctx, mail);
}
