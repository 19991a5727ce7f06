// Payments, payouts and withdrawals against the ledgers that they are about: those that nothing is under way of.
import type { SystemCtx } from '../../../context.ts';
import { type IdKind, lowestId } from '../../../kit/ids.ts';
import { inParallel } from '../../../kit/in-parallel.ts';
import { ledgerOf } from '../ledger/ledger-client.ts';
import type { Entry } from '../ledger/posting.ts';
import { stepKey } from '../ledger/transfer.ts';
import type { DifferenceKind, Found } from './difference.ts';
import { LOOKED_AT_FOR_MS, type Part } from './part.ts';
import { listPaymentsAtRest, listPayoutsAtRest, listWithdrawalsAtRest } from './store.ts';

const RECORDS_A_RUN = 50;
const AT_A_TIME = 5;

/** A part that compares record by record. @param problem what the ledger says instead; null when they agree. */
function records<R extends { id: string }>(
  kind: Extract<DifferenceKind, IdKind>,
  list: (ctx: SystemCtx, after: string, limit: number) => Promise<R[]>,
  problem: (ctx: SystemCtx, row: R) => Promise<Record<string, unknown> | null>,
): Part {
  return {
    name: `${kind}s`,
    async look(ctx, { after }) {
      const rows = await list(ctx, after || lowestId(kind, ctx.now - LOOKED_AT_FOR_MS), RECORDS_A_RUN);
      const found: Found[] = [];
      await inParallel(rows, AT_A_TIME, async (row) => {
        const details = await problem(ctx, row);
        if (details) found.push({ kind, subject: row.id, details });
      });
      return { after: rows.length < RECORDS_A_RUN ? null : rows.at(-1)!.id, found };
    },
  };
}

/** What the earning of a payment may be; null: taken back. */
const EARNINGS: Record<string, (string | null)[]> = {
  pending_approval: ['pending'],
  processing: ['pending'],
  failed: ['pending'],
  disputed: ['held', 'available', 'paid'],
  succeeded: ['pending', 'available', 'paid'],
};
const TAKEN_BACK = [null, 'paid'];

export const checkPayments = records('payment', listPaymentsAtRest, async (ctx, row) => {
  const earning = await ledgerOf(ctx.env, row.creatorId).earning(row.creatorEarningId);
  const may = row.closedAt === null ? (EARNINGS[row.status] ?? TAKEN_BACK) : TAKEN_BACK;
  if (may.includes(earning?.status ?? null) && (earning === null || earning.net === row.net)) return null;
  return {
    payment: row.status,
    net: row.net,
    earning: earning && { status: earning.status, net: earning.net },
  };
});

export const checkPayouts = records('payout', listPayoutsAtRest, async (ctx, row) => {
  const [paid, back] = await entriesOf(ctx, row.holder, [`${row.id}:paid`, `${row.id}:back`]);
  const cents = paid?.lines[0]?.amount ?? null;
  const right = row.status === 'paid' ? cents === row.amount && !back : !paid;
  return right ? null : { payout: row.status, amount: row.amount, paid: cents };
});

export const checkWithdrawals = records('withdrawal', listWithdrawalsAtRest, async (ctx, row) => {
  const { id, holder, status, amount } = row;
  const [taken, paid, failed, returned] = await entriesOf(ctx, holder, [
    `${id}:taken`,
    stepKey(`${id}:paid`, 'settle'),
    `${id}:failed`,
    stepKey(`${id}:returned`, 'receive'),
  ]);
  const cents = taken?.legs.find(([, bucket]) => bucket === 'in_transit')?.[2] ?? 0;
  const back = failed !== null || returned !== null;
  // One that the bank returned was paid before.
  const ended = status === 'failed' ? back : !back && (status === 'paid') === (paid !== null);
  const right = status === 'refused' ? cents === 0 : cents === amount && ended;
  return right ? null : { withdrawal: status, amount, taken: cents, paid: paid !== null, back };
});

async function entriesOf(ctx: SystemCtx, holder: string, keys: string[]): Promise<(Entry | null)[]> {
  return await ledgerOf(ctx.env, holder).entries(keys);
}
