// Queue name -> consumer. A consumer parses, calls a verb, and acknowledges or retries.

import type { SystemCtx } from '../src/context.ts';
import type { Env } from '../src/env.ts';
import * as clock from '../src/kit/clock.ts';
import { systemCtx } from '../src/system-ctx.ts';
import { consumeDeadLetters } from './dead-letters.ts';
import { consumePixelEvents } from './pixel-events.ts';
import { consumeWebhooks, consumeWebhooksSlow } from './webhooks.ts';

type Consumer = (batch: MessageBatch<unknown>, ctx: SystemCtx, execution: ExecutionContext) => Promise<void>;

const CONSUMERS: Record<string, Consumer> = {
  'jobs-dlq': consumeDeadLetters,
  'pixel-events': consumePixelEvents,
  'pixel-events-dlq': consumeDeadLetters,
  webhooks: consumeWebhooks,
  'webhooks-slow': consumeWebhooksSlow,
  'webhooks-dlq': consumeDeadLetters,
};

/** Throws for a queue that has no consumer: its messages are retried and end as dead letters. */
export async function dispatch(
  batch: MessageBatch<unknown>,
  env: Env,
  execution: ExecutionContext,
): Promise<void> {
  const consumer = CONSUMERS[batch.queue];
  if (!consumer) throw new Error(`no consumer for queue ${batch.queue}`);
  await consumer(batch, systemCtx(env, clock.now()), execution);
}
