import type { SystemCtx } from '../../../context.ts';
import { PRUNED_AT_ONCE, pruneInBatches } from '../../../db/prune.ts';
import { lowestId } from '../../../kit/ids.ts';
import { DAY_MS } from '../../../kit/time.ts';
import { deleteMails } from './store.ts';

/** How long it shows that a mail was sent. */
const SHOWN_MS = 7 * DAY_MS;

/** Forgets old mails. */
export async function forgetMails(ctx: SystemCtx): Promise<void> {
  await pruneInBatches(() => deleteMails(ctx, lowestId('mail', ctx.now - SHOWN_MS), PRUNED_AT_ONCE));
}
