// Sends samples: a draft order that costs nothing, which is completed once, and what became of its order.
import * as z from 'zod';
import { ShopError } from '../shops/error.ts';
import {
  SAMPLE_TAG,
  type SampleDraft,
  type SampleParcel,
  type SampleToSend,
  type ShopSession,
} from '../shops/platform.ts';
import { change, Moment, read } from './client.ts';
import { Gid, gidOf, numberOf } from './gid.ts';
import { SHOPIFY } from './outcome.ts';

const DRAFT = `
  id status ready customAttributes { key value }
  order { id name }
  lineItems(first: 1) { nodes { variant { availableForSale } } }`;

const CREATE = `mutation CreateSample($input: DraftOrderInput!) {
  draftOrderCreate(input: $input) { draftOrder { id } userErrors { field message } }
}`;
const COMPLETE = `mutation CompleteSample($id: ID!) {
  draftOrderComplete(id: $id) { draftOrder { order { id name } } userErrors { field message } }
}`;
const REMOVE = `mutation RemoveSample($id: ID!) {
  draftOrderDelete(input: { id: $id }) { deletedId userErrors { field message } }
}`;
const ONE = `query SampleDraft($id: ID!) { draftOrder(id: $id) { ${DRAFT} } }`;
const FIND = `query SampleDrafts($query: String!) {
  draftOrders(first: 10, query: $query) { nodes { ${DRAFT} } }
}`;
const PARCELS = `query SampleParcels($ids: [ID!]!) {
  nodes(ids: $ids) {
    ... on Order {
      id cancelledAt displayFulfillmentStatus
      fulfillments(first: 5) { displayStatus status deliveredAt updatedAt trackingInfo(first: 1) { url } }
    }
  }
}`;

/** The attribute in which an order keeps which sample it sends. Staff see it. */
const ATTRIBUTE = 'Sample';
/** So many orders cost less than the limit of a query. */
export const PARCELS_AT_ONCE = 40;

const number = (type: string) => Gid(type).transform(numberOf);

const MadeOrder = z.object({ id: number('Order'), name: z.string().max(255) });
const Draft = z
  .object({
    id: number('DraftOrder'),
    status: z.string(),
    ready: z.boolean(),
    customAttributes: z.array(z.object({ key: z.string(), value: z.string().nullable() })),
    order: MadeOrder.nullable(),
    lineItems: z.object({
      nodes: z.array(z.object({ variant: z.object({ availableForSale: z.boolean() }).nullable() })),
    }),
  })
  .transform(
    ({ id, ready, customAttributes, order, lineItems }): SampleDraft => ({
      id,
      sample: customAttributes.find(({ key }) => key === ATTRIBUTE)?.value ?? null,
      isReady: ready,
      stock: stockOf(lineItems.nodes[0]?.variant ?? null),
      order,
    }),
  );

const stockOf = (variant: { availableForSale: boolean } | null): SampleDraft['stock'] => {
  if (variant === null) return 'gone';
  return variant.availableForSale ? 'there' : 'out';
};

/** Fields of the address, by Shopify's names. */
const ADDRESS = new Set([
  ...['shippingAddress', 'firstName', 'lastName', 'company', 'address1', 'address2', 'city'],
  ...['provinceCode', 'province', 'zip', 'countryCode', 'country', 'phone'],
]);
const VARIANT = new Set(['variantId', 'lineItems']);

/** Says of a rejected value whether it is the address or the variant. */
function placed(error: unknown): never {
  if (error instanceof ShopError && error.kind === 'invalid' && error.field !== null) {
    const { field, platformCode } = error;
    if (ADDRESS.has(field)) throw SHOPIFY.error('invalid', { field: 'address', platformCode });
    if (VARIANT.has(field)) throw SHOPIFY.error('invalid', { field: 'variant', platformCode });
  }
  throw error;
}

export async function createSampleDraft(session: ShopSession, sample: SampleToSend): Promise<string> {
  const { address: to } = sample;
  const free = { value: 100, valueType: 'PERCENTAGE', title: 'Sample', description: 'For a creator' };
  const line = {
    variantId: gidOf('ProductVariant', sample.variant, 'variant'),
    quantity: 1,
    appliedDiscount: free,
  };
  const input = {
    lineItems: [line],
    shippingAddress: {
      ...{ firstName: to.firstName, lastName: to.lastName, company: to.company },
      ...{ address1: to.line1, address2: to.line2, city: to.city, provinceCode: to.state },
      ...{ zip: to.postalCode, countryCode: to.country, phone: to.phone },
    },
    // It has no email address, so Shopify sends no receipt.
    taxExempt: true,
    tags: [SAMPLE_TAG, sample.id],
    customAttributes: [{ key: ATTRIBUTE, value: sample.id }],
    note: 'A sample for a creator. It costs nothing.',
  };
  const Created = z.object({
    draftOrderCreate: z.object({ draftOrder: z.object({ id: number('DraftOrder') }) }),
  });
  const made = await change(session, { query: CREATE, variables: { input } }, Created).catch(placed);
  return made.draftOrderCreate.draftOrder.id;
}

export async function sampleDraft(session: ShopSession, id: string): Promise<SampleDraft | null> {
  const variables = { id: gidOf('DraftOrder', id, 'draft') };
  const found = await read(session, { query: ONE, variables }, z.object({ draftOrder: Draft.nullable() }));
  return found.draftOrder;
}

export async function findSampleDrafts(session: ShopSession, sample: string): Promise<SampleDraft[]> {
  const Found = z.object({ draftOrders: z.object({ nodes: z.array(Draft) }) });
  const variables = { query: `tag:'${sample}'` };
  const { draftOrders } = await read(session, { query: FIND, variables }, Found);
  // What the index finds is not proof: the draft itself says which sample it is.
  return draftOrders.nodes.filter((one) => one.sample === sample);
}

export async function completeSampleDraft(
  session: ShopSession,
  id: string,
): Promise<z.output<typeof MadeOrder>> {
  const Completed = z.object({
    draftOrderComplete: z.object({ draftOrder: z.object({ order: MadeOrder }) }),
  });
  const variables = { id: gidOf('DraftOrder', id, 'draft') };
  const done = await change(session, { query: COMPLETE, variables }, Completed);
  return done.draftOrderComplete.draftOrder.order;
}

export async function deleteSampleDraft(session: ShopSession, id: string): Promise<void> {
  const Removed = z.object({ draftOrderDelete: z.object({ deletedId: z.string() }) });
  const variables = { id: gidOf('DraftOrder', id, 'draft') };
  await change(session, { query: REMOVE, variables }, Removed);
}

const https = z
  .url({ protocol: /^https?$/ })
  .max(2000)
  .nullish()
  .catch(null);
const Parcels = z.object({
  nodes: z.array(
    z
      .object({
        id: number('Order'),
        cancelledAt: Moment.nullable(),
        displayFulfillmentStatus: z.string(),
        fulfillments: z.array(
          z.object({
            status: z.string(),
            displayStatus: z.string().nullable(),
            deliveredAt: Moment.nullable(),
            updatedAt: Moment,
            trackingInfo: z.array(z.object({ url: https })),
          }),
        ),
      })
      .nullable(),
  ),
});

export async function sampleParcels(
  session: ShopSession,
  orders: readonly string[],
): Promise<SampleParcel[]> {
  if (orders.length > PARCELS_AT_ONCE) throw new RangeError(`At most ${PARCELS_AT_ONCE} are read at once.`);
  const ids = orders.map((id) => gidOf('Order', id, 'order'));
  const { nodes } = await read(session, { query: PARCELS, variables: { ids } }, Parcels);
  return nodes.flatMap((order) => {
    if (order === null) return [];
    const sent = order.fulfillments.filter(({ status }) => status === 'SUCCESS');
    const arrived =
      order.displayFulfillmentStatus === 'FULFILLED' &&
      sent.length > 0 &&
      sent.every(({ displayStatus }) => displayStatus === 'DELIVERED');
    const times = sent.map(({ deliveredAt, updatedAt }) => deliveredAt ?? updatedAt);
    return [
      {
        order: order.id,
        isCancelled: order.cancelledAt !== null,
        trackingUrl: sent.map(({ trackingInfo }) => trackingInfo[0]?.url ?? null).find(Boolean) ?? null,
        deliveredAt: arrived ? Math.max(...times) : null,
      },
    ];
  });
}
