// Limits how many mails strangers can make us send to an address. A mail over the limit is dropped silently, so that
// nobody learns whether the address is known. The link in the last mail that was sent keeps working.
import type { SystemCtx } from '../../../context.ts';
import { sha256Hex } from '../../../kit/crypto.ts';
import { DAY_MS, HOUR_MS } from '../../../kit/time.ts';
import { type Allowance, claimAttempt } from '../attempts/interface.ts';

/** Together at most 5 a day to an unverified address. Each kind has its own limit, so that none uses up another's. */
const TO_ADDRESS = {
  sign_up: { most: 2, windowMs: DAY_MS },
  invitation: { most: 2, windowMs: DAY_MS },
  no_account: { most: 1, windowMs: DAY_MS },
  /**
   * Only to verified addresses. A link lasts as long as this window, so when a mail is dropped, the last link still
   * works.
   */
  reset: { most: 10, windowMs: HOUR_MS },
  address: { most: 3, windowMs: HOUR_MS },
};

const keyOf = (...parts: string[]) => sha256Hex(JSON.stringify(['mail', ...parts]));

export const toAddress = (what: keyof typeof TO_ADDRESS, address: string): Allowance => ({
  key: keyOf(what, address),
  ...TO_ADDRESS[what],
});

/** Counts a mail. Returns false and counts nothing when the address has received enough. */
export async function mayMail(
  ctx: SystemCtx,
  what: keyof typeof TO_ADDRESS,
  address: string,
): Promise<boolean> {
  return await claimAttempt(ctx, [toAddress(what, address)]);
}
