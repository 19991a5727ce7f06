// Money by clicking alone: a brand's card is charged for what it pays and approves, and the creator gets it to the bank.
import { describe, expect, it, vi } from 'vitest';
import { callApi } from '../../../tools/demo/api.ts';
import { runCron } from '../../../tools/demo/crons.ts';
import * as clock from '../../harness/clock.ts';
import { PATIENCE } from '../../harness/patience.ts';
import {
  type ConsoleWorld,
  CREATOR_PASSWORD,
  sessionCookie,
  type Visitor,
  visitor,
} from '../support/console.ts';

const DAY_MS = 86_400_000;

/** What is read on a page, with a space between its parts. */
const wordsOn = (page: Visitor['page']): Promise<string> =>
  page.evaluate("document.querySelector('main').innerText.replace(/\\s+/g, ' ')");

export function moneyPages(world: () => ConsoleWorld): void {
  describe('money', () => {
    /** Runs the cron as if it were tomorrow, when what is paid today is charged, until a page says so. */
    const tomorrow = (look: () => Promise<boolean>) =>
      vi.waitUntil(async () => {
        await runCron(world().service.baseUrl, '* * * * *', clock.now() + DAY_MS);
        return await look();
      }, PATIENCE);
    const shows = (page: Visitor['page'], path: string, words: RegExp) => async () => {
      await page.goto(path);
      return words.test(await wordsOn(page));
    };

    /** A payment to the brand's own creator that waits for approval. */
    async function waitingPayment(): Promise<void> {
      const { baseUrl, demo } = world().service;
      const brand = { key: demo.keys.brand };
      const creator = { ...brand, as: demo.creators.added };
      const program = await callApi(`${baseUrl}/v1/programs`, 'POST', brand, {
        ...{ name: 'Winter beans', type: 'organic', status: 'live', platforms: ['tiktok'] },
        pay: { rules: [{ type: 'per_video', amount: 10_000 }], approval: 'manual' },
      });
      const invited = await callApi(`${baseUrl}/v1/applications`, 'POST', brand, {
        ...{ program: program.id, creator: creator.as },
      });
      if (invited.status !== 'approved')
        await callApi(`${baseUrl}/v1/applications/${invited.id}`, 'PATCH', creator, { status: 'approved' });
      const { id } = await callApi(`${baseUrl}/v1/submissions`, 'POST', creator, {
        ...{
          program: program.id,
          platform: 'tiktok',
          url: 'https://www.tiktok.com/@beans/video/7300000000000000001',
        },
      });
      await callApi(`${baseUrl}/v1/submissions/${id}`, 'PATCH', brand, { status: 'approved' });
      const listed = () => callApi<unknown[]>(`${baseUrl}/v1/payments?submission=${id}`, 'GET', brand);
      await vi.waitUntil(async () => {
        await runCron(baseUrl, '* * * * *', clock.now());
        return (await listed()).length > 0;
      }, PATIENCE);
    }

    it('is shown before it is spent, charged with a receipt, earned, and withdrawn with a proof', async () => {
      const { demo, baseUrl } = world().service;
      await waitingPayment();
      const brand = `/app/${demo.accounts.brand}`;
      const owner = await visitor(world(), 'owner');
      const { page, check } = owner;
      page.setDefaultTimeout(PATIENCE.timeout);
      owner.mayLeaveTo(world().simulators.url);
      const link = (name: string | RegExp) => page.getByRole('link', { name }).first().click();
      const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

      await page.goto(`${brand}/billing`);
      await press('Add card');
      await page.getByLabel('Card').selectOption('Visa 0077, money at once');
      await press('Save card');
      await page.getByText('Card added').waitFor();
      await vi.waitUntil(shows(page, `${brand}/billing`, /Visa ending in 0077/), PATIENCE);

      await link('Payments');
      await link('New payment');
      await page.getByLabel('Creator').selectOption({ value: demo.creators.independent });
      await page.getByLabel('Amount').fill('40.00');
      await press('Review payment');
      await page.getByRole('heading', { name: 'New payment' }).waitFor();
      await page.getByText(/Pay .+ \$40\.00\?/).waitFor();
      const cost = await wordsOn(page);
      expect(cost).toMatch(/Service fee \$2\.00 Total charged \$42\.00 .*ending in 0077/);
      await check();
      await press('Pay $42.00');
      await page.locator('.toast', { hasText: 'Payment created.' }).waitFor();
      await page.getByText('Approved. The next daily charge of your card collects it.').waitFor();

      await link('Payments');
      await page.getByLabel('Status').selectOption('Pending approval');
      await press('Apply');
      await page.waitForURL(/status=pending_approval/);
      await page
        .getByRole('checkbox', { name: /^Select .*\$100\.00/ })
        .first()
        .check();
      await press('Approve');
      await page.getByRole('heading', { name: 'Approve 1 payment?' }).waitFor();
      const total = await wordsOn(page);
      expect(total).toMatch(/USD 1 \$100\.00 \$5\.00 \$105\.00 .*ending in 0077/);
      await check();
      await press('Approve 1 payment');
      await page.locator('.toast', { hasText: '1 payment approved.' }).waitFor();

      await tomorrow(shows(page, `${brand}/billing`, /Owed\s+\$0\.00/));
      await page.getByRole('link', { name: /\d{4}/ }).first().click();
      await page.getByRole('heading', { name: /^Receipt of / }).waitFor();
      const receipt = await wordsOn(page);
      expect(receipt).toMatch(/Visa ending in 0077 was charged/);
      expect(receipt).toContain('$42.00');
      expect(receipt).toContain('$105.00');
      await owner.close();

      const own = `/app/${demo.creators.independent}`;
      const creator = await visitor(world(), 'creator', { phone: true });
      creator.mayLeaveTo(world().simulators.url);
      creator.page.setDefaultTimeout(PATIENCE.timeout);
      await creator.page.goto(`${own}/balance`);
      await creator.page.getByLabel('Country of your bank').selectOption('United States');
      await creator.page.getByRole('button', { name: 'Set up payouts' }).tap();
      await creator.page.getByRole('button', { name: 'Submit' }).tap();
      await creator.page.getByText('Your payout details were sent.').waitFor();
      await tomorrow(shows(creator.page, `${own}/balance`, /\$160\.00 can be withdrawn/));
      await creator.page.goto(`${own}/earnings`);
      await creator.page.locator('main').getByRole('link').filter({ hasText: 'No program' }).first().tap();
      await creator.page.getByRole('heading', { name: /^\$40\.00 from/ }).waitFor();
      const why = await wordsOn(creator.page);
      expect(why).toMatch(/The whole amount is yours\. .*Payment \$40\.00 .*Payout/);
      await creator.close();

      // In a browser whose sign-in is an hour old.
      const later = await visitor(world(), 'nobody', { phone: true });
      await later.context.addCookies([sessionCookie(baseUrl, world().earlier)]);
      later.page.setDefaultTimeout(PATIENCE.timeout);
      await later.page.goto(`${own}/balance`);
      await later.page.getByRole('link', { name: 'Withdraw', exact: true }).tap();
      await later.page.getByRole('heading', { name: 'Withdraw $160.00' }).waitFor();
      const quote = await wordsOn(later.page);
      expect(quote).toMatch(
        /Fee None You receive \$160\.00 Arrives Usually within 3 business days To .*ending in/,
      );
      await later.check();
      later.expects(422);
      const withdraw = async (password: string) => {
        await later.page.getByLabel('Your password').fill(password);
        await later.page.getByRole('button', { name: 'Withdraw $160.00' }).tap();
      };
      await withdraw('not the password');
      await later.page.getByText('This is not your password.').first().waitFor();
      await withdraw(CREATOR_PASSWORD);
      await later.page.locator('.toast', { hasText: 'Withdrawal requested.' }).waitFor();
      await later.page.getByRole('heading', { name: 'Withdrawal of $160.00' }).waitFor();
      await later.close();
    });
  });
}
