import type { SystemCtx } from '../../../context.ts';
import { invalidField } from '../../../kit/error.ts';
import type { ErasureRow } from './erasure.ts';
import { insertErasure } from './erasure-store.ts';
import { getSender } from './get-sender.ts';
import type { KnownSender } from './sender.ts';

/**
 * Begins to erase all messages and files of an account or a creator, in the caller's batch; a job goes on. `confirm` has to
 * repeat the ID. Throws not_found, and conflict while an erasure is under way.
 */
export async function eraseMessages(
  ctx: SystemCtx,
  by: string,
  side: string,
  confirm: string,
): Promise<{ before: KnownSender; after: KnownSender }> {
  const before = await getSender(ctx, side);
  if (confirm !== side) throw invalidField('/confirm', 'Enter the ID of the account or creator.');
  const erasure: ErasureRow = {
    side,
    staff: by,
    phase: 'messages',
    thread: '',
    after: 0,
    threads: 0,
    startedAt: ctx.now,
    finishedAt: null,
  };
  insertErasure(ctx, erasure);
  return { before, after: { ...before, erasure } };
}
