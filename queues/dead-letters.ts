// Consumer of the dead-letter queues: stores messages that a consumer gave up on as rows.

import type { SystemCtx } from '../src/context.ts';
import { keepDeadLetters } from '../src/domains/accounts/webhooks/keep-dead-letters.ts';
import { log } from '../src/kit/log.ts';
import { committedName } from '../src/queue-names.ts';

const RETRY_SECONDS = 60;

export async function consumeDeadLetters(batch: MessageBatch<unknown>, ctx: SystemCtx): Promise<void> {
  const queue = committedName(batch.queue).replace(/-dlq$/, '');
  const letters = batch.messages.map(({ id, body, attempts }) => ({ id, queue, body, attempts }));
  try {
    await keepDeadLetters(ctx, letters);
    batch.ackAll();
  } catch (error) {
    log('error', { queue: batch.queue, error: String(error) });
    batch.retryAll({ delaySeconds: RETRY_SECONDS });
  }
}
