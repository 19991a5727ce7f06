// Decides what an error means for the step that it ended.
import { AdError } from '../../../integrations/ads/error.ts';
import { AppError, reasonOf } from '../../../kit/error.ts';
import { DAY_MS, doubledPause, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../kit/time.ts';
import type { StepRow } from './interface.ts';
import { AWAITED, type StepError } from './step.ts';

/** After this many failures in a row, about 45 minutes, a person has to act. */
const MOST_TRIES = 10;
const FIRST_PAUSE_MS = 15 * SECOND_MS;
const LONGEST_PAUSE_MS = 10 * MINUTE_MS;
/** The longest pause that a platform may ask for, and the pause when it names none. */
const LONGEST_LIMIT_MS = HOUR_MS;
const LIMIT_MS = MINUTE_MS;
/** A step fails after rate limits have held it back for this long. */
const LIMITED_FOR_MS = DAY_MS;
/** How long to wait before looking for the result of a request that got no answer. */
const LOOK_AFTER_MS = 30 * SECOND_MS;
/**
 * A request without an answer is not sent again before this time: until then the platform may still be working on it,
 * or may not list the result yet.
 */
export const AGAIN_AFTER_MS = 2 * MINUTE_MS;

/** How long a step waits for one of another task, for a connection or for a permission. */
export const BLOCKED_FOR_MS = DAY_MS;
/** How often to look whether people connected the account or permitted the ad again. */
const AWAITED_EVERY_MS = 5 * MINUTE_MS;

export type Setback =
  | { failed: true; error: StepError; unknown: boolean }
  | {
      failed: false;
      error: StepError;
      unknown: boolean;
      counts: boolean;
      pauseMs: number;
      holds: 'step' | 'task' | 'connection';
    };

/**
 * `unknown`: whether the step may have succeeded. `holds`: what waits meanwhile. `counts`: whether it counts as a failed try, which a
 * rate limit does not. @param waits whether its owner waits for people (TaskOwner.waits).
 */
export function setbackOf(step: StepRow, error: unknown, now: number, waits = false): Setback {
  const known = error instanceof AppError;
  const ad = error instanceof AdError ? error : null;
  const unknown = ad?.mayHaveHappened ?? !known;
  const told: StepError = {
    reason: known ? (reasonOf(error) ?? error.code) : 'fault',
    message: known ? error.message : 'The service ran into an error.',
    field: ad?.field ?? null,
    platformCode: ad?.platformCode ?? null,
    path: ad?.path ?? null,
  };
  if (ad?.kind === 'rate_limited') {
    const pauseMs = Math.min(ad.retryAfterMs ?? LIMIT_MS, LONGEST_LIMIT_MS);
    if (now - step.createdAt > LIMITED_FOR_MS) return { failed: true, error: told, unknown };
    return { failed: false, error: told, unknown, counts: false, pauseMs, holds: 'connection' };
  }
  if (waits && AWAITED.includes(told.reason)) {
    const left = step.createdAt + BLOCKED_FOR_MS - now;
    const message = `${told.message} The step waited for that for a day.`;
    if (left <= 0) return { failed: true, error: { ...told, reason: 'blocked_too_long', message }, unknown };
    const pauseMs = Math.min(AWAITED_EVERY_MS, left);
    const holds = told.reason === 'reconnect_required' ? 'task' : 'step';
    return { failed: false, error: told, unknown, counts: false, pauseMs, holds };
  }
  const passing = !known || error.code === 'unavailable' || error.code === 'provider_error';
  if (!passing) return { failed: true, error: told, unknown };
  if (step.tries + 1 >= MOST_TRIES)
    return {
      failed: true,
      error: { ...told, reason: 'too_many_tries', message: saidOnly(told, error) },
      unknown,
    };
  const doubled = ad?.retryAfterMs ?? doubledPause(FIRST_PAUSE_MS, step.tries, LONGEST_PAUSE_MS);
  const pauseMs = unknown ? Math.max(doubled, LOOK_AFTER_MS) : doubled;
  return {
    failed: false,
    error: told,
    unknown,
    counts: true,
    pauseMs,
    holds: ad?.kind === 'transient' ? 'connection' : 'step',
  };
}

/** The message without its fix, which says that the service tries again. That is no longer true. */
function saidOnly({ message }: StepError, error: unknown): string {
  const fix = error instanceof AdError ? error.fix : '';
  return message.endsWith(fix) ? message.slice(0, message.length - fix.length).trimEnd() : message;
}
