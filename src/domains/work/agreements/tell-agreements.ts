import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { emitInternalToCreators } from '../../../db/outbox.ts';
import { describeError, log } from '../../../kit/log.ts';
import { DAY_MS, MINUTE_MS } from '../../../kit/time.ts';
import { findNews, listAsked, type News, saveNewsLater, saveTold } from './news-store.ts';
import type { Ask } from './pending-store.ts';

/** Creators of a roster that are looked at in one batch, and batches in one run. The next minute's run continues. */
const AT_ONCE = 500;
const ROUNDS = 10;
/** The first wait after a failure; each further one is twice as long, up to a day. */
const FIRST_WAIT_MS = 5 * MINUTE_MS;

/** Tells creators of a new agreement or version that they have to accept. A job. */
export async function tellAgreements(ctx: SystemCtx): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const news = await findNews(ctx);
    if (!news) return;
    try {
      if (!(await tellSome(ctx, news))) return;
    } catch (error) {
      log('error', { agreement: news.agreement, error: describeError(error) });
      await saveNewsLater(ctx, news, ctx.now + Math.min(FIRST_WAIT_MS * 2 ** news.failures, DAY_MS));
    }
  }
}

/** @returns false when another run tells them. */
async function tellSome(ctx: SystemCtx, news: News): Promise<boolean> {
  const found = await listAsked(ctx, news, AT_ONCE);
  const asked = found.flatMap(({ creator, ask }) =>
    ask === null ? [] : [[creator, aboutOf(news, ask)] as const],
  );
  return await inOneBatch(ctx, (own) => {
    saveTold(own, news, found.length < AT_ONCE ? null : found.at(-1)!.creator);
    if (asked.length > 0) emitInternalToCreators(own, 'agreement.changed', news.account, new Map(asked));
  });
}

/** The IDs that lead to the page on which the creator accepts it. */
const aboutOf = ({ agreement, account }: News, { program, retainer }: Ask): Record<string, string> => ({
  agreement,
  brand: account,
  ...(program === null ? {} : { program }),
  ...(retainer === null ? {} : { retainer }),
});
