import type { SystemCtx } from '../../../context.ts';
import { PRUNED_AT_ONCE, pruneInBatches } from '../../../db/prune.ts';
import { forgetAttempts } from '../attempts/forget-attempts.ts';
import { forgetMails } from '../mails/forget-mails.ts';
import { deleteExpired } from './store.ts';

/** Forgets links and sessions that ran out, attempts that nobody counts any more, and old mails. A job. */
export async function forgetExpired(ctx: SystemCtx): Promise<void> {
  await pruneInBatches(() => deleteExpired(ctx, PRUNED_AT_ONCE));
  await forgetAttempts(ctx);
  await forgetMails(ctx);
}
