// Validates queue messages by hand. The edge has already validated browser events, so this only keeps anything else in
// the queue out of the shard. At this rate a schema library would take a tenth of the consumer's time.
import type { Env, RejectionsMessage } from '../../../env.ts';
import type { IncomingEvent } from '../../../pixel/event-body.ts';
import { MOST_ORIGINS, REJECTION_REASONS } from '../../../pixel/rejections.ts';

export type ShardMessage =
  | { kind: 'event'; shard: number; account: string; network: string; event: IncomingEvent }
  | { kind: 'process'; shard: number; id: string; at?: number; relay?: boolean }
  | RejectionsMessage;

type Fields = Record<string, unknown>;

const EVENT_ID = /^pev_[0-9a-z]{26}$/;
const PIXEL_ID = /^pxl_[0-9a-z]{26}$/;
const HASH = /^[0-9a-f]{64}$/;
const NETWORK = /^[0-9a-f]{16}$/;
const SOURCES = ['browser', 'server', 'shop'];
const CONSENTS = ['granted', 'denied', 'unknown'];
const TEXT_LIMITS: Record<string, number> = {
  eventId: 512,
  orderId: 512,
  serviceId: 512,
  campaign: 512,
  attributionId: 512,
  clickId: 512,
  currency: 3,
  pageUrl: 4096,
  referrer: 4096,
  userAgent: 2048,
  creatorCode: 512,
  discountCode: 512,
};
/** Objects of strings; `landing` may also hold an object of click IDs. */
const TEXT_OBJECTS = ['clickIds', 'location', 'landing'];

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isMoment = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;
const isText = (value: unknown, limit: number) => typeof value === 'string' && value.length <= limit;

function isTextObject(value: unknown): boolean {
  if (!isObject(value)) return false;
  return Object.values(value).every((one) => isText(one, 512) || (isObject(one) && isTextObject(one)));
}

function isBody(body: unknown): boolean {
  if (!isObject(body)) return false;
  if (!SOURCES.includes(body.source as string) || !CONSENTS.includes(body.consent as string)) return false;
  for (const name of Object.keys(body)) {
    const value = body[name];
    const limit = TEXT_LIMITS[name];
    if (limit !== undefined && !isText(value, limit)) return false;
    if (TEXT_OBJECTS.includes(name) && !isTextObject(value)) return false;
  }
  if (body.value !== undefined && !Number.isSafeInteger(body.value)) return false;
  if (body.landedAt !== undefined && !isMoment(body.landedAt)) return false;
  if (body.confirmedAt !== undefined && !isMoment(body.confirmedAt)) return false;
  if (body.user === undefined) return true;
  return (
    isObject(body.user) &&
    Object.values(body.user).every((hash) => typeof hash === 'string' && HASH.test(hash))
  );
}

function isEvent(event: unknown): event is IncomingEvent {
  return (
    isObject(event) &&
    typeof event.id === 'string' &&
    EVENT_ID.test(event.id) &&
    typeof event.pixelId === 'string' &&
    PIXEL_ID.test(event.pixelId) &&
    isText(event.name, 64) &&
    event.name !== '' &&
    isMoment(event.occurredAt) &&
    isMoment(event.receivedAt) &&
    (event.ipAddress === null || isText(event.ipAddress, 64)) &&
    isBody(event.body)
  );
}

function isRejections({ pixel, id, at, rows }: Fields): boolean {
  if (typeof pixel !== 'string' || !PIXEL_ID.test(pixel) || !isText(id, 64) || !isMoment(at)) return false;
  return (
    Array.isArray(rows) &&
    rows.length <= (MOST_ORIGINS + 2) * REJECTION_REASONS.length &&
    rows.every(
      ([origin, reason, count]) =>
        (origin === null || isText(origin, 255)) && REJECTION_REASONS.includes(reason) && isMoment(count),
    )
  );
}

function isEventMessage({ account, network, event }: Fields): boolean {
  const isNamed = typeof network === 'string' && NETWORK.test(network);
  return isText(account, 64) && isNamed && isEvent(event);
}

/** A message of the queue `pixel-events`; null if it is malformed or names a shard that does not exist. */
export function parseMessage(body: unknown, env: Env): ShardMessage | null {
  if (!isObject(body) || !Number.isSafeInteger(body.shard) || !env[`EVENTS_${body.shard as number}`])
    return null;
  const { kind, at } = body;
  const isEventOf = kind === 'event' && isEventMessage(body);
  const isProcess = kind === 'process' && isText(body.id, 64) && (at === undefined || isMoment(at));
  const isRefusals = kind === 'rejections' && isRejections(body);
  return isEventOf || isProcess || isRefusals ? (body as unknown as ShardMessage) : null;
}
