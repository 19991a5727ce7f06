// A brand's roster by clicks, on a phone: accepting one who asks, from the list; then what a creator's page can do.
import { describe, expect, it, vi } from 'vitest';
import { callApi } from '../../../tools/demo/api.ts';
import { type ConsoleWorld, visitor } from '../support/console.ts';

interface Creator {
  id: string;
  status: string;
  tags: string[];
  notes: string | null;
}

export function rosterPages(world: () => ConsoleWorld): void {
  describe('the roster', () => {
    it('accepts from the list, then tags, notes, pauses, resumes and removes on the creator’s page', async () => {
      const { baseUrl, demo } = world().service;
      const [brand, partner] = [{ key: demo.keys.brand }, { key: demo.keys.partner }];
      const program = await callApi(`${baseUrl}/v1/programs`, 'POST', brand, {
        name: 'Latte art',
        type: 'organic',
        status: 'live',
        visibility: 'network',
        pay: { rules: [{ type: 'per_video', amount: 5_000 }], currency: 'usd' },
      });
      const ids: string[] = [];
      const others = Array.from({ length: 11 }, (_, n) => `Olive Moss ${n + 1}`);
      for (const name of ['Olive Hart', ...others]) {
        const email = `${name.toLowerCase().replaceAll(' ', '.')}@creators.example`;
        const { id } = await callApi(`${baseUrl}/v1/creators`, 'POST', partner, {
          ...{ email, name },
          visibility: 'network',
        });
        await callApi(`${baseUrl}/v1/applications`, 'POST', { ...partner, as: id }, { program: program.id });
        ids.push(id);
      }
      const [id, ...mosses] = ids as [string, ...string[]];
      const statuses = async () =>
        new Set(await Promise.all(mosses.map(async (one) => (await read(one)).status)));
      const read = (of = id) => callApi<Creator>(`${baseUrl}/v1/creators/${of}`, 'GET', brand);
      const list = `/app/${demo.accounts.brand}/creators`;
      const { page, visit, check, close } = await visitor(world(), 'owner', { phone: true });
      const toast = (text: string) => page.locator('.toast', { hasText: text }).waitFor();

      await visit(list);
      await page.getByText('Filters', { exact: true }).tap();
      await page.getByLabel('Status').selectOption('Asks to work with you');
      await page.getByRole('button', { name: 'Apply' }).tap();
      await page.waitForURL(/status=review/);
      const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` });
      await expect(page.getByRole('button', { name: 'Accept' }).isDisabled()).resolves.toBe(true);
      await box('Olive Hart').check();
      await page.getByText('1 selected').waitFor();
      const scrolled = () => page.evaluate<number>('scrollY');
      const place = await scrolled();
      expect(place).toBeGreaterThan(0);
      await page.getByRole('button', { name: 'Accept' }).tap();
      await page.getByRole('heading', { name: 'Accept 1 creator?' }).waitFor();
      await check();
      // Back keeps what was selected, and where the list was.
      await page.goBack();
      await page.getByText('1 selected').waitFor();
      await vi.waitUntil(async () => (await scrolled()) === place, { timeout: 10_000 });
      await page.getByRole('button', { name: 'Accept' }).tap();
      await page.getByRole('button', { name: 'Accept 1 creator' }).tap();
      await toast('1 creator accepted.');
      expect((await read()).status).toBe('live');
      expect(await statuses()).toEqual(new Set(['review']));
      // More than ten are sent in tens, by one click.
      await visit(`${list}?q=olive&status=review`);
      await page.getByRole('checkbox', { name: 'Select all rows' }).tap();
      await page.getByText('11 selected').waitFor();
      await page.getByRole('button', { name: 'Accept' }).tap();
      await page.getByRole('button', { name: 'Accept 11 creators' }).tap();
      await toast('11 creators accepted.');
      expect(await statuses()).toEqual(new Set(['live']));

      await visit(`${list}?q=olive`);
      await page.getByRole('link', { name: 'Olive Hart' }).tap();
      await page.getByLabel('Tags').fill('latte, Lisbon');
      await page.getByLabel('Notes').fill('Quick to answer.');
      await page.getByRole('button', { name: 'Save changes' }).tap();
      await toast('Saved.');
      expect(await read()).toMatchObject({ tags: ['latte', 'Lisbon'], notes: 'Quick to answer.' });
      const sure = async (label: string) => {
        await page.getByRole('link', { name: label }).tap();
        await page.getByRole('dialog').getByRole('button', { name: label }).tap();
      };
      const becomes = (status: string) =>
        vi.waitUntil(async () => (await read()).status === status, { timeout: 10_000 });
      await sure('Pause creator');
      await becomes('paused');
      await page.getByRole('button', { name: 'Resume creator' }).tap();
      await becomes('live');
      await sure('Remove creator');
      await becomes('removed');
      await page.getByText('Ended by').waitFor();
      await close();
    });
  });
}
