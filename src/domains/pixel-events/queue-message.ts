import { z } from 'zod';
import type { Env } from '../../env.ts';
import { CLICK_ID_NAMES, type IncomingEvent } from './event-body.ts';

// What the consumer accepts. The edge has validated browser events already; this keeps anything else that finds its
// way into the queue from reaching the shard.
const short = z.string().max(512);
const clickIds = z.strictObject(Object.fromEntries(CLICK_ID_NAMES.map((name) => [name, short.optional()])));
const ms = z.int().min(0).max(8_640_000_000_000_000);

const Body = z.looseObject({
  source: z.enum(['browser', 'server', 'shop']),
  consent: z.enum(['granted', 'denied', 'unknown']),
  eventId: short.optional(),
  orderId: short.optional(),
  value: z.int().optional(),
  currency: z.string().length(3).optional(),
  serviceId: short.optional(),
  campaign: short.optional(),
  attributionId: short.optional(),
  clickId: short.optional(),
  landing: z
    .strictObject({ serviceId: short.optional(), campaign: short.optional(), clickIds: clickIds.optional() })
    .optional(),
  landedAt: ms.optional(),
  pageUrl: z.string().max(4096).optional(),
  user: z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/)).optional(),
  clickIds: clickIds.optional(),
  userAgent: z.string().max(2048).optional(),
  creatorCode: short.optional(),
  discountCode: short.optional(),
  location: z.record(z.string(), short).optional(),
});

const Event = z.strictObject({
  id: z.string().regex(/^pev_[0-9a-z]{26}$/),
  pixelId: z.string().regex(/^pxl_[0-9a-z]{26}$/),
  name: z.string().min(1).max(64),
  occurredAt: ms,
  receivedAt: ms,
  ipAddress: z.string().max(64).nullable(),
  body: Body,
});

const QueueMessage = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('event'), shard: z.int(), account: z.string(), event: Event }),
  z.strictObject({ kind: z.literal('process'), shard: z.int(), id: z.string(), at: z.number().optional() }),
]);

export type ShardMessage =
  | { kind: 'event'; shard: number; account: string; event: IncomingEvent }
  | { kind: 'process'; shard: number; id: string; at?: number | undefined };

/** A message of the queue `pixel-events`; null for what is none, or names a shard that does not exist. */
export function parseMessage(body: unknown, env: Env): ShardMessage | null {
  const parsed = QueueMessage.safeParse(body);
  if (!parsed.success || !env[`EVENTS_${parsed.data.shard}`]) return null;
  return parsed.data as ShardMessage;
}
