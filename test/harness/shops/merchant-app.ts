// Another app in the test's shop, such as the one by which its merchant sends parcels: Shopify's own client.
import { createAdminApiClient } from '@shopify/admin-api-client';
import { expect } from 'vitest';
import type { ShopWorld } from './shopify.ts';

const REDIRECT = 'https://parcels.example/back';

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
type Ask = (query: string, variables?: object) => Promise<any>;

/** @returns what asks the shop; it throws what the shop refuses. */
async function merchantApp(world: ShopWorld, scopes: string[]): Promise<Ask> {
  const client_id = crypto.randomUUID().replaceAll('-', '');
  const { at } = world.site();
  const query = { client_id, scope: scopes.join(','), redirect_uri: REDIRECT, state: 'st' };
  // Its tokens end while a test moves the clock, so it is installed anew each time.
  const install = async () => {
    const back = await world.consent(`${at.api}/admin/oauth/authorize?${new URLSearchParams(query)}`);
    const body = {
      ...{ client_id, client_secret: `sim_secret_${client_id}` },
      ...{ code: back.searchParams.get('code'), expiring: '1' },
    };
    const answer = await fetch(`${at.api}/admin/oauth/access_token`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { access_token: accessToken } = await answer.json<{ access_token: string }>();
    return createAdminApiClient({
      ...{ storeDomain: world.shop, apiVersion: '2026-07', accessToken },
      customFetchApi: (url, init) => fetch(url.replace(`https://${world.shop}`, at.api), init as RequestInit),
    });
  };
  return async (asked, variables = {}) => {
    const { data, errors } = await (await install()).request(asked, { variables });
    if (errors) throw new Error(JSON.stringify(errors));
    return data;
  };
}

/** How the merchant's own app tells the shop of an order's parcels. @param order its number. */
export async function parcelsOf(world: ShopWorld, order: string) {
  const ask = await merchantApp(world, [
    'read_orders',
    'write_merchant_managed_fulfillment_orders',
    'write_fulfillments',
  ]);
  const send = async (trackingInfo: object): Promise<string> => {
    const read = 'query($id: ID!) { order(id: $id) { fulfillmentOrders(first: 2) { nodes { id status } } } }';
    const { nodes } = (await ask(read, { id: `gid://shopify/Order/${order}` })).order.fulfillmentOrders;
    expect(nodes).toEqual([{ id: expect.any(String), status: 'OPEN' }]);
    const sent = `mutation($fulfillment: FulfillmentInput!) { fulfillmentCreate(fulfillment: $fulfillment) {
      fulfillment { id status } userErrors { message } } }`;
    const fulfillment = { lineItemsByFulfillmentOrder: [{ fulfillmentOrderId: nodes[0].id }], trackingInfo };
    const { fulfillmentCreate } = await ask(sent, { fulfillment });
    expect(fulfillmentCreate).toMatchObject({ fulfillment: { status: 'SUCCESS' }, userErrors: [] });
    // There is nothing left to send.
    const again = (await ask(sent, { fulfillment })).fulfillmentCreate;
    expect(again).toMatchObject({
      fulfillment: null,
      userErrors: [{ message: expect.stringMatching(/unfulfillable status= closed/) }],
    });
    return fulfillmentCreate.fulfillment.id;
  };
  const tell = async (fulfillmentId: string, status: string) => {
    const told = `mutation($event: FulfillmentEventInput!) { fulfillmentEventCreate(fulfillmentEvent: $event) {
      fulfillmentEvent { status } userErrors { message } } }`;
    const { fulfillmentEventCreate } = await ask(told, { event: { fulfillmentId, status } });
    expect(fulfillmentEventCreate).toEqual({ fulfillmentEvent: { status }, userErrors: [] });
  };
  return { send, tell };
}
