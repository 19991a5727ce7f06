// Sends events to the queue. The browser may get a 202 only after this has resolved.

import type { Bindings, PixelEventMessage } from '../env.ts';
import type { IncomingEvent } from './event-body.ts';
import type { PixelConfig } from './pixel-config.ts';

/** The platform accepts 256 KB in a batch; the rest is room for its own framing. */
const MAX_BATCH_BYTES = 240_000;
/** A body up to this length cannot grow beyond one batch, even if all its numbers are written out. */
const SURELY_ONE_BATCH = 16 * 1024;

const encoder = new TextEncoder();

/**
 * A single event always fits a message (128 KB), because the body and its fields are limited.
 * @param network The name of the visitor's network today.
 * @param length Characters of JSON that the events arrived in.
 */
export async function sendEvents(
  events: readonly IncomingEvent[],
  config: PixelConfig,
  network: string,
  env: Pick<Bindings, 'PIXEL_EVENTS'>,
  length: number,
): Promise<void> {
  const messages = events.map(
    (event): PixelEventMessage => ({
      kind: 'event',
      shard: config.shard,
      account: config.account,
      network,
      event,
    }),
  );
  if (messages.length === 1) {
    await env.PIXEL_EVENTS.send(messages[0]!);
    return;
  }
  for (const batch of length <= SURELY_ONE_BATCH ? [messages] : split(messages)) {
    await env.PIXEL_EVENTS.sendBatch(batch.map((body) => ({ body })));
  }
}

function split(messages: PixelEventMessage[]): PixelEventMessage[][] {
  const batches: PixelEventMessage[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const message of messages) {
    const bytes = encoder.encode(JSON.stringify(message)).byteLength;
    if (size + bytes > MAX_BATCH_BYTES) {
      batches.push([]);
      size = 0;
    }
    batches.at(-1)!.push(message);
    size += bytes;
  }
  return batches;
}
