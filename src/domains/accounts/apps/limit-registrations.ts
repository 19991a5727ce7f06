import type { SystemCtx } from '../../../context.ts';
import { sha256Hex } from '../../../kit/crypto.ts';
import { AppError } from '../../../kit/error.ts';
import { log } from '../../../kit/log.ts';
import { HOUR_MS, SECOND_MS } from '../../../kit/time.ts';
import { claimAttempt, countAttempt } from '../attempts/interface.ts';

/** Registrations per hour, from all networks together. */
const MOST_REGISTRATIONS = 2_000;

const ALL = { key: sha256Hex('registered clients'), most: MOST_REGISTRATIONS, windowMs: HOUR_MS };
const ALERTS = { key: sha256Hex('alert of registered clients'), most: 1, windowMs: HOUR_MS };

/**
 * Counts, in the caller's batch, a client that registers itself. The batch fails when there were too many in the last
 * hour; the first refusal of an hour raises an alert.
 */
export function limitRegistrations(ctx: SystemCtx): void {
  countAttempt(ctx, ALL, async () => {
    if (await claimAttempt(ctx, [ALERTS]))
      log('alert', { registrations: 'oauth', limit: MOST_REGISTRATIONS });
    return new AppError('rate_limited', 'Too many clients were registered lately. Try again in an hour.', {
      headers: { 'Retry-After': String(HOUR_MS / SECOND_MS) },
    });
  });
}
