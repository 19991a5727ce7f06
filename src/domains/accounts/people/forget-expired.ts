import type { SystemCtx } from '../../../context.ts';
import { PRUNED_AT_ONCE, pruneInBatches } from '../../../db/prune.ts';
import { forgetAttempts } from '../attempts/forget-attempts.ts';
import { forgetMails } from '../mails/forget-mails.ts';
import { deleteExpired } from './store.ts';

/** Deletes expired links and sessions, old attempts and old mails. A job. */
export async function forgetExpired(ctx: SystemCtx): Promise<void> {
  await pruneInBatches(() => deleteExpired(ctx, PRUNED_AT_ONCE));
  await forgetAttempts(ctx);
  await forgetMails(ctx);
}
