// How often somebody may guess, and make us send mail. Counted before the work, so that a thousand guesses at once are no more
// than ten; taken back behind a guess that was right.
import type { SystemCtx } from '../../../context.ts';
import { sha256Hex } from '../../../kit/crypto.ts';
import { AppError } from '../../../kit/error.ts';
import { MINUTE_MS, SECOND_MS } from '../../../kit/time.ts';
import { type Allowance, claimAttempt, releaseAttempt } from './store.ts';

const WINDOW_MS = 15 * MINUTE_MS;

/** The most guesses of one network at one address, of everybody at one address, and of one network at all addresses. */
const GUESSES = { both: 10, address: 100, network: 50 };
/** What sends a mail. Nobody is kept from it by others: mails/may-mail.ts keeps a box from being flooded. */
const MAILS = { both: 10, address: null, network: 50 };
/** The most guesses of a browser that was signed in before, or of a person who is signed in: see people/device.ts. */
const OWN = { both: 10, address: 10, network: null };
/** Fewer than of passwords: whoever comes this far knows the password, so no stranger locks anybody out. */
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
  /** The mail address, or whatever else names the account that is tried. */
  address: string;
  /** Null where the platform does not say. */
  network: string | null;
}

/** Throws rate_limited when there were too many of these; the same whether anybody has the address or not. */
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

/** For an attempt that turned out to be right. */
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
