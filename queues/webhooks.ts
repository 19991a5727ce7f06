// Consumers of `webhooks` and `webhooks-slow`. A message only names deliveries that may be due. It is acknowledged once
// their results are written or another queue has them, whatever happens to other messages of the batch.

import type { SystemCtx } from '../src/context.ts';
import {
  deliverBatch,
  LEASE_MS,
  type Speed,
  type WokenMessage,
} from '../src/domains/accounts/webhooks/deliver-batch.ts';
import { log } from '../src/kit/log.ts';
import { SECOND_MS } from '../src/kit/time.ts';

/** A delivery whose result could not be written stays leased, so an earlier retry would find nothing to do. */
const RETRY_SECONDS = LEASE_MS / SECOND_MS + 5;

export async function consumeWebhooks(
  batch: MessageBatch<unknown>,
  ctx: SystemCtx,
  execution: ExecutionContext,
): Promise<void> {
  await consume(batch, ctx, execution, 'fast');
}

export async function consumeWebhooksSlow(
  batch: MessageBatch<unknown>,
  ctx: SystemCtx,
  execution: ExecutionContext,
): Promise<void> {
  await consume(batch, ctx, execution, 'slow');
}

async function consume(
  batch: MessageBatch<unknown>,
  ctx: SystemCtx,
  execution: ExecutionContext,
  speed: Speed,
): Promise<void> {
  const readable: { message: Message<unknown>; parsed: WokenMessage }[] = [];
  for (const message of batch.messages) {
    const parsed = parse(message.body);
    if (parsed) readable.push({ message, parsed });
    else message.retry();
  }
  const handled = await deliverBatch(
    ctx,
    readable.map(({ parsed }) => parsed),
    speed,
    (task) => execution.waitUntil(task),
  );
  await Promise.all(
    handled.map(async (result, index) => {
      const { message } = readable[index]!;
      try {
        await result;
        message.ack();
      } catch (error) {
        log('error', { queue: batch.queue, message: message.id, error: String(error) });
        message.retry({ delaySeconds: RETRY_SECONDS });
      }
    }),
  );
}

function parse(body: unknown): WokenMessage | null {
  if (typeof body !== 'object' || body === null) return null;
  const { event = null, deliveries = [], at = 0 } = body as Record<string, unknown>;
  if (event !== null && typeof event !== 'string') return null;
  if (!Array.isArray(deliveries) || !deliveries.every((id) => typeof id === 'string')) return null;
  if (typeof at !== 'number' || !Number.isSafeInteger(at)) return null;
  return event === null && deliveries.length === 0 ? null : { ids: deliveries, event, at };
}
