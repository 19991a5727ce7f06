// Shopify's words, translated into ours.
import { type NoSale, SAMPLE_TAG, type ShopOrder } from '../shops/platform.ts';

/** The financial statuses of orders whose price was paid, whatever went back afterwards. */
const PAID: ReadonlySet<string> = new Set(['PAID', 'PARTIALLY_REFUNDED', 'REFUNDED']);

/** Money that is only authorized can still fall through. */
export const isPaid = (order: { displayFinancialStatus: string | null }): boolean =>
  PAID.has(order.displayFinancialStatus ?? '');

interface Origin {
  sourceName: string | null;
  checkoutToken: string | null;
}

const POS = 'pos';
const DRAFT = 'shopify_draft_order';

/** Where an order was made. The platform's word is free text, so a checkout says more than it. */
export function channelOf({ sourceName, checkoutToken }: Origin): ShopOrder['channel'] {
  if (sourceName === POS) return 'pos';
  return checkoutToken !== null || sourceName === 'web' ? 'web' : 'other';
}

interface Sort extends Origin {
  test: boolean;
  tags: readonly string[];
}

/**
 * @param isPlanned whether a selling plan, such as a subscription, is behind one of its lines.
 * @param ordered what all its items cost, in the currency's minor unit.
 */
export function noSaleOf(
  order: Sort,
  { isPlanned, ordered }: { isPlanned: boolean; ordered: number },
): NoSale | null {
  if (order.test) return 'test';
  if (order.tags.includes(SAMPLE_TAG)) return 'sample';
  if (order.sourceName === DRAFT) return 'draft';
  // A subscription begins at a checkout or a till; what comes after that renews it.
  if (isPlanned && order.checkoutToken === null && order.sourceName !== POS) return 'renewal';
  return ordered === 0 ? 'zero' : null;
}
