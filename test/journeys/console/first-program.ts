// A brand by clicking alone: from signing up and its first program to a creator who is paid and a webhook that is received.
// What a creator clicks meanwhile is in first-money.ts; here the brand's own key submits the video.
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { callApi } from '../../../tools/demo/api.ts';
import { runCron } from '../../../tools/demo/crons.ts';
import * as clock from '../../harness/clock.ts';
import { PATIENCE } from '../../harness/patience.ts';
import { clicksOn } from '../support/clicks.ts';
import { type ConsoleWorld, CREATOR_PASSWORD, type Visitor, visitor, wordsOn } from '../support/console.ts';

const DAY_MS = 86_400_000;
const EMAIL = 'rosa@fernhill.example';

interface Received {
  type: string;
  /** Whether the signature is the one of the secret that the page showed. */
  signed: boolean;
}

/** A brand's own server: it keeps what it is sent. */
async function startReceiver(secret: () => string) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      const [, time, hex] = /t=(\d+),v1=([0-9a-f]+)/.exec(String(request.headers['service-signature']))!;
      const own = createHmac('sha256', secret()).update(`${time}.${body}`).digest('hex');
      received.push({ type: JSON.parse(body).type, signed: own === hex });
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { received, url: `http://127.0.0.1:${port}/in`, close: () => server.close() };
}

const clicking = ({ page }: Visitor) => ({
  press: (name: string) => page.getByRole('button', { name, exact: true }).click(),
  follow: (name: string) => page.getByRole('link', { name, exact: true }).first().click(),
  heading: (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor(),
  toast: (text: string) => page.locator('.toast', { hasText: text }).waitFor(),
});

export function firstProgram(world: () => ConsoleWorld): void {
  describe('a new brand', () => {
    it('signs up, adds a card and a webhook, publishes a program, invites, approves, pays and receives the events', async () => {
      const { baseUrl } = world().service;
      let signingSecret = '';
      const receiver = await startReceiver(() => signingSecret);
      const brand = await visitor(world(), 'nobody');
      const { page, check } = brand;
      brand.mayLeaveTo(world().simulators.url);
      page.setDefaultTimeout(PATIENCE.timeout);
      const { press, follow, heading, toast } = clicking(brand);
      /** Runs the cron, some days ahead, and reloads the page until it says so. */
      const says = (words: string | RegExp, days = 0) =>
        vi.waitFor(async () => {
          await runCron(baseUrl, '* * * * *', clock.now() + days * DAY_MS);
          await page.reload();
          expect(await wordsOn(page)).toMatch(words);
        }, PATIENCE);

      await page.goto('/sign-up');
      await page.getByLabel('Brand or agency name').fill('Fernhill Tea');
      await page.getByLabel('Your name').fill('Rosa Hill');
      await page.getByLabel('Email address').fill(EMAIL);
      await page.getByLabel('Password').fill(CREATOR_PASSWORD);
      await press('Create account');
      await heading('Check your inbox');
      await follow('Read mail on this machine');
      const mail = page.locator('section.card', { hasText: 'Confirm your email address' });
      await mail.filter({ hasText: EMAIL }).getByRole('link').first().click();
      await page.getByLabel('Password').fill(CREATOR_PASSWORD);
      await press('Confirm address');
      await page.getByText('Your address is confirmed').waitFor();
      await page.getByLabel('Email address').fill(EMAIL);
      await page.getByLabel('Password').fill(CREATOR_PASSWORD);
      await press('Sign in');
      // There is only one workspace, so nobody is asked to choose.
      await heading('Fernhill Tea');
      await check();

      await follow('Add a payment method');
      await press('Add card');
      await page.getByLabel('Card').selectOption('Visa 0077, money at once');
      await press('Save card');
      await page.getByText('Card added').waitFor();
      await says('Visa ending in 0077');

      await follow('Overview');
      await follow('Create an API key');
      await page.getByLabel('Name').fill('Tea shop');
      await page.getByLabel('Read and write').check();
      await page.getByLabel('Webhook URL').fill(receiver.url);
      await press('Create API key');
      await page.getByText('Copy your key now').waitFor();
      const secretOn = async (name: string) =>
        (await page.getByRole('region', { name, exact: true }).textContent())!.trim();
      const key = await secretOn('key');
      signingSecret = await secretOn('signing secret');
      await follow('Done');
      await heading('Tea shop');
      await follow('Overview');
      await follow('Create your first program');
      await page.getByLabel('Name').fill('Morning tea');
      await page.getByLabel('Summary').fill('Show your first cup of the day.');
      await page.getByLabel('Pays').first().selectOption('Amount per approved video');
      await page.getByLabel('Amount (USD)').first().fill('75.00');
      await press('Create draft');
      await page.getByText('A creator earns $75.00 for each approved video.').waitFor();
      const program = new URL(page.url()).pathname.split('/').at(-1)!;
      await check();
      await follow('As a creator sees it');
      await page.getByText('Show your first cup of the day.').waitFor();
      await press('Publish program');
      await toast('Program published.');
      await check();

      await follow('Overview');
      await follow('Invite creators');
      await page.getByLabel('Email address').fill('creator@people.example');
      await page.getByLabel('Name').fill('Ada Leaf');
      await press('Add creator');
      await page.waitForURL(/crtr_/);
      await toast('Ada Leaf is in the program.');
      await check();

      const as = new URL(page.url()).pathname.split('/').at(-1)!;
      await callApi(
        `${baseUrl}/v1/submissions`,
        'POST',
        { key, as },
        {
          ...{ program, platform: 'tiktok', caption: 'First cup' },
          url: 'https://www.tiktok.com/@leaf/video/7300000000000000077',
        },
      );

      await follow('Overview');
      await follow('First cup');
      await heading('First cup');
      const clicks = await clicksOn(page);
      await press('Approve for $75.00');
      await toast('Approved for $75.00.');
      expect(clicks).toEqual(['Approve for $75.00']);
      await follow('Overview');
      await says('Payments to approve');
      await check();
      const toApprove = page.locator('section.card', { hasText: 'Payments to approve' });
      await toApprove.getByRole('row').getByRole('link').first().click();
      await heading('$75.00 to Ada Leaf');
      await press('Approve, charge $78.75');
      await toast('Approved.');
      await says('Your card was charged for it.', 1);
      const payment = new URL(page.url()).pathname.split('/').at(-1)!;
      expect(await callApi(`${baseUrl}/v1/payments/${payment}`, 'GET', { key })).toMatchObject({
        ...{ status: 'succeeded', amount: 7_500, net: 7_500 },
      });
      await follow('View charge');
      await heading(/^Receipt of /);
      expect(await wordsOn(page)).toMatch(/Visa ending in 0077 was charged.*\$78\.75/);

      await follow('API keys');
      await follow('Tea shop');
      await follow('Events');
      const told = ['submission.created', 'submission.approved', 'payment.succeeded'];
      await vi.waitFor(() => {
        expect(receiver.received.map(({ type }) => type)).toEqual(expect.arrayContaining(told));
      }, PATIENCE);
      expect(receiver.received.every(({ signed }) => signed)).toBe(true);
      await says(/payment\.succeeded \S+ .*? UTC Delivered/);
      await check();
      await brand.close();
      receiver.close();
    });
  });
}
