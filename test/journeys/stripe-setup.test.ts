// People set up a card and their payouts on the processor's pages. The service notices when they come back,
// and otherwise by the processor's webhooks.
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { sendStripeWebhooks } from '../../tools/demo/stripe-receiver.ts';
import type {} from '../harness/servers/start-simulators.ts';
import { type Browser, startBrowser } from './support/browser.ts';
import { type RunningService, startService } from './support/service.ts';

const PORT = 8970;
const SIMULATORS = inject('simulators');
const SITE = 'http://localhost:8972';
const VARS = {
  STRIPE_API_URL: SIMULATORS,
  STRIPE_SECRET_KEY: 'sk_test_journey',
  STRIPE_WEBHOOK_SECRET: 'whsec_journey',
};

let service: RunningService;
let site: Server;
let browser: Browser;
beforeAll(async () => {
  service = await startService(PORT, VARS);
  await sendStripeWebhooks(SIMULATORS, { ...VARS, PUBLIC_URL: service.baseUrl });
  site = createServer((request, response) => void response.end(`Back at ${request.url}`));
  await new Promise<void>((resolve) => site.listen(8972, resolve));
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  site?.close();
  await service?.stop();
});

async function call(key: string, method: string, path: string, body?: object, as?: string) {
  const response = await fetch(service.baseUrl + path, {
    method,
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      ...(as ? { 'Service-Account': as } : {}),
    },
    body: body ? JSON.stringify(body) : null,
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status} ${text}`);
  return JSON.parse(text).data;
}

async function until<T>(what: string, find: () => Promise<T | null>): Promise<T> {
  for (let n = 0; n < 150; n++) {
    const found = await find();
    if (found !== null) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`waited in vain for ${what}`);
}

const connect = (key: string, body: object, as?: string) => call(key, 'POST', '/v1/connections', body, as);

describe("a brand's card", () => {
  const shown = async () => (await service.api('GET', '/v1/account')).data.paymentMethod;

  it('is saved on the hosted page, which leads back to where the person came from', async () => {
    expect(await shown()).toBeNull();
    const { url } = await connect(service.demo.keys.brand, {
      provider: 'card',
      returnUrl: `${SITE}/pay?tab=1`,
    });
    const page = await (await browser.newContext()).newPage();
    await page.goto(url);
    await page.selectOption('select[name=card]', 'pm_card_bypassPending');
    await page.click('button');
    await page.waitForURL(`${SITE}/pay?tab=1&status=added`);
    expect(await page.textContent('body')).toBe('Back at /pay?tab=1&status=added');
    expect(await shown()).toEqual({ status: 'active', brand: 'visa', last4: '0077' });
  });

  it('that is cancelled there stays what it was', async () => {
    const { url } = await connect(service.demo.keys.brand, { provider: 'card', returnUrl: `${SITE}/pay` });
    const page = await (await browser.newContext()).newPage();
    await page.goto(url);
    await page.click('text=Cancel');
    await page.waitForURL(`${SITE}/pay?status=error`);
    expect(await shown()).toMatchObject({ last4: '0077' });
  });

  it('that replaces it is known by the webhook when the person never comes back', async () => {
    const { url } = await connect(service.demo.keys.brand, { provider: 'card' });
    const form = new URLSearchParams({ card: 'pm_card_visa' });
    expect((await fetch(url, { method: 'POST', body: form, redirect: 'manual' })).status).toBe(303);
    await until('the new card', async () => ((await shown())?.last4 === '4242' ? true : null));
  });
});

describe("a creator's payouts", () => {
  it('are set up on the hosted page, by a link that is good for one visit', async () => {
    const { keys, creators } = service.demo;
    const payouts = async () => (await call(keys.partner, 'GET', `/v1/creators/${creators.managed}`)).payouts;
    const body = { provider: 'stripe', country: 'GB', returnUrl: `${SITE}/payouts` };
    const { url } = await connect(keys.partner, body, creators.managed);
    const page = await (await browser.newContext()).newPage();
    await page.goto(url);
    await page.click('button');
    await page.waitForURL(`${SITE}/payouts?status=connected`);
    expect(await payouts()).toEqual({ identity: { status: 'verified' }, bankAccount: { status: 'added' } });
    // The link worked for one visit: the next visit is redirected to a new page.
    await page.goto(url);
    expect(page.url()).toContain(`${SIMULATORS}/stripe/onboarding/`);
    expect(page.url()).not.toBe(url);
    const session = await connect(
      keys.partner,
      { provider: 'stripe', checkout: 'elements' },
      creators.managed,
    );
    expect(session).toMatchObject({ url: null, component: 'account_management' });
  });
});
