// Counts why events were refused in this isolate, by pixel, so that the pixel's owner can see it. However
// often a stranger is refused, a pixel costs at most one message in ten seconds.
import type { Bindings, RejectionsMessage } from '../env.ts';
import { newRequestId } from '../kit/ids.ts';
import type { PixelConfig } from './pixel-config.ts';

export const REJECTION_REASONS = [
  'foreign_origin',
  'no_origin',
  'wrong_sandbox_key',
  'archived',
  'excluded_country',
  'invalid',
  'rate_limited',
  'daily_limit',
  'network_limit',
] as const;
export type RejectionReason = (typeof REJECTION_REASONS)[number];

/** The name for all origins beyond the first twenty. */
export const OTHER_ORIGINS = 'other';
export const MOST_ORIGINS = 20;

const FLUSH_EVERY_MS = 10_000;
const MOST_PIXELS = 1_000;
const READABLE = /^[a-z][a-z0-9+.-]{0,30}:\/\/[a-z0-9_.:[\]-]{0,200}$/i;

interface Sum {
  shard: number;
  /** When the sum may be sent. */
  due: number;
  origins: Set<string>;
  counts: Map<string, [origin: string | null, reason: RejectionReason, count: number]>;
}

/** Sums by pixel, in the order in which they were last sent, so that those that are due come first. */
const sums = new Map<string, Sum>();

type Sender = Pick<Bindings, 'PIXEL_EVENTS'>;

/**
 * Counts a refusal. A pixel's first one is sent at once, so that a person who tests the pixel sees it at
 * once.
 */
export function noteRejection(
  refused: { pixel: string; config: PixelConfig; origin: string | null; reason: RejectionReason },
  now: number,
  env: Sender,
  ctx: ExecutionContext,
): void {
  const { pixel, config, origin, reason } = refused;
  const known = sums.get(pixel);
  if (!known && sums.size >= MOST_PIXELS) sums.delete(sums.keys().next().value!);
  const sum: Sum = known ?? { shard: config.shard, due: now, origins: new Set(), counts: new Map() };
  const name = origin === null ? null : nameOf(origin, sum.origins);
  const key = `${reason} ${name}`;
  const [, , count] = sum.counts.get(key) ?? [name, reason, 0];
  sum.counts.set(key, [name, reason, count + 1]);
  if (!known) send(pixel, sum, now, env, ctx);
}

function nameOf(origin: string, known: Set<string>): string {
  const name = READABLE.test(origin) ? origin.toLowerCase() : 'unreadable';
  if (!known.has(name) && known.size >= MOST_ORIGINS) return OTHER_ORIGINS;
  known.add(name);
  return name;
}

/** Sends all sums that are due, for any pixel. */
export function flushRejections(now: number, env: Sender, ctx: ExecutionContext): void {
  for (const [pixel, sum] of sums) {
    if (sum.due > now && sum.due <= now + FLUSH_EVERY_MS) return;
    sums.delete(pixel);
    // After ten seconds without a refusal, the next one counts as a first one again.
    if (sum.counts.size > 0) send(pixel, sum, now, env, ctx);
  }
}

/** If the message is lost, only a hint is lost. */
function send(pixel: string, sum: Sum, now: number, env: Sender, ctx: ExecutionContext): void {
  const rows = [...sum.counts.values()];
  sums.set(pixel, { ...sum, due: now + FLUSH_EVERY_MS, origins: new Set(), counts: new Map() });
  const id = newRequestId(now);
  const message: RejectionsMessage = { kind: 'rejections', shard: sum.shard, pixel, id, at: now, rows };
  ctx.waitUntil(env.PIXEL_EVENTS.send(message).catch(() => undefined));
}
