// The staff's pages: the review queue, one decision, and the second factor.
import { describe, expect, it } from 'vitest';
import { totpCode, totpStep } from '../../../src/kit/totp.ts';
import * as clock from '../../harness/clock.ts';
import { type ConsoleWorld, looksAt, STAFF_TOKEN, visitor } from '../support/console.ts';

export function staffPages(world: () => ConsoleWorld): void {
  describe("the staff's pages", () => {
    it('lead from the queue to a decision that is asked about, made with a reason and recorded', async () => {
      const { page, visit, check, close } = await visitor(world(), 'staff');
      await visit('/app');
      await page.getByRole('link', { name: /Staff/ }).click();
      await page.getByRole('heading', { level: 1, name: 'Queue' }).waitFor();
      await check();
      await page.getByRole('link', { name: 'Difference between books' }).click();
      await page.getByText('Charge twice, pi_second').waitFor();
      await check();
      const opener = page.getByRole('link', { name: /^Close without correction/ });
      await opener.focus();
      await page.keyboard.press('Enter');
      await page
        .getByRole('dialog', { name: 'Close the difference at pi_second without a correction?' })
        .waitFor();
      await check();
      await page.getByLabel('Why').fill('Given back at the processor.');
      await page.getByRole('button', { name: 'Close the difference' }).click();
      await page.getByRole('status').getByText('Decision saved').waitFor();
      await page.getByText('There is nothing left to decide.').waitFor();
      await page.getByRole('cell', { name: 'Given back at the processor.' }).waitFor();
      await check();
      await close();
    });

    it('take a second factor from an authenticator app, without scripts too', async () => {
      const { page, visit, close } = await visitor(world(), 'staff', { scriptless: true });
      await visit('/staff/second-factor?to=%2Fstaff%2Fpeople');
      await page.getByLabel('Staff token').fill(STAFF_TOKEN);
      await page.getByRole('button', { name: 'Set up second factor' }).click();
      const secret = (await page.getByRole('region', { name: 'secret' }).textContent())!.replace(/\s/g, '');
      await page.getByRole('textbox', { name: 'Code' }).fill(await totpCode(secret, totpStep(clock.now())));
      await page.getByRole('button', { name: 'Confirm' }).click();
      await page.getByRole('heading', { name: 'Your second factor is set up' }).waitFor();
      const codes = await page.getByRole('region', { name: 'recovery codes' }).textContent();
      expect(codes!.trim().split('\n')).toHaveLength(10);
      await page.getByRole('link', { name: 'I have saved them' }).click();
      await page.waitForURL('**/staff/people');
      await close();
    });

    it('are in order on a desk and on a phone, light and dark, and missing to others', async () => {
      const pages = [
        '',
        '/directory?q=a',
        '/corrections',
        '/ledgers?holder=service:usd:0',
        '/actions',
        '/people',
        '/second-factor',
      ];
      for (const { look, paths } of looksAt(pages)) {
        const { visit, close } = await visitor(world(), 'staff', look);
        for (const path of paths) await visit(`/staff${path}`);
        await close();
      }
      for (const who of ['owner', 'nobody'] as const) {
        const { visit, close } = await visitor(world(), who);
        await visit('/staff', 404);
        await close();
      }
    });
  });
}
