import type { SystemCtx } from '../../../context.ts';
import { describeError, log } from '../../../kit/log.ts';
import { Budget } from './budget.ts';
import { mirrorAccount } from './mirror-account.ts';
import { listDueMirrors } from './store.ts';

/** The requests and queries of one run. */
const A_RUN = 300;
/** What the claim of an account, a renewal of its tokens, a page of its list and its release take at most. */
const AN_ACCOUNT = 14;
/** How many accounts may be due for a run. More than it has the budget for would only be claimed in vain. */
const MOST = Math.floor(A_RUN / 4);

/**
 * Reads the connected accounts that are due, one after another, as far as one run goes. The next minute's run goes on. A
 * platform that limits requests is left alone until then. Cron.
 */
export async function mirrorPosts(ctx: SystemCtx): Promise<void> {
  const budget = new Budget(A_RUN);
  const limited = new Set<string>();
  budget.spend();
  for (const { connectionId, platform } of await listDueMirrors(ctx, MOST)) {
    if (budget.left < AN_ACCOUNT) return;
    if (limited.has(platform)) continue;
    try {
      if ((await mirrorAccount(ctx, connectionId, budget)) === 'limited') limited.add(platform);
    } catch (error) {
      log('error', { connection: connectionId, error: describeError(error) });
    }
  }
}
