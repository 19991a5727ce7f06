import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { emitInternal } from '../../../db/outbox.ts';
import { HOUR_MS } from '../../../kit/time.ts';
import { listFailing, saveFailingTold } from './failing-store.ts';

const AT_ONCE = 100;

/** Gives notice of webhooks that have accepted nothing for an hour, once until they accept something again. A job. */
export async function tellFailingWebhooks(ctx: SystemCtx): Promise<void> {
  for (const { id, account, since } of await listFailing(ctx, ctx.now - HOUR_MS, AT_ONCE)) {
    await inOneBatch(ctx, (own) => {
      saveFailingTold(own, id, since);
      emitInternal(own, { type: 'webhook.failing', account, creator: null, data: { key: id } });
    });
  }
}
