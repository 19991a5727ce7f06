// What an order's items cost, what of it is left, and what came back. All is worked out from the lines: the order's own sums
// hold tax, and the documents leave open whether they hold gift cards.
import * as z from 'zod';
import { fromDecimal } from '../provider/decimal.ts';
import { NextPage } from './client.ts';
import { SHOPIFY } from './outcome.ts';

/** The fields of a line that are read, as a part of a query. */
export const LINE = `title vendor quantity currentQuantity isGiftCard taxable requiresShipping sellingPlan { name }
  originalTotalSet { shopMoney { amount currencyCode } }
  priceAfterAllDiscountsBeforeTaxesSet { shopMoney { amount currencyCode } }
  discountAllocations { allocatedAmountSet { shopMoney { amount currencyCode } } }
  taxLines { priceSet { shopMoney { amount currencyCode } } }`;

/** An amount in the shop's currency, never in the buyer's. */
export const Money = z
  .object({ shopMoney: z.object({ amount: z.string().max(40), currencyCode: z.string().toLowerCase() }) })
  .transform(({ shopMoney }) => shopMoney);
type Money = z.output<typeof Money>;

const Line = z.object({
  title: z.string(),
  vendor: z.string().nullable(),
  quantity: z.number().int().nonnegative(),
  currentQuantity: z.number().int().nonnegative(),
  isGiftCard: z.boolean(),
  taxable: z.boolean(),
  requiresShipping: z.boolean(),
  sellingPlan: z.object({}).nullable(),
  originalTotalSet: Money,
  priceAfterAllDiscountsBeforeTaxesSet: Money,
  discountAllocations: z.array(z.object({ allocatedAmountSet: Money })),
  taxLines: z.array(z.object({ priceSet: Money })),
});
export type Line = z.output<typeof Line>;

export const Lines = z.object({ nodes: z.array(Line), pageInfo: NextPage });

/** In the currency's minor unit. Throws unreadable for an amount in another currency. */
export function minorOf({ amount, currencyCode }: Money, currency: string): number {
  const read = currencyCode === currency ? fromDecimal(amount, currency) : null;
  if (read === null) throw SHOPIFY.error('unreadable');
  return read;
}

interface Sold {
  currency: string;
  taxesIncluded: boolean;
  /** All tips, in the currency's minor unit. */
  tips: number;
}

/** In the currency's minor unit. */
export function sumsOf(lines: readonly Line[], sold: Sold): { value: number; returned: number } {
  const minor = (money: Money) => minorOf(money, sold.currency);
  const goods = withoutTips(
    lines.filter(({ isGiftCard }) => !isGiftCard),
    sold,
  );
  let [value, returned] = [0, 0];
  for (const line of goods) {
    const left = minor(line.priceAfterAllDiscountsBeforeTaxesSet);
    value += left;
    if (line.currentQuantity === line.quantity) continue;
    let full = minor(line.originalTotalSet);
    for (const { allocatedAmountSet } of line.discountAllocations) full -= minor(allocatedAmountSet);
    if (sold.taxesIncluded) for (const { priceSet } of line.taxLines) full -= minor(priceSet);
    returned += Math.max(0, full - left);
  }
  return { value, returned };
}

/**
 * A tip is a line that is neither taxed nor shipped and belongs to no product. It is called Tip, or a word of the shop's
 * language; then it is the one that costs what the order says of its tips.
 */
function withoutTips(lines: readonly Line[], { currency, tips }: Sold): readonly Line[] {
  const costOf = (line: Line) => minorOf(line.originalTotalSet, currency);
  const sum = (some: readonly Line[]) => some.reduce((total, line) => total + costOf(line), 0);
  const alike = lines.filter(
    ({ taxable, requiresShipping, sellingPlan, vendor }) =>
      !taxable && !requiresShipping && sellingPlan === null && !vendor,
  );
  const named = alike.filter(({ title }) => title === 'Tip');
  const others = alike.filter((line) => !named.includes(line));
  const left = tips - sum(named);
  const one = left > 0 ? others.findLast((line) => costOf(line) === left) : undefined;
  const found = one ? [one] : left > 0 && sum(others) === left ? others : [];
  return lines.filter((line) => !named.includes(line) && !found.includes(line));
}
