import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { MAIL_WAIT_MS } from './mail-notices.ts';
import { insertNotices, listUnnoticed } from './notice-store.ts';

const AT_ONCE = 100;
/** The most rounds of one run. The next minute's run continues. */
const ROUNDS = 10;

/** Gives people the notices of what has happened. A job: an event's mark ends in the batch of its notices. */
export async function spreadNotices(ctx: SystemCtx): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const events = await listUnnoticed(ctx, AT_ONCE);
    if (events.length > 0) await inOneBatch(ctx, (own) => insertNotices(own, events, MAIL_WAIT_MS));
    if (events.length < AT_ONCE) return;
  }
}
