import * as z from 'zod';
import type { StaffCtx } from '../../../context.ts';
import { notFound } from '../../../kit/error.ts';
import { ledgerOf } from '../../money/ledger/ledger-client.ts';
import { verifyLedger } from '../../money/ledger/verify-ledger.ts';

export const StaffLedger = z.object({
  holder: z.string(),
  balances: z
    .record(z.string(), z.record(z.string(), z.int()))
    .describe('By currency and bucket, in cents on the side of the bucket.'),
  verification: z.object({
    ok: z.boolean(),
    entries: z.int().nullable().describe('How many there are; null when they are not right.'),
    hash: z.string().nullable().describe("The last entry's."),
    seq: z.int().nullable().describe('The first entry that is wrong; null when what is kept beside them is.'),
    problem: z.string().nullable(),
  }),
});

export type StaffLedger = z.output<typeof StaffLedger>;

const HOLDER = /^((acct|crtr)_[0-9a-z]{26}|service:[a-z]{3}:[0-9]{1,13})$/;

/**
 * A holder's balances, and what comes of working them out again from the journal. A holder that never moved a cent has an
 * empty ledger. Throws not_found for what can hold none.
 */
export async function getStaffLedger(ctx: StaffCtx, holder: string): Promise<StaffLedger> {
  if (!HOLDER.test(holder)) throw notFound('ledger');
  const [verdict, balances] = [await verifyLedger(ctx, holder), await ledgerOf(ctx.env, holder).balances()];
  const right = verdict.ok ? verdict : null;
  const wrong = verdict.ok ? null : verdict;
  return {
    holder,
    balances: balances as StaffLedger['balances'],
    verification: {
      ok: verdict.ok,
      entries: right?.entries ?? null,
      hash: right?.hash ?? null,
      seq: wrong?.seq ?? null,
      problem: wrong?.problem ?? null,
    },
  };
}
