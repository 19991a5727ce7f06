// Makes, finds, reads and pauses discount codes of a shop.
import * as z from 'zod';
import { fromDecimal, toDecimal } from '../provider/decimal.ts';
import { ShopError } from '../shops/error.ts';
import type { FoundDiscount, NewDiscount, ShopDiscount, ShopSession } from '../shops/platform.ts';
import { change, read } from './client.ts';
import { Gid, gidOf, inOrder, numberOf } from './gid.ts';
import { SHOPIFY } from './outcome.ts';

export const DISCOUNTS_AT_ONCE = 50;

const DISCOUNT = `id codeDiscount { __typename ... on DiscountCodeBasic {
  title status asyncUsageCount codesCount { count } codes(first: 1) { nodes { code } }
  customerGets { items { __typename } value { __typename ... on DiscountPercentage { percentage } ... on DiscountAmount { amount { amount currencyCode } appliesOnEachItem } } }
} }`;
const FIND = `query DiscountByCode($code: String!) { codeDiscountNodeByCode(code: $code) { ${DISCOUNT} } }`;
const READ = `query Discounts($ids: [ID!]!) { nodes(ids: $ids) { ... on DiscountCodeNode { ${DISCOUNT} } } }`;
const CREATE = `mutation CreateDiscount($discount: DiscountCodeBasicInput!) {
  discountCodeBasicCreate(basicCodeDiscount: $discount) { codeDiscountNode { ${DISCOUNT} } userErrors { field code message } }
}`;
const ACTIVATE = `mutation ActivateDiscount($id: ID!) {
  discountCodeActivate(id: $id) { codeDiscountNode { ${DISCOUNT} } userErrors { field code message } }
}`;
const DEACTIVATE = `mutation DeactivateDiscount($id: ID!) {
  discountCodeDeactivate(id: $id) { codeDiscountNode { ${DISCOUNT} } userErrors { field code message } }
}`;

const TYPE = 'DiscountCodeNode';
const Value = z.object({
  percentage: z.number().min(0).max(1).optional(),
  amount: z.object({ amount: z.string().max(40), currencyCode: z.string().toLowerCase() }).optional(),
  appliesOnEachItem: z.boolean().optional(),
});
const Node = z.object({
  id: Gid(TYPE),
  codeDiscount: z.object({
    __typename: z.string(),
    title: z.string().optional(),
    status: z.string().optional(),
    asyncUsageCount: z.number().int().nonnegative().optional(),
    codesCount: z.object({ count: z.number().int().nonnegative() }).nullish(),
    codes: z.object({ nodes: z.array(z.object({ code: z.string() })) }).optional(),
    customerGets: z.object({ items: z.object({ __typename: z.string() }), value: Value }).optional(),
  }),
});
type Node = z.output<typeof Node>;
const Found = z.object({ codeDiscountNodeByCode: Node.nullable() });
const Listed = z.object({ nodes: z.array(Node.nullable()) });
const Changed = z.object({ codeDiscountNode: Node });
const Created = z.object({ discountCodeBasicCreate: Changed });
const Activated = z.object({ discountCodeActivate: Changed });
const Deactivated = z.object({ discountCodeDeactivate: Changed });

/** The discount behind a code, in either case; null if the shop has none. */
export async function findDiscount(session: ShopSession, code: string): Promise<FoundDiscount | null> {
  const { codeDiscountNodeByCode: node } = await read(session, { query: FIND, variables: { code } }, Found);
  if (node === null) return null;
  const { __typename, title = '', codesCount, codes, customerGets } = node.codeDiscount;
  const hasOneCode = codesCount?.count === 1 && codes?.nodes.length === 1;
  const isOnOrder =
    customerGets?.items.__typename === 'AllDiscountItems' && !customerGets.value.appliesOnEachItem;
  const isSimple = __typename === 'DiscountCodeBasic' && hasOneCode && isOnOrder;
  return { title, discount: isSimple ? discountOf(node) : null };
}

/** At most DISCOUNTS_AT_ONCE discounts by their numbers; null for those that were deleted. */
export async function discounts(
  session: ShopSession,
  ids: readonly string[],
): Promise<(ShopDiscount | null)[]> {
  if (ids.length > DISCOUNTS_AT_ONCE) throw new RangeError(`At most ${DISCOUNTS_AT_ONCE} are read at once.`);
  if (ids.length === 0) return [];
  const gids = ids.map((id) => gidOf(TYPE, id, 'discount'));
  const { nodes } = await read(session, { query: READ, variables: { ids: gids } }, Listed);
  return inOrder(gids, nodes).map((node) => node && discountOf(node));
}

/** Makes a code for everything in the shop. @returns null if the shop has the code already. */
export async function createDiscount(
  session: ShopSession,
  { code, title, startsAt, percent, amount }: NewDiscount,
): Promise<ShopDiscount | null> {
  const value =
    amount === null
      ? { percentage: (percent ?? 0) / 10_000 }
      : {
          discountAmount: { amount: toDecimal(amount.amount, amount.currency), appliesOnEachItem: false },
        };
  const discount = {
    code,
    title,
    startsAt: new Date(startsAt).toISOString(),
    context: { all: 'ALL' },
    customerGets: { value, items: { all: true } },
  };
  try {
    const answer = await change(session, { query: CREATE, variables: { discount } }, Created);
    return discountOf(answer.discountCodeBasicCreate.codeDiscountNode);
  } catch (error) {
    if (error instanceof ShopError && error.platformCode === 'TAKEN') return null;
    throw error;
  }
}

/** Lets a code take something off, or not. It may be so already. */
export async function switchDiscount(
  session: ShopSession,
  id: string,
  active: boolean,
): Promise<ShopDiscount> {
  const variables = { id: gidOf(TYPE, id, 'discount') };
  if (active) {
    const answer = await change(session, { query: ACTIVATE, variables }, Activated);
    return discountOf(answer.discountCodeActivate.codeDiscountNode);
  }
  const answer = await change(session, { query: DEACTIVATE, variables }, Deactivated);
  return discountOf(answer.discountCodeDeactivate.codeDiscountNode);
}

function discountOf({ id, codeDiscount: told }: Node): ShopDiscount {
  const { percentage, amount } = told.customerGets?.value ?? {};
  return {
    id: numberOf(id),
    code: told.codes?.nodes[0]?.code ?? null,
    isActive: told.status === 'ACTIVE',
    percent: percentage === undefined ? null : Math.round(percentage * 10_000),
    amount: amount === undefined ? null : moneyOf(amount),
    uses: told.asyncUsageCount ?? 0,
  };
}

function moneyOf({ amount, currencyCode: currency }: { amount: string; currencyCode: string }) {
  const minor = fromDecimal(amount, currency);
  if (minor === null) throw SHOPIFY.error('unreadable');
  return { amount: minor, currency };
}
