// A connection to the processor that breaks, as idle ones do: a request that moves no money is repeated once.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { stripeClient } from '../../src/integrations/stripe/client.ts';
import { readPayoutAccount } from '../../src/integrations/stripe/connect.ts';
import { disputesOf } from '../../src/integrations/stripe/disputes.ts';

let server: Server;
afterEach(() => server.close());

/** Answers with `pages` in turn; requests whose number is in `breaks` find the connection broken. */
async function processor(pages: object[], breaks: number[]) {
  let requests = 0;
  let page = 0;
  server = createServer((request, response) => {
    if (breaks.includes(++requests)) request.socket.destroy();
    else response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(pages[page++]));
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const stripe = await stripeClient({
    STRIPE_API_URL: `http://127.0.0.1:${port}`,
    STRIPE_SECRET_KEY: 'sk_test_x',
    STRIPE_WEBHOOK_SECRET: undefined,
    STRIPE_THIN_WEBHOOK_SECRET: undefined,
  });
  return { stripe, requests: () => requests };
}

const dispute = (id: string) => ({
  id,
  object: 'dispute',
  status: 'needs_response',
  amount: 100,
  currency: 'usd',
  balance_transactions: [],
});
const list = (has_more: boolean, ...data: object[]) => ({
  object: 'list',
  url: '/v1/disputes',
  has_more,
  data,
});

describe('a broken connection', () => {
  it('is tried once more, and a list from its beginning', async () => {
    const { stripe, requests } = await processor(
      [list(true, dispute('dp_1')), list(true, dispute('dp_1')), list(false, dispute('dp_2'))],
      [2],
    );
    expect((await disputesOf(stripe, 'pi_1')).map(({ id }) => id)).toEqual(['dp_1', 'dp_2']);
    expect(requests()).toBe(4);
  });

  it('that breaks again is unavailable', async () => {
    const { stripe, requests } = await processor([], [1, 2, 3]);
    await expect(readPayoutAccount(stripe, 'acct_1')).rejects.toMatchObject({ code: 'unavailable' });
    expect(requests()).toBe(2);
  });
});
