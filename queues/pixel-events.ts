// Consumer of `pixel-events`: writes a batch to each shard in a few statements. A batch that fails is halved until the
// bad message is alone; that one is retried by itself and ends as a dead letter.

import type { SystemCtx } from '../src/context.ts';
import { relayOutbox } from '../src/domains/accounts/webhooks/relay-outbox.ts';
import { classify } from '../src/domains/measurement/event-rules/classify.ts';
import { parseMessage, type ShardMessage } from '../src/domains/measurement/pixel-events/queue-message.ts';
import { recordEvents } from '../src/domains/measurement/pixel-events/record-events.ts';
import { addRejections } from '../src/domains/measurement/pixels/add-rejections.ts';
import * as clock from '../src/kit/clock.ts';
import { inHalves } from '../src/kit/in-halves.ts';
import { log } from '../src/kit/log.ts';

type Received = { message: Message<unknown>; parsed: ShardMessage };

/**
 * @param execution lets the relay of emitted events continue after the batch, together with the relays of the next
 * batches. Without it the relay is awaited.
 */
export async function consumePixelEvents(
  batch: MessageBatch<unknown>,
  ctx: SystemCtx,
  execution?: ExecutionContext,
): Promise<void> {
  const byShard = new Map<number, Received[]>();
  for (const message of batch.messages) {
    const parsed = parseMessage(message.body, ctx.env);
    if (!parsed) {
      log('error', { queue: batch.queue, message: message.id, error: 'unreadable' });
      message.retry();
      continue;
    }
    if (parsed.kind === 'event') classify(parsed.event);
    byShard.set(parsed.shard, [...(byShard.get(parsed.shard) ?? []), { message, parsed }]);
  }
  await Promise.all([...byShard].map(([shard, items]) => consumeShard(ctx, shard, items, execution)));
}

async function consumeShard(
  ctx: SystemCtx,
  shard: number,
  items: Received[],
  execution: ExecutionContext | undefined,
): Promise<void> {
  const at = Math.max(
    ctx.now,
    ...items.map(({ parsed }) => (parsed.kind === 'process' ? (parsed.at ?? 0) : 0)),
  );
  const moved = { ...ctx, now: at };
  const emitted = await store(moved, shard, items);
  if (!emitted && !items.some(({ parsed }) => parsed.kind === 'process' && parsed.relay)) return;
  if (!execution) await relay(moved, shard);
  else if ((waiting.get(shard) ?? 0) < clock.now()) execution.waitUntil(relaySoon(moved, shard));
}

/**
 * Until when a relay of a shard is expected in this isolate. The time limit keeps a relay that never ran from blocking
 * the next one.
 */
const waiting = new Map<number, number>();
const RELAY_DELAY_MS = 150;

/** Runs one relay for all batches that end within a short time. */
async function relaySoon(ctx: SystemCtx, shard: number): Promise<void> {
  waiting.set(shard, clock.now() + 10 * RELAY_DELAY_MS);
  await new Promise((resolve) => setTimeout(resolve, RELAY_DELAY_MS));
  waiting.delete(shard);
  await relay(ctx, shard);
}

async function relay(ctx: SystemCtx, shard: number): Promise<void> {
  try {
    await relayOutbox(ctx, shard);
  } catch (error) {
    // The rows are in the shard's outbox, and the cron relays what is left there.
    log('error', { shard, error: `relay: ${String(error)}` });
  }
}

/** @returns whether anything was added to the outbox. */
async function store(ctx: SystemCtx, shard: number, items: Received[]): Promise<boolean> {
  let emitted = false;
  await inHalves(
    items,
    async (part) => {
      const recorded = await recordEvents(ctx, shard, {
        incoming: part.flatMap(({ parsed }) =>
          parsed.kind === 'event'
            ? [{ accountId: parsed.account, network: parsed.network, event: parsed.event }]
            : [],
        ),
        fresh: part.every(({ message }) => message.attempts === 1),
        process: part.flatMap(({ parsed }) => (parsed.kind === 'process' ? [parsed.id] : [])),
      });
      const refusals = part.flatMap(({ parsed }) => (parsed.kind === 'rejections' ? [parsed] : []));
      if (refusals.length > 0) await addRejections(ctx, shard, refusals);
      for (const { message } of part) message.ack();
      emitted ||= recorded.emitted;
    },
    ({ message }, error) => {
      log('error', { shard, message: message.id, error: String(error) });
      message.retry({ delaySeconds: Math.min(60, 2 ** message.attempts) });
    },
  );
  return emitted;
}
