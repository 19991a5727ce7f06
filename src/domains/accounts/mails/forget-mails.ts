import type { SystemCtx } from '../../../context.ts';
import { PRUNED_AT_ONCE, pruneInBatches } from '../../../db/prune.ts';
import { lowestId } from '../../../kit/ids.ts';
import { DAY_MS } from '../../../kit/time.ts';
import { deleteMails } from './store.ts';

/** How long the record that a mail was sent is kept. */
const SHOWN_MS = 7 * DAY_MS;

/** Deletes old mails. */
export async function forgetMails(ctx: SystemCtx): Promise<void> {
  await pruneInBatches(() => deleteMails(ctx, lowestId('mail', ctx.now - SHOWN_MS), PRUNED_AT_ONCE));
}
