import type { SystemCtx } from '../../../context.ts';
import { ledgerOf } from './ledger-client.ts';
import type { Posting, Written } from './posting.ts';
import { refusalError } from './refusal-error.ts';

/**
 * Writes a posting to a holder's ledger, once for its key. Throws operation_rejected with the ledger's reason, or
 * idempotency_conflict for a key with other content; in both cases nothing was written.
 */
export async function post(ctx: SystemCtx, holder: string, posting: Posting): Promise<Written> {
  const outcome = await ledgerOf(ctx.env, holder).post(holder, posting);
  if (!outcome.ok) throw refusalError(outcome.refusal);
  return outcome.value;
}
