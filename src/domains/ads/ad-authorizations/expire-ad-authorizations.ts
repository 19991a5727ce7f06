import type { SystemCtx } from '../../../context.ts';
import { inOneBatchUnlessEdited } from '../../../db/one-batch.ts';
import { end } from './note-said.ts';
import { listEnded } from './store.ts';

const AT_ONCE = 50;
/** The most rounds of one run. The next minute's run continues. */
const ROUNDS = 4;

/** Ends authorizations that have expired, each with its event, and deletes their codes. Cron. */
export async function expireAdAuthorizations(ctx: SystemCtx): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const ended = await listEnded(ctx, AT_ONCE);
    // One that somebody renewed or revoked meanwhile is left as it is.
    for (const row of ended) await inOneBatchUnlessEdited(ctx, (own) => end(own, row, 'expired'));
    if (ended.length < AT_ONCE) break;
  }
}
