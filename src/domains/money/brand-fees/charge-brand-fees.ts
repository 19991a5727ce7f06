// Posts the fees that partners take on their brands' sales or ad spend, for whole UTC days.
import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { chargeProblem, greatestCharge, money } from '../../../kit/currencies.ts';
import { newId } from '../../../kit/ids.ts';
import { log } from '../../../kit/log.ts';
import { percentOf } from '../../../kit/money.ts';
import { DAY_MS, day, startOfDay } from '../../../kit/time.ts';
import { listAdSpendOn, listSales } from '../accruals/interface.ts';
import type { NewLine } from '../ledger/posting.ts';
import { planInstructions } from '../ledger-instructions/plan-instructions.ts';
import { addDue } from '../receivables/interface.ts';
import { type BrandFeeRow, FEE_DAYS } from './interface.ts';
import { type FeeTerms, findFeeTerms, insertFee, listFeesDone } from './store.ts';

const AT_ONCE = 2_000;

interface Base {
  accountId: string;
  currency: string;
  gmv: number;
  ad_spend: number;
}

/** Posts the fees of the last days that have ended: once for each brand, day and currency. */
export async function chargeBrandFees(ctx: SystemCtx): Promise<void> {
  const today = startOfDay(ctx.now);
  for (let back = FEE_DAYS; back >= 1; back--) await chargeDay(ctx, today - back * DAY_MS);
}

async function chargeDay(ctx: SystemCtx, start: number): Promise<void> {
  const of = day(start);
  const done = await listFeesDone(ctx, of);
  const bases = (await basesOf(ctx, start)).filter((base) => !done.has(`${base.accountId} ${base.currency}`));
  const portion = bases.slice(0, AT_ONCE);
  const terms = await findFeeTerms(
    ctx,
    portion.map((base) => base.accountId),
  );
  for (const base of portion) {
    const brand = terms.get(base.accountId);
    // If another run posts the same day's fee, this batch fails, and the fee exists anyway.
    if (brand) await inOneBatch(ctx, (own) => chargeFee(own, of, brand, base));
  }
}

async function basesOf(ctx: SystemCtx, start: number): Promise<Base[]> {
  const bases = new Map<string, Base>();
  const add = (of: 'gmv' | 'ad_spend', rows: { accountId: string; currency: string; base: number }[]) => {
    for (const { accountId, currency, base } of rows) {
      const name = `${accountId} ${currency}`;
      const known = bases.get(name) ?? { accountId, currency, gmv: 0, ad_spend: 0 };
      bases.set(name, { ...known, [of]: base });
    }
  };
  add('gmv', await listSales(ctx, start, start + DAY_MS));
  add('ad_spend', await listAdSpendOn(ctx, day(start)));
  return [...bases.values()];
}

function chargeFee(ctx: SystemCtx, of: string, brand: FeeTerms, base: Base): void {
  const due = brand.active && brand.partnerId !== null && brand.of !== null && brand.bps !== null;
  const counted = due ? base[brand.of!] : 0;
  const worth = due ? percentOf(counted, brand.bps!) : 0;
  const problem = worth > 0 ? feeProblem(worth, base.currency) : null;
  const amount = problem === null ? worth : 0;
  const row: BrandFeeRow = {
    id: newId('brandFee', ctx.now),
    accountId: brand.accountId,
    day: of,
    currency: base.currency,
    partnerId: brand.partnerId,
    of: brand.of,
    bps: brand.bps,
    base: counted,
    amount,
    earningId: amount > 0 ? newId('earning', ctx.now) : null,
    status: amount > 0 ? 'processing' : 'none',
    failureMessage: problem,
    payoutToNote: false,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  };
  if (problem !== null) log('error', { brandFee: row.id, account: row.accountId, error: problem });
  insertFee(ctx, row);
  if (amount === 0) return;
  planFee(ctx, row, brand);
  addDue(ctx, { id: row.id, kind: 'brand_fee', account: row.accountId, currency: row.currency, amount });
}

/** Why no card can be charged for a fee. The partner is not owed what cannot be collected. */
function feeProblem(amount: number, currency: string): string | null {
  if (amount <= greatestCharge(currency)) return chargeProblem(currency);
  return `A card is charged at most ${money(greatestCharge(currency), currency)} at once.`;
}

/** Plans the steps that make the brand owe the fee and the partner's commission pending. */
function planFee(ctx: SystemCtx, row: BrandFeeRow, brand: FeeTerms): void {
  const line = (amount: number, more: Pick<NewLine, 'balanceOf' | 'counterparty'>): NewLine => ({
    type: 'brand_fee',
    status: 'completed',
    currency: row.currency,
    amount,
    fee: 0,
    description: `${row.of === 'gmv' ? 'Sales' : 'Ad spend'} of ${row.day}`,
    memo: null,
    source: row.id,
    campaign: null,
    program: null,
    ...more,
  });
  const transfer = {
    id: `${row.id}:fee`,
    at: ctx.now,
    currency: row.currency,
    amount: row.amount,
    source: {
      holder: row.accountId,
      lines: [{ bucket: 'receivable' as const, amount: row.amount }],
      statement: [
        line(-row.amount, {
          balanceOf: 'receivable',
          counterparty: { type: 'partner', id: null, name: brand.partnerName },
        }),
      ],
    },
    destination: {
      holder: row.partnerId!,
      earnings: [
        {
          do: 'create' as const,
          earning: {
            id: row.earningId!,
            status: 'pending' as const,
            source: 'partner_commission' as const,
            currency: row.currency,
            amount: row.amount,
            fee: 0,
            account: row.accountId,
            program: null,
            submission: null,
            retainer: null,
            payment: null,
            holdUntilAt: null,
          },
        },
      ],
      statement: [
        line(row.amount, { balanceOf: null, counterparty: { type: 'account', id: null, name: brand.name } }),
      ],
    },
  };
  planInstructions(ctx, row.id, [{ kind: 'transfer', transfer }]);
}
