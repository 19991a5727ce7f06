// A brand's money by clicking alone: its card is charged for what it pays and approves. How it reaches a bank: first-money.ts.
import { describe, expect, it, vi } from 'vitest';
import { callApi } from '../../../tools/demo/api.ts';
import { runCron } from '../../../tools/demo/crons.ts';
import * as clock from '../../harness/clock.ts';
import { PATIENCE } from '../../harness/patience.ts';
import { type ConsoleWorld, type Visitor, visitor, wordsOn } from '../support/console.ts';

const DAY_MS = 86_400_000;

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

    it('is shown before it is spent, and charged with a receipt', async () => {
      const { demo } = world().service;
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
    });
  });
}
