// Reads webhooks. Shopify signs their bytes alone: the headers prove nothing, nor does anything say how old a body is.
import * as z from 'zod';
import type { Vars } from '../../env.ts';
import { parseJson } from '../../kit/json.ts';
import type { ShopCustomer, ShopNews, ShopNewsKind } from '../shops/platform.ts';
import { isSignedBody } from './signature.ts';
import { appOf, shopIn } from './site.ts';
import { KINDS } from './topics.ts';

const ABOUT_CUSTOMERS: ReadonlySet<ShopNewsKind> = new Set(['data_request', 'customer_redact']);
const ABOUT_PRIVACY: ReadonlySet<ShopNewsKind> = new Set([...ABOUT_CUSTOMERS, 'shop_redact']);

/** What is told of objects says in its header alone which shop they are in: then reading shows whether they are. */
const NAMED_BY_HEADER: ReadonlySet<ShopNewsKind> = new Set(['order', 'parcel', 'product']);

const number = z.number().int().positive().transform(String);
const text = z.string().min(1).max(500).nullish().catch(null);
const Body = z.object({
  id: number.optional().catch(undefined),
  order_id: number.optional().catch(undefined),
  myshopify_domain: z.unknown().optional(),
  shop_domain: z.unknown().optional(),
  customer: z.object({ email: text, phone: text }).optional().catch(undefined),
  orders_to_redact: z.array(number).optional().catch(undefined),
  orders_requested: z.array(number).optional().catch(undefined),
  data_request: z.object({ id: number }).optional().catch(undefined),
});
type Body = z.output<typeof Body>;

export async function readNews(vars: Vars, headers: Headers, body: Uint8Array): Promise<ShopNews | null> {
  if (!(await isSignedBody(appOf(vars), body, headers.get('x-shopify-hmac-sha256')))) return null;
  const topic = headers.get('x-shopify-topic') ?? '';
  const said = bodyOf(body);
  const kind = Object.hasOwn(KINDS, topic) && fitsTopic(KINDS[topic]!, said) ? KINDS[topic]! : 'other';
  return {
    kind,
    shop: shopNamed(kind, said, headers),
    order: orderIn(kind, said),
    product: kind === 'product' ? (said.id ?? null) : null,
    customer: ABOUT_CUSTOMERS.has(kind) ? customerOf(said) : null,
    request: kind === 'data_request' ? (said.data_request?.id ?? null) : null,
  };
}

/** The signed name goes before the header's. Requests about privacy have it in a field that no other body has. */
function shopNamed(
  kind: ShopNewsKind,
  { shop_domain, myshopify_domain }: Body,
  headers: Headers,
): string | null {
  if (ABOUT_PRIVACY.has(kind)) return shopIn(shop_domain);
  const named = NAMED_BY_HEADER.has(kind) ? headers.get('x-shopify-shop-domain') : null;
  return shopIn(shop_domain ?? myshopify_domain) ?? shopIn(named);
}

function orderIn(kind: ShopNewsKind, { id, order_id }: Body): string | null {
  if (kind === 'order') return order_id ?? id ?? null;
  return kind === 'parcel' ? (order_id ?? null) : null;
}

/** The topic is not signed: a body that asks for one thing about privacy must not be sent again as another. */
function fitsTopic(kind: ShopNewsKind, said: Body): boolean {
  const redacts = said.orders_to_redact !== undefined;
  const requests = said.orders_requested !== undefined || said.data_request !== undefined;
  if (kind === 'shop_redact') return !said.customer && !redacts && !requests;
  return !(kind === 'customer_redact' && requests) && !(kind === 'data_request' && redacts);
}

function bodyOf(bytes: Uint8Array): Body {
  try {
    return Body.parse(parseJson(new TextDecoder().decode(bytes)));
  } catch {
    return Body.parse({});
  }
}

function customerOf({ customer, orders_to_redact, orders_requested }: Body): ShopCustomer | null {
  const orders = orders_to_redact ?? orders_requested ?? [];
  // A customer who bought without an account may be named by their orders alone.
  if (!customer && orders.length === 0) return null;
  return { email: customer?.email ?? null, phone: customer?.phone ?? null, orders };
}
