import * as z from 'zod';
import type { StaffCtx } from '../../../context.ts';
import { notFound } from '../../../kit/error.ts';
import { iso } from '../../../kit/time.ts';
import { isHolder } from '../../money/ledger/chart.ts';
import { findKnown } from '../../money/ledger/interface.ts';
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
  known: z
    .object({ entry: z.int(), since: z.string() })
    .nullable()
    .describe('The last entry that the database knows of; a ledger without it was rolled back.'),
});

export type StaffLedger = z.output<typeof StaffLedger>;

/**
 * A holder's balances, and the result of verifying its journal. A holder whose money never moved has an empty
 * ledger. Throws not_found for an ID that cannot have a ledger.
 */
export async function getStaffLedger(ctx: StaffCtx, holder: string): Promise<StaffLedger> {
  if (!isHolder(holder)) throw notFound('ledger');
  const [verdict, balances] = [await verifyLedger(ctx, holder), await ledgerOf(ctx.env, holder).balances()];
  const known = await findKnown(ctx, holder);
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
    known: known && { entry: known.seq, since: iso(known.since) },
  };
}
