// Reads orders: what was sold, paid and returned, what ties it to a creator, and as little as possible of the buyer.
import * as z from 'zod';
import { isCountry } from '../../kit/countries.ts';
import { isCurrency } from '../../kit/iso-4217.ts';
import { CART_ATTRIBUTE, type ShopJourney, type ShopOrder, type ShopSession } from '../shops/platform.ts';
import { Moment, read } from './client.ts';
import { Gid, gidOf, inOrder, numberOf } from './gid.ts';
import { LINE, type Line, Lines, Money, minorOf, sumsOf } from './lines.ts';
import { remainingLines } from './long-orders.ts';
import { channelOf, isPaid, noSaleOf } from './words.ts';

/** So many orders with so many lines each cost at most 1,000 points, which is the limit of a query. */
export const ORDERS_AT_ONCE = 14;

const ORDERS = `query Orders($ids: [ID!]!) {
  nodes(ids: $ids) {
    ... on Order {
      id name test tags sourceName createdAt updatedAt cancelledAt currencyCode taxesIncluded checkoutToken
      displayFinancialStatus discountCodes email phone
      customAttributes { key value }
      billingAddress { countryCodeV2 }
      totalTipReceivedSet { shopMoney { amount currencyCode } }
      transactions { kind status processedAt }
      customerJourneySummary { ready firstVisit { referrerUrl } lastVisit { referrerUrl landingPage } }
      lineItems(first: 5) {
        nodes { ${LINE} }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
}`;

/** What Shopify may keep from us until it approved our app for it. */
const WITHHELD = ['email', 'phone', 'billingAddress', 'customerJourneySummary'];

const LONGEST_ATTRIBUTE = 4000;
const LONGEST_CODE = 255;

/** What a buyer gave. It never makes an order unreadable. */
const given = z.string().min(1).max(500).nullish().catch(null);
const visit = z.object({ referrerUrl: given, landingPage: given }).nullish().catch(null);

const Order = z.object({
  id: Gid('Order'),
  name: z.string(),
  test: z.boolean(),
  tags: z.array(z.string()),
  sourceName: z.string().nullable(),
  createdAt: Moment,
  updatedAt: Moment,
  cancelledAt: Moment.nullable(),
  currencyCode: z.string().toLowerCase().refine(isCurrency),
  taxesIncluded: z.boolean(),
  checkoutToken: z.string().max(200).nullable(),
  displayFinancialStatus: z.string().nullable(),
  discountCodes: z.array(z.string()),
  email: given,
  phone: given,
  billingAddress: z
    .object({ countryCodeV2: z.string().refine(isCountry).nullish() })
    .nullish()
    .catch(null),
  customAttributes: z.array(z.object({ key: z.string(), value: z.string().nullable() })),
  totalTipReceivedSet: Money,
  transactions: z.array(z.object({ kind: z.string(), status: z.string(), processedAt: Moment.nullable() })),
  customerJourneySummary: z
    .object({ ready: z.boolean(), firstVisit: visit, lastVisit: visit })
    .nullish()
    .catch(null),
  lineItems: Lines,
});
type Order = z.output<typeof Order>;
const Orders = z.object({ nodes: z.array(Order.nullable()) });

export async function orders(session: ShopSession, ids: readonly string[]): Promise<ShopOrder[]> {
  if (ids.length > ORDERS_AT_ONCE) throw new RangeError(`At most ${ORDERS_AT_ONCE} orders are read at once.`);
  if (ids.length === 0) return [];
  const gids = ids.map((id) => gidOf('Order', id, 'order'));
  const query = { query: ORDERS, variables: { ids: gids }, withheld: WITHHELD };
  const { nodes } = await read(session, query, Orders);
  const found: ShopOrder[] = [];
  for (const node of inOrder(gids, nodes)) {
    const lines = node && (await linesOf(session, node));
    if (lines) found.push(orderOf(node, lines));
  }
  return found;
}

/** All lines of an order; null if it was deleted meanwhile. */
async function linesOf(session: ShopSession, { id, updatedAt, lineItems }: Order): Promise<Line[] | null> {
  const { nodes, pageInfo: next } = lineItems;
  if (next === null) return nodes;
  const more = await remainingLines(session, { id, updatedAt }, next);
  return more && [...nodes, ...more];
}

function orderOf(order: Order, lines: readonly Line[]): ShopOrder {
  const { currencyCode: currency, taxesIncluded, checkoutToken } = order;
  const tips = minorOf(order.totalTipReceivedSet, currency);
  const { value, returned } = sumsOf(lines, { currency, taxesIncluded, tips });
  return {
    id: numberOf(order.id),
    name: order.name.slice(0, LONGEST_CODE),
    checkoutToken,
    createdAt: order.createdAt,
    updatedAt: order.updatedAt,
    currency,
    value,
    returned,
    paidAt: isPaid(order) ? paidAtOf(order) : null,
    cancelledAt: order.cancelledAt,
    channel: channelOf(order),
    noSale: noSaleOf(order, {
      isPlanned: lines.some((line) => line.sellingPlan !== null),
      ordered: value + returned,
    }),
    attribute: attributeOf(order),
    codes: order.discountCodes.filter((code) => code !== '' && code.length <= LONGEST_CODE),
    email: order.email ?? null,
    phone: order.phone ?? null,
    country: order.billingAddress?.countryCodeV2 ?? null,
    journey: journeyOf(order),
  };
}

function attributeOf({ customAttributes }: Order): string | null {
  const value = customAttributes.find(({ key }) => key === CART_ATTRIBUTE)?.value ?? null;
  return value !== null && value.length <= LONGEST_ATTRIBUTE ? value : null;
}

/** An order that no payment belongs to, such as one that was imported, counts as paid when it was made. */
function paidAtOf({ createdAt, transactions }: Order): number {
  const payments = transactions.flatMap(({ kind, status, processedAt }) =>
    status === 'SUCCESS' && (kind === 'SALE' || kind === 'CAPTURE') && processedAt !== null
      ? [processedAt]
      : [],
  );
  return payments.length === 0 ? createdAt : Math.max(...payments);
}

function journeyOf({ customerJourneySummary: journey }: Order): ShopJourney | null {
  if (!journey) return null;
  const { ready, firstVisit, lastVisit } = journey;
  const hosts = [firstVisit?.referrerUrl, lastVisit?.referrerUrl].map(hostOf);
  return {
    ready,
    referrers: [...new Set(hosts.filter((host) => host !== null))],
    landing: hostOf(lastVisit?.landingPage),
  };
}

/** The rest of an address may say who the buyer is. */
function hostOf(url: string | null | undefined): string | null {
  return url && URL.canParse(url) ? new URL(url).hostname || null : null;
}
