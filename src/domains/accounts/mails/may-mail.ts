// How many mails strangers can make us send to an address. A mail that is too much is left out without a word, so that nobody
// learns whether the address is known; whatever the one before opens stays open for as long as no other is sent.
import type { SystemCtx } from '../../../context.ts';
import { sha256Hex } from '../../../kit/crypto.ts';
import { DAY_MS, HOUR_MS } from '../../../kit/time.ts';
import { claimAttempt } from '../attempts/interface.ts';

/** Together 5 a day for an address that nobody proved; apart, so that none of them uses up another. */
const TO_ADDRESS = {
  sign_up: { most: 2, windowMs: DAY_MS },
  invitation: { most: 2, windowMs: DAY_MS },
  no_account: { most: 1, windowMs: DAY_MS },
  /** To proved addresses alone. A link lasts as long as the window: while no other is sent, the last one works. */
  reset: { most: 10, windowMs: HOUR_MS },
};

const keyOf = (...parts: string[]) => sha256Hex(JSON.stringify(['mail', ...parts]));

/** Counts a mail. False, with nothing counted, when there were enough to this address. */
export async function mayMail(
  ctx: SystemCtx,
  what: keyof typeof TO_ADDRESS,
  address: string,
): Promise<boolean> {
  return await claimAttempt(ctx, [{ key: keyOf(what, address), ...TO_ADDRESS[what] }]);
}
