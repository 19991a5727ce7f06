// Webhooks of the simulated shop: Shopify's own package takes their signature, and they come late, twice or never as a test
// wants it.
import { createServer } from 'node:http';
import { describe, expect, inject, it } from 'vitest';
import type {} from '../harness/servers/start-simulators.ts';
import { type Any, shopAt } from './support/shopify.ts';

const simulators = { url: inject('simulators') };

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const at = (scopes?: string[]) => shopAt(simulators.url, scopes);

describe('webhooks', () => {
  const CREATE = `mutation($topic: WebhookSubscriptionTopic!, $input: WebhookSubscriptionInput!) {
    webhookSubscriptionCreate(topic: $topic, webhookSubscription: $input) { webhookSubscription { id uri } userErrors { field message } }
  }`;
  const FIELDS = ['id', 'admin_graphql_api_id', 'updated_at'];

  /** Subscribes to a topic. @returns the ID of the subscription, or what is wrong. */
  async function subscribe(
    { raw }: Pick<ReturnType<typeof at>, 'raw'>,
    token: string,
    topic: string,
    input: object,
  ) {
    const { webhookSubscriptionCreate: made } = (await raw(token, CREATE, { topic, input })).data;
    return made.webhookSubscription?.id ?? made.userErrors[0].message;
  }

  const valid = ({ sdk }: ReturnType<typeof at>, { body, headers }: Any, changed = body) =>
    sdk.webhooks.validate({ rawBody: changed, rawRequest: { method: 'POST', url: '/', headers } as Any });

  it('are signed so that Shopify’s own package takes them, and not with a changed byte', async () => {
    const app = at();
    const { install, sim, shop } = app;
    const token = await install();
    await sim('settings', { deliveries: 'held' });
    const uri = 'https://service.example/webhooks/shopify';
    await subscribe(app, token, 'ORDERS_UPDATED', { uri, includeFields: FIELDS });
    await subscribe(app, token, 'REFUNDS_CREATE', { uri });
    const order = await sim('orders', { note: 'a & b' });
    await sim(`orders/${order.number}/refund`, { all: true });
    const { deliveries } = await sim('take');
    expect(deliveries.map(({ topic, url }: Any) => [topic, url])).toEqual([
      ['orders/updated', uri],
      ['orders/updated', uri],
      ['refunds/create', uri],
    ]);
    expect(Object.keys(JSON.parse(deliveries[0].body))).toEqual(FIELDS);
    for (const one of deliveries) {
      expect(await valid(app, one)).toMatchObject({
        valid: true,
        domain: shop,
        apiVersion: '2026-07',
        topic: one.topic.toUpperCase().replace('/', '_'),
      });
      expect(await valid(app, one, one.body.replace('{', '{ '))).toMatchObject({ valid: false });
    }
    expect((await sim('take')).deliveries).toEqual([]);
  });

  it('are made once for an address, with the scope of the topic, and never for privacy', async () => {
    const app = at();
    const token = await app.install();
    const uri = 'https://service.example/webhooks/shopify';
    const make = (topic: string, input: object = { uri }) => subscribe(app, token, topic, input);
    expect(await make('ORDERS_CREATE')).toMatch(/^gid:/);
    expect(await make('ORDERS_CREATE')).toMatch(/already been taken/);
    expect(await make('ORDERS_CREATE', { uri, filter: 'test:false' })).toMatch(/^gid:/);
    expect(await make('DRAFT_ORDERS_CREATE')).toMatch(/permission/);
    expect(await make('ORDERS_PAID', { uri: 'http://service.example/' })).toMatch(/http:/);
    expect(await make('ORDERS_PAID', { uri: 'no address' })).toMatch(/invalid/);
    const privacy = await app.raw(token, CREATE, { topic: 'CUSTOMERS_REDACT', input: { uri } });
    expect(privacy.errors[0].extensions.code).toBe('INVALID_VARIABLE');
    const listed = await app.raw(
      token,
      '{ webhookSubscriptions(first: 10) { nodes { id topic uri includeFields } } }',
    );
    expect(listed.data.webhookSubscriptions.nodes).toHaveLength(2);
    const [first] = listed.data.webhookSubscriptions.nodes;
    const gone = `mutation { webhookSubscriptionDelete(id: "${first.id}") { deletedWebhookSubscriptionId userErrors { message } } }`;
    expect((await app.raw(token, gone)).data.webhookSubscriptionDelete.userErrors).toEqual([]);
    expect((await app.raw(token, gone)).data.webhookSubscriptionDelete.userErrors).toHaveLength(1);
  });

  it('come late, twice, in another order, or never', async () => {
    const app = at();
    const { install, sim } = app;
    await sim('settings', { deliveries: 'held' });
    await subscribe(app, await install(), 'ORDERS_UPDATED', { uri: 'https://service.example/w' });
    const taken = async (body: object = {}): Promise<Any[]> => (await sim('take', body)).deliveries;
    await sim('webhooks', { copies: 2, delay: 60_000 });
    await sim('orders');
    expect(await taken()).toEqual([]);
    await sim('clock', { advance: 61_000 });
    const twice = await taken();
    const header = (name: string) => new Set(twice.map(({ headers }) => headers[`X-Shopify-${name}`])).size;
    expect([twice.length, header('Event-Id'), header('Webhook-Id')]).toEqual([2, 1, 2]);
    await sim('webhooks', { lose: 1 });
    const [, second, third] = (await sim('orders', { times: 3 })).made;
    const ids = (await taken({ reverse: true })).map(({ body }) => JSON.parse(body).admin_graphql_api_id);
    expect(ids).toEqual([third.id, second.id]);
  });

  it('are tried eight times within some four hours, then the subscription is gone', async () => {
    const app = at();
    const { install, sim } = app;
    const token = await install();
    await sim('settings', { deliveries: 'held' });
    const id = await subscribe(app, token, 'ORDERS_UPDATED', { uri: 'https://service.example/first' });
    await sim('orders');
    // The address of the first try stays, whatever the subscription says by now.
    await app.raw(
      token,
      `mutation { webhookSubscriptionUpdate(id: "${id}", webhookSubscription: { uri: "https://service.example/second" }) { userErrors { message } } }`,
    );
    let tries = 0;
    for (let passed = 0; passed < 5 * HOUR; passed += 600_000) {
      const { deliveries } = await sim('take', { keep: true });
      for (const one of deliveries) {
        expect(one.url).toBe('https://service.example/first');
        await sim('answered', { id: one.id, status: 500 });
        tries++;
      }
      expect((await sim('subscriptions')).data).toHaveLength(tries < 9 ? 1 : 0);
      if (tries === 9) expect(passed).toBeGreaterThan(3.9 * HOUR);
      if (tries === 9) break;
      await sim('clock', { advance: 600_000 });
    }
    expect(tries).toBe(9);
  });

  it('go to a real address, which has five seconds', async () => {
    const got: { topic: string; body: string }[] = [];
    const receiver = createServer(async (request, answer) => {
      let body = '';
      for await (const piece of request) body += piece;
      got.push({ topic: String(request.headers['x-shopify-topic']), body });
      answer.writeHead(200).end();
    });
    await new Promise<void>((done) => void receiver.listen(0, '127.0.0.1', done));
    const uri = `http://127.0.0.1:${(receiver.address() as { port: number }).port}/`;
    const app = at();
    await subscribe(app, await app.install(), 'ORDERS_CREATE', { uri });
    await app.sim('app', { client: app.client, privacy: uri });
    const order = await app.sim('orders', { customer: { email: 'ann@example.org' } });
    await expect.poll(() => got.length).toBe(1);
    await app.sim('privacy', { client: app.client, topic: 'customers/redact', order: order.number });
    await expect.poll(() => got.length).toBe(2);
    expect(JSON.parse(got[1]!.body)).toMatchObject({
      customer: { email: 'ann@example.org' },
      orders_to_redact: [Number(order.number)],
    });
    await app.sim('uninstall', { client: app.client });
    await app.sim('clock', { advance: 2 * DAY });
    await expect.poll(() => got.length).toBe(3);
    expect(got.map(({ topic }) => topic)).toEqual(['orders/create', 'customers/redact', 'shop/redact']);
    receiver.close();
  });
});
