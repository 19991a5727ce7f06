// Compares the earnings that ledgers booked since the last round with our records: each must be the only
// earning of a payment or a brand fee. The record is written before its earning, so nothing can be under way
// here.

import type { SystemCtx } from '../../../context.ts';
import { holderKind } from '../../../kit/holder.ts';
import { lowestId } from '../../../kit/ids.ts';
import { inParallel } from '../../../kit/in-parallel.ts';
import { listHeads } from '../ledger/interface.ts';
import type { EarningRecord } from '../ledger/journal-lists.ts';
import { ledgerOf } from '../ledger/ledger-client.ts';
import type { Found } from './difference.ts';
import { type Part, spanOf } from './part.ts';
import { listEarnersOf, listFeeEarnings } from './record-store.ts';

const LEDGERS_A_RUN = 50;
const AT_A_TIME = 5;
const EARNINGS_AT_ONCE = 500;

export const checkEarnings: Part = {
  name: 'earnings',
  async look(ctx, position) {
    const rows = await listHeads(ctx, position.after, LEDGERS_A_RUN);
    const { from, until } = spanOf(position);
    const found: Found[] = [];
    await inParallel(rows, AT_A_TIME, async ({ holder }) => {
      if (holderKind(holder) === null) return;
      const adjusted = new Set<string>();
      let before: string | null = lowestId('earning', until);
      while (before !== null) {
        const earned: EarningRecord[] = await ledgerOf(ctx.env, holder).earnings({
          statuses: null,
          sources: null,
          range: { before, after: lowestId('earning', from) },
          limit: EARNINGS_AT_ONCE,
        });
        found.push(...(await unknown(ctx, holder, earned, adjusted)));
        before = earned.length < EARNINGS_AT_ONCE ? null : earned.at(-1)!.id;
      }
    });
    return { after: rows.length < LEDGERS_A_RUN ? null : rows.at(-1)!.holder, found };
  },
};

/**
 * @param adjusted the payments whose earning was already taken back from the holder: a second reversal is one
 * too many.
 */
async function unknown(
  ctx: SystemCtx,
  holder: string,
  earned: EarningRecord[],
  adjusted: Set<string>,
): Promise<Found[]> {
  if (earned.length === 0) return [];
  const ofPayments = earned.flatMap(({ payment }) => payment ?? []);
  const ofFees = earned.flatMap(({ id, payment }) => (payment === null ? id : []));
  const [payments, fees] = await Promise.all([
    listEarnersOf(ctx, ofPayments),
    ofFees.length === 0 ? new Set<string>() : listFeeEarnings(ctx, holder, ofFees),
  ]);
  const byId = new Map(payments.map((row) => [row.id, row]));
  return earned.flatMap(({ id, source, payment, net, currency }) => {
    const row = byId.get(payment ?? '');
    const own =
      row?.creatorId === holder ? row.creatorEarningId : row?.partnerId === holder && row.partnerEarningId;
    const back = source === 'adjustment' && own && row?.closedAt !== null && !adjusted.has(row!.id);
    if (back) adjusted.add(row!.id);
    if (fees.has(id) || own === id || back) return [];
    return [
      { kind: 'earning_unknown' as const, subject: id, details: { holder, source, payment, net, currency } },
    ];
  });
}
