// Remembers where and how a holder is paid out, since reading that from the database would take several times
// as long as the rest of reading a balance. It changes only when a person takes over the creator record.
import type { SystemCtx } from '../../../context.ts';
import { MINUTE_MS, SECOND_MS } from '../../../kit/time.ts';
import { payoutAccountOf } from '../payout-accounts/interface.ts';
import type { PayoutAccountRow } from '../payout-accounts/payout-account.ts';

const UNKNOWN_FOR_MS = 10 * SECOND_MS;
const KNOWN_FOR_MS = 10 * MINUTE_MS;
const MEMORY_LIMIT = 5_000;

export interface PayoutTerms {
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** Paid each Monday without a request. */
  weekly: boolean;
}

const memory = new Map<string, { terms: PayoutTerms | null; until: number }>();

/**
 * Null when payouts are not set up, or were less than ten seconds ago. @returns the account too if it had to
 * be read.
 */
export async function payoutTermsOf(
  ctx: SystemCtx,
  holder: string,
): Promise<{ terms: PayoutTerms | null; account?: PayoutAccountRow | null }> {
  const known = memory.get(holder);
  if (known && known.until > ctx.now) return { terms: known.terms };
  const account = await payoutAccountOf(ctx, holder);
  const terms = account && { country: account.country, weekly: account.kind === 'recipient' };
  if (memory.size >= MEMORY_LIMIT) memory.clear();
  memory.set(holder, { terms, until: ctx.now + (terms === null ? UNKNOWN_FOR_MS : KNOWN_FOR_MS) });
  return { terms, account };
}
