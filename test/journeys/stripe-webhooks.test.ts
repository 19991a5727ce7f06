// Webhooks as Stripe sends them: signed, late, twice and out of order.
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCustomer } from '../../src/integrations/stripe/cards.ts';
import { type Notice, verifyNotice } from '../../src/integrations/stripe/inbound.ts';
import { freePorts } from './support/dev.ts';
import { simulator } from './support/stripe.ts';

const RECEIVER_PORT = await freePorts();

describe('webhooks', () => {
  let server: Server;
  let bodies: { body: string; signature: string }[] = [];
  let answer = 200;
  beforeAll(async () => {
    server = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      bodies.push({ body, signature: String(request.headers['stripe-signature']) });
      response.writeHead(answer).end();
    });
    await new Promise<void>((resolve) => server.listen(RECEIVER_PORT, '127.0.0.1', resolve));
  });
  afterAll(() => void server.close());

  const listening = async (hold: boolean) => {
    [bodies, answer] = [[], 200];
    const world = await simulator.world();
    const secret = world.vars.STRIPE_WEBHOOK_SECRET;
    await world.sim('receiver', { url: `http://127.0.0.1:${RECEIVER_PORT}/`, secret, hold });
    const seen = () => Promise.all(bodies.map((one) => verifyNotice(world.vars, one.body, one.signature)));
    return { world, seen };
  };
  const until = async (done: () => boolean) => {
    for (let n = 0; n < 100 && !done(); n++) await new Promise((resolve) => setTimeout(resolve, 100));
    expect(done()).toBe(true);
  };

  it('are signed so that only the very bytes and the right secret are believed', async () => {
    const { world, seen } = await listening(false);
    const { customer } = await world.brand();
    await until(() => bodies.some(({ body }) => body.includes('"checkout.session.completed"')));
    const notices = await seen();
    expect(notices[0]).toMatchObject({
      type: 'customer.created',
      account: null,
      object: { id: customer, kind: 'customer' },
    });
    const { body, signature } = bodies[0]!;
    const invalid = { code: 'invalid_request' };
    await expect(verifyNotice(world.vars, `${body} `, signature)).rejects.toMatchObject(invalid);
    await expect(verifyNotice(world.vars, body, null)).rejects.toMatchObject(invalid);
    const other = { ...world.vars, STRIPE_WEBHOOK_SECRET: 'whsec_other' };
    await expect(verifyNotice(other, body, signature)).rejects.toMatchObject(invalid);
    const none = { ...world.vars, STRIPE_WEBHOOK_SECRET: undefined };
    await expect(verifyNotice(none, body, signature)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('come twice and in reverse when told to, with the connected account on them', async () => {
    const { world, seen } = await listening(true);
    const account = await world.creator();
    await world.sim(`accounts/${account}/review`, { to: 'pending' });
    await world.sim('flush', { reverse: true, copies: 2 });
    const notices: Notice[] = await seen();
    expect(notices.map((one) => one.account)).toEqual([account, account, account, account]);
    expect(new Set(notices.map((one) => one.id)).size).toBe(2);
    const times = bodies.map(({ body }) => JSON.parse(body).data.object.payouts_enabled);
    expect(times).toEqual([false, false, true, true]);
  });

  it('come again until they are taken', async () => {
    const { world } = await listening(false);
    answer = 500;
    await createCustomer(world.stripe, { id: 'acct_1', name: 'Brand', key: 'once' });
    await until(() => bodies.length >= 2);
    answer = 200;
    const ids = () => bodies.map(({ body }) => JSON.parse(body).id);
    await until(() => bodies.length >= 3);
    expect(new Set(ids()).size).toBe(1);
  });
});
