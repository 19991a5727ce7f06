// Compares payments, brand fees, payouts and withdrawals with their ledgers, where nothing is under way.
import type { SystemCtx } from '../../../context.ts';
import { type IdKind, lowestId } from '../../../kit/ids.ts';
import { inParallel } from '../../../kit/in-parallel.ts';
import { percentOf } from '../../../kit/money.ts';
import type { Bucket } from '../ledger/chart.ts';
import type { EarningDetail } from '../ledger/journal-lists.ts';
import { ledgerOf } from '../ledger/ledger-client.ts';
import type { Entry } from '../ledger/posting.ts';
import { stageKey } from '../ledger/transfer.ts';
import type { DifferenceKind, Found } from './difference.ts';
import { LOOKED_AT_FOR_MS, type Part } from './part.ts';
import {
  listBrandFeesAtRest,
  listCommissionsAtRest,
  listPaymentsAtRest,
  listPayoutsAtRest,
  listWithdrawalsAtRest,
} from './record-store.ts';

const RECORDS_A_RUN = 50;
const AT_A_TIME = 5;

/**
 * A part that compares record by record. @param problem returns what the ledger has instead; null when they
 * agree.
 */
function records<R extends { id: string }>(
  kind: DifferenceKind,
  of: IdKind,
  list: (ctx: SystemCtx, after: string, limit: number) => Promise<R[]>,
  problem: (ctx: SystemCtx, row: R) => Promise<Record<string, unknown> | null>,
): Part {
  return {
    name: `${kind}s`,
    async look(ctx, { after }) {
      const rows = await list(ctx, after || lowestId(of, ctx.now - LOOKED_AT_FOR_MS), RECORDS_A_RUN);
      const found: Found[] = [];
      await inParallel(rows, AT_A_TIME, async (row) => {
        const details = await problem(ctx, row);
        if (details) found.push({ kind, subject: row.id, details });
      });
      return { after: rows.length < RECORDS_A_RUN ? null : rows.at(-1)!.id, found };
    },
  };
}

/** The statuses that the earning of a payment may have; null means that it was taken back. */
const EARNINGS: Record<string, (string | null)[]> = {
  pending_approval: ['pending'],
  processing: ['pending'],
  failed: ['pending'],
  disputed: ['held', 'available', 'paid'],
  succeeded: ['pending', 'available', 'paid'],
};
const TAKEN_BACK = [null, 'paid'];

const mayBe = (row: { status: string; closedAt: number | null }) =>
  row.closedAt === null ? (EARNINGS[row.status] ?? TAKEN_BACK) : TAKEN_BACK;

const inLedger = (earning: EarningDetail | null) =>
  earning && { status: earning.status, net: earning.net, currency: earning.currency };

export const checkPayments = records('payment', 'payment', listPaymentsAtRest, async (ctx, row) => {
  const { id, status, accountId, amount, net, partnerFee, serviceFee, currency } = row;
  const [earning, ...made] = await Promise.all([
    ledgerOf(ctx.env, row.creatorId).earning(row.creatorEarningId),
    entriesOf(
      ctx,
      accountId,
      ['creator', 'partner', 'fee'].map((part) => stageKey(`${id}:${part}`, 'reserve')),
    ),
  ]);
  const owes = made.flat().reduce((sum, entry) => sum + centsOf(entry, 'receivable'), 0);
  const right =
    mayBe(row).includes(earning?.status ?? null) &&
    (earning === null ||
      (earning.net === net && earning.fee === partnerFee && earning.currency === currency));
  if (right && owes === amount + serviceFee && net + partnerFee === amount) return null;
  return { payment: status, net, cost: amount + serviceFee, earning: inLedger(earning), owes };
});

/** A partner's commission on a creator's pay. */
export const checkCommissions = records('commission', 'payment', listCommissionsAtRest, async (ctx, row) => {
  const { status, amount, partnerFee, takeBps, currency } = row;
  const earning = await ledgerOf(ctx.env, row.partnerId).earning(row.partnerEarningId);
  const share = percentOf(amount, takeBps ?? 0);
  const right =
    mayBe(row).includes(earning?.status ?? null) &&
    (earning === null || (earning.net === partnerFee && earning.currency === currency));
  if (right && share === partnerFee) return null;
  return { payment: status, share, commission: partnerFee, earning: inLedger(earning) };
});

const FEES: Record<string, string[]> = {
  processing: ['pending'],
  failed: ['pending'],
  charged: ['available', 'paid'],
};

/** A partner's fee on its brand's ad spend or sales. */
export const checkBrandFees = records('brand_fee', 'brandFee', listBrandFeesAtRest, async (ctx, row) => {
  const { id, status, accountId, base, bps, amount, currency } = row;
  const [earning, [made]] = await Promise.all([
    ledgerOf(ctx.env, row.partnerId).earning(row.earningId),
    entriesOf(ctx, accountId, [stageKey(`${id}:fee`, 'reserve')]),
  ]);
  const owes = centsOf(made ?? null, 'receivable');
  const share = percentOf(base, bps);
  const right = FEES[status]?.includes(earning?.status ?? '') && earning?.currency === currency;
  if (right && earning?.net === amount && owes === amount && share === amount) return null;
  return { fee: status, share, amount, earning: inLedger(earning), owes };
});

export const checkPayouts = records('payout', 'payout', listPayoutsAtRest, async (ctx, row) => {
  const [paid, back] = await entriesOf(ctx, row.holder, [`${row.id}:paid`, `${row.id}:back`]);
  const cents = paid?.lines[0]?.amount ?? null;
  const right = row.status === 'paid' ? cents === row.amount && !back : !paid;
  return right ? null : { payout: row.status, amount: row.amount, paid: cents };
});

export const checkWithdrawals = records(
  'withdrawal',
  'withdrawal',
  listWithdrawalsAtRest,
  async (ctx, row) => {
    const { id, holder, status, amount } = row;
    const [taken, paid, failed, returned] = await entriesOf(ctx, holder, [
      `${id}:taken`,
      stageKey(`${id}:paid`, 'settle'),
      `${id}:failed`,
      stageKey(`${id}:returned`, 'receive'),
    ]);
    const cents = centsOf(taken ?? null, 'in_transit');
    const back = failed !== null || returned !== null;
    // A withdrawal that the bank returned was paid before.
    const ended = status === 'failed' ? back : !back && (status === 'paid') === (paid !== null);
    const right = status === 'refused' ? cents === 0 : cents === amount && ended;
    return right ? null : { withdrawal: status, amount, taken: cents, paid: paid !== null, back };
  },
);

async function entriesOf(ctx: SystemCtx, holder: string, keys: string[]): Promise<(Entry | null)[]> {
  return await ledgerOf(ctx.env, holder).entries(keys);
}

/** The cents by which an entry changed a bucket; 0 when there is no entry. */
function centsOf(entry: Entry | null, name: Bucket): number {
  return entry?.legs.find(([, bucket]) => bucket === name)?.[2] ?? 0;
}
