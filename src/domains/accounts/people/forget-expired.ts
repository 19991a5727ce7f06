import type { SystemCtx } from '../../../context.ts';
import { PRUNED_AT_ONCE, pruneInSteps } from '../../../db/prune.ts';
import { lowestId } from '../../../kit/ids.ts';
import { DAY_MS } from '../../../kit/time.ts';
import { deleteOldAttempts } from './attempt-store.ts';
import { deleteMails } from './mail-store.ts';
import { deleteExpired } from './store.ts';

/** The longest window that attempts are counted in is 7 days. */
const ATTEMPTS_MS = 8 * DAY_MS;
/** How long it shows that a mail was sent. */
const MAILS_MS = 7 * DAY_MS;

/** Forgets links and sessions that ran out, attempts that nobody counts any more, and old mails. A job. */
export async function forgetExpired(ctx: SystemCtx): Promise<void> {
  await pruneInSteps(() => deleteExpired(ctx, PRUNED_AT_ONCE));
  await pruneInSteps(() => deleteOldAttempts(ctx, ctx.now - ATTEMPTS_MS, PRUNED_AT_ONCE));
  await pruneInSteps(() => deleteMails(ctx, lowestId('mail', ctx.now - MAILS_MS), PRUNED_AT_ONCE));
}
