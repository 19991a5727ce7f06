import type { SystemCtx } from '../../../context.ts';
import { listSalePay, type SalePayRow } from './conversion-store.ts';

/** What became of a counted conversion here. */
export interface SalePaid {
  /** The submission that it would earn for, or earned for; null while nothing says so. */
  submission: string | null;
  /** How far its pay is: `waiting` for its submission to be approved again; null before it was taken over here. */
  state: SalePayRow['payable'];
  /** What it earned, in cents before a partner's share; null if nothing was counted for it. */
  earned: {
    amount: number;
    state: 'open' | 'paid' | 'cut';
    payment: string | null;
    /** The creator's earning of that payment. */
    earning: string | null;
  } | null;
}

interface Sale {
  conversionId: string;
  eventId: string;
}

/** What became of these counted conversions, as a function of one of them. */
export async function findSalePay(ctx: SystemCtx, sales: readonly Sale[]): Promise<(sale: Sale) => SalePaid> {
  const name = ({ conversionId, eventId }: Sale) => `${conversionId} ${eventId}`;
  const rows = new Map<string, SalePayRow[]>();
  for (const row of sales.length === 0 ? [] : await listSalePay(ctx, sales))
    rows.set(name(row), [...(rows.get(name(row)) ?? []), row]);
  return (sale) => {
    const found = rows.get(name(sale)) ?? [];
    const accrued = found.filter(({ amount }) => amount !== null);
    const [first] = accrued;
    return {
      submission: found[0]?.submissionId ?? null,
      state: found[0]?.payable ?? null,
      earned: first
        ? {
            amount: accrued.reduce((sum, { amount }) => sum + amount!, 0),
            state: first.state!,
            payment: first.paymentId,
            earning: first.earningId,
          }
        : null,
    };
  };
}
