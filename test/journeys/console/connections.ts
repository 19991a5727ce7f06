// Connects an ad account by clicking: our pages, the platform's consent page, and back. Campaigns are created
// in it.
import { describe, expect, it } from 'vitest';
import { type ConsoleWorld, looksAt, visitor } from '../support/console.ts';
import { walkCampaigns } from './campaigns.ts';

export function connectionPages(world: () => ConsoleWorld): void {
  describe('an ad account', () => {
    it('is connected, chosen, advertised in and disconnected', async () => {
      const place = `/app/${world().service.demo.accounts.brand}/connections`;
      const platform = world().simulators.url;
      const owner = await visitor(world(), 'owner');
      const { page, visit, check, mayLeaveTo, close } = owner;
      mayLeaveTo(platform);
      await visit(place);
      await page.getByText('Nothing is connected yet').waitFor();
      await page.getByRole('button', { name: 'Meta' }).click();
      await page.getByRole('heading', { name: 'Connect Meta' }).waitFor();
      await check();
      const link = page.url();
      await page.getByRole('button', { name: 'Continue to Meta' }).click();
      await page.waitForURL((url) => url.origin === new URL(platform).origin);
      await page.getByLabel('Log in as').selectOption({ label: 'Ada Sim' });
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('link', { name: 'Ada Sim' }).click();
      await page.getByLabel('Ad account').selectOption({ label: 'Main account (USD)' });
      await page.getByLabel('Page').selectOption({ index: 1 });
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { level: 1, name: 'Main account' }).waitFor();
      await page.getByText('Active', { exact: true }).waitFor();
      await check();
      const connection = page.url();
      await Promise.all(
        looksAt([place, connection]).map(async ({ look, paths }) => {
          const other = await visitor(world(), 'owner', look);
          for (const path of paths) await other.visit(path);
          await other.close();
        }),
      );
      // The link belongs to this browser: a person who was only sent it cannot connect anything.
      const stranger = await visitor(world(), 'nobody', { phone: true });
      await stranger.visit(
        link.replace(/[0-9A-Za-z]{32}$/, (id) => [...id].reverse().join('')),
        404,
      );
      await stranger.close();
      await walkCampaigns(world(), owner);
      await visit(new URL(connection).pathname);
      await page.getByRole('link', { name: 'Disconnect', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
      await page.getByRole('status').getByText('Main account was disconnected.').waitFor();
      expect(new URL(page.url()).pathname).toBe(place);
      await close();
    });
  });
}
