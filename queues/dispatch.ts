// Maps queue names to consumers, which are only loaded when a batch of their queue arrives. A consumer parses, calls a
// verb, and acknowledges or retries.

import type { SystemCtx } from '../src/context.ts';
import type { Env } from '../src/env.ts';
import * as clock from '../src/kit/clock.ts';
import type { Lazy } from '../src/kit/lazy.ts';
import { LANES } from '../src/lanes.ts';
import { committedName } from '../src/queue-names.ts';
import { systemCtx } from '../src/system-ctx.ts';

type Consumer = (batch: MessageBatch<unknown>, ctx: SystemCtx, execution: ExecutionContext) => Promise<void>;

const deadLetters = async () => (await import('./dead-letters.ts')).consumeDeadLetters;
const lane = async () => (await import('./lanes.ts')).consumeLane;

const CONSUMERS: Record<string, Lazy<Consumer>> = {
  'jobs-dlq': deadLetters,
  'lanes-dlq': deadLetters,
  'pixel-events': async () => (await import('./pixel-events.ts')).consumePixelEvents,
  'pixel-events-dlq': deadLetters,
  shops: async () => (await import('./shops.ts')).consumeShops,
  'shops-dlq': deadLetters,
  webhooks: async () => (await import('./webhooks.ts')).consumeWebhooks,
  'webhooks-slow': async () => (await import('./webhooks.ts')).consumeWebhooksSlow,
  'webhooks-dlq': deadLetters,
  ...Object.fromEntries(LANES.map((name) => [`lane-${name}`, lane])),
};

/** Throws for a queue without a consumer, whose messages are then retried and end as dead letters. */
export async function dispatch(
  batch: MessageBatch<unknown>,
  env: Env,
  execution: ExecutionContext,
): Promise<void> {
  const load = CONSUMERS[committedName(batch.queue)];
  if (!load) throw new Error(`no consumer for queue ${batch.queue}`);
  const consumer = await load();
  await consumer(batch, systemCtx(env, clock.now()), execution);
}
