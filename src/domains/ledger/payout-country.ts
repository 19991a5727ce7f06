// The country that a holder is paid out in, for the fees that a balance names. Asking the database for it would cost
// several times what the rest of reading a balance does; and once there is one, it never changes.
import type { SystemCtx } from '../../context.ts';
import { SECOND_MS } from '../../kit/time.ts';
import { payoutAccountOf } from '../payout-accounts/payout-account-of.ts';

const UNKNOWN_FOR_MS = 10 * SECOND_MS;
const MEMORY_LIMIT = 5_000;

const memory = new Map<string, { country: string | null; until: number }>();

/** ISO 3166-1 alpha-2; null when payouts were not set up, or less than ten seconds ago. */
export async function payoutCountryOf(ctx: SystemCtx, holder: string): Promise<string | null> {
  const known = memory.get(holder);
  if (known && known.until > ctx.now) return known.country;
  const country = (await payoutAccountOf(ctx, holder))?.country ?? null;
  if (memory.size >= MEMORY_LIMIT) memory.clear();
  memory.set(holder, {
    country,
    until: country === null ? ctx.now + UNKNOWN_FOR_MS : Number.POSITIVE_INFINITY,
  });
  return country;
}
