// Limits how often somebody may guess a secret or make the service send mail. An attempt is counted before the work, so
// that a thousand simultaneous guesses get no further than ten; a correct guess is uncounted afterwards.
import type { SystemCtx } from '../../../context.ts';
import { sha256Hex } from '../../../kit/crypto.ts';
import { AppError } from '../../../kit/error.ts';
import { MINUTE_MS, SECOND_MS } from '../../../kit/time.ts';
import { type Allowance, claimAttempt, releaseAttempt } from './store.ts';

const WINDOW_MS = 15 * MINUTE_MS;

/**
 * The most guesses from one network at one address, from everybody at one address, and from one network at all
 * addresses.
 */
const GUESSES = { both: 10, address: 100, network: 50 };
/**
 * Limits for requests that send mail. An address has no limit over all networks, since strangers could lock its owner
 * out: mails/may-mail.ts protects an inbox from being flooded.
 */
const MAILS = { both: 10, address: null, network: 50 };
/** The most guesses from a browser that signed in before (people/device.ts), or by a person who is signed in. */
const OWN = { both: 10, address: 10, network: null };
/**
 * Lower than the limits for passwords. Only somebody who knows the password gets this far, so strangers cannot lock a
 * person out.
 */
const CODES = { both: 10, address: 20, network: 50 };

const MOST = {
  sign_in: GUESSES,
  known_device: OWN,
  own_password: OWN,
  link: GUESSES,
  second_factor: CODES,
  sign_up: MAILS,
  reset: MAILS,
  invitation: MAILS,
};

export interface Attempt {
  what: keyof typeof MOST;
  /** The email address, or another identifier of the account that is being guessed at. */
  address: string;
  /** Null when the platform does not report it. */
  network: string | null;
}

/** Throws rate_limited after too many attempts, whether or not an account with the address exists. */
export async function limitAttempts(ctx: SystemCtx, attempt: Attempt): Promise<void> {
  if (await claimAttempt(ctx, allowances(attempt))) return;
  throw new AppError(
    'rate_limited',
    'There were too many attempts. Wait a quarter of an hour and try again.',
    {
      headers: { 'Retry-After': String(WINDOW_MS / SECOND_MS) },
    },
  );
}

/** Uncounts an attempt that turned out to be correct. */
export async function forgiveAttempt(ctx: SystemCtx, attempt: Attempt): Promise<void> {
  await releaseAttempt(ctx, allowances(attempt));
}

function allowances({ what, address, network }: Attempt): Allowance[] {
  const { both, address: all, network: one } = MOST[what];
  const key = (...parts: string[]) => sha256Hex(JSON.stringify([what, ...parts]));
  const found: Allowance[] = [];
  const add = (most: number | null, ...parts: string[]) => {
    if (most !== null) found.push({ key: key(...parts), most, windowMs: WINDOW_MS });
  };
  add(all, 'address', address);
  if (network !== null) {
    add(both, 'both', address, network);
    add(one, 'network', network);
  }
  return found;
}
