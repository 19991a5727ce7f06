// How many events the pixel accepts from a visitor and for an account.
import type { Bindings } from '../env.ts';
import { AppError } from '../kit/error.ts';
import { DAY_MS, day, SECOND_MS, startOfDay } from '../kit/time.ts';
import type { PixelConfig } from './pixel-config.ts';

type Limiter = Pick<Bindings, 'BEACONS'>;

/** The limiter's period: see wrangler.pixel.toml. */
const PERIOD_SECONDS = 10;

/**
 * Whether a visitor's network may send this many more events to this pixel now. Calls the limiter once for
 * each event: with `delta` it would allow any number while one is left, and the local limiter does not
 * support it.
 */
export async function maySend(
  env: Limiter,
  pixelId: string,
  network: string,
  events: number,
): Promise<boolean> {
  const key = `${pixelId} ${network}`;
  for (let asked = 0; asked < events; asked++) {
    if (!(await env.BEACONS.limit({ key })).success) return false;
  }
  return true;
}

export function tooMany(): AppError {
  return new AppError('rate_limited', 'Too many events from this visitor. Wait a few seconds.', {
    headers: { 'Retry-After': String(PERIOD_SECONDS) },
  });
}

/** Whether the account has reached its number of events for today (UTC). */
export function isDayFull(config: PixelConfig, now: number): boolean {
  return config.limitedOn !== null && config.limitedOn === day(now);
}

export function dayFull(now: number): AppError {
  const seconds = Math.ceil((startOfDay(now) + DAY_MS - now) / SECOND_MS);
  return new AppError(
    'rate_limited',
    'The account has had as many browser events as it may in a day (UTC).',
    {
      headers: { 'Retry-After': String(seconds) },
    },
  );
}
