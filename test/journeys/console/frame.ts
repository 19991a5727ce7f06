// The frame: navigation, components and refusals, by mouse, by keyboard, on a phone, and without scripts.
import type { Route } from 'playwright-core';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ConsoleWorld, looksAt, visitor, type Who } from '../support/console.ts';
import { halfAtFirst } from '../support/half-at-first.ts';

export function framePages(world: () => ConsoleWorld): void {
  describe('the frame', () => {
    let brand: string;
    let creator: string;
    beforeAll(() => {
      const { demo } = world().service;
      brand = `/app/${demo.accounts.brand}`;
      creator = `/app/${demo.creators.independent}`;
    });

    const look = async (who: Who, pages: string[], status = 200) => {
      await Promise.all(
        looksAt(pages).map(async ({ look, paths }) => {
          const visit = await visitor(world(), who, look);
          for (const path of paths) await visit.visit(path, status);
          await visit.close();
        }),
      );
    };

    it('is in order for everybody, light and dark, on a desk and on a phone', async () => {
      await look('nobody', ['/', '/components']);
      await look('owner', [
        '/app',
        `${brand}/`,
        `${brand}/programs`,
        `${brand}/submissions`,
        `${brand}/payments`,
      ]);
      await look('creator', [`${creator}/`, `${creator}/payments`]);
    });

    it('is painted as a whole, so that nothing moves however slowly it comes', async () => {
      const site = await halfAtFirst(world().service.baseUrl);
      const { page, mayLeaveTo, visit, close } = await visitor(world(), 'owner');
      mayLeaveTo(site.url);
      await visit(`${site.url}${brand}/team`);
      const [painted, whole] = await page.evaluate<[number, number]>(
        "[performance.getEntriesByName('first-contentful-paint')[0].startTime, performance.getEntriesByType('navigation')[0].responseEnd]",
      );
      expect(painted).toBeGreaterThan(whole);
      await close();
      site.close();
    });

    it('is in order where there is nothing, or nothing for this role', async () => {
      await look('owner', [`/app/${world().service.demo.accounts.partner}/`, `${brand}/none`], 404);
      await look('member', [`${brand}/payments`], 403);
    });

    it('opens a dialog in place, goes back to where it was opened, and does what was confirmed', async () => {
      const { page, visit, check, close } = await visitor(world(), 'nobody');
      await visit('/components');
      const opener = page.getByRole('link', { name: 'Revoke', exact: true });
      await opener.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: /Production/ }).waitFor();
      await check();
      await page.keyboard.press('Escape');
      expect(await page.locator(':focus').textContent()).toBe('Revoke');
      await opener.click();
      await page.getByRole('button', { name: 'Revoke key' }).click();
      await page.getByRole('status').getByText('was revoked').waitFor();
      await check();
      await close();
    });

    it('shows what is wrong at its field, and begins there', async () => {
      const { page, visit, close } = await visitor(world(), 'nobody');
      await visit('/components');
      await page.getByLabel('Name').fill('Kept');
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByText('This name is taken').waitFor();
      expect(await page.getByLabel('Name').inputValue()).toBe('Kept');
      await page.locator('[name=name]:focus').waitFor();
      await close();
    });

    it('works without scripts: asking first, forms, filters', async () => {
      const { page, visit, close } = await visitor(world(), 'owner', { scriptless: true });
      await visit('/components');
      await page.getByRole('link', { name: 'Revoke', exact: true }).click();
      await page.getByRole('button', { name: 'Revoke key' }).click();
      await page.getByText('was revoked').waitFor();
      await visit(`${brand}/programs`);
      await page.getByLabel('Status').selectOption('archived');
      await page.getByRole('button', { name: 'Apply' }).click();
      await page.getByText('No programs match').waitFor();
      expect(page.url()).toContain('status=archived');
      await close();
    });

    it('leads through a place by keyboard alone', async () => {
      const { page, visit, close } = await visitor(world(), 'owner');
      await visit(`${brand}/`);
      await page.keyboard.press('Tab');
      expect(await page.locator(':focus').textContent()).toBe('Skip to content');
      await page.keyboard.press('Enter');
      await page.waitForURL(/#main$/);
      await page.getByRole('navigation').getByRole('link', { name: 'Programs' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Programs' }).waitFor();
      await close();
    });

    it('opens its menu on a phone, and closes it by Escape', async () => {
      const { page, visit, check, close } = await visitor(world(), 'owner', { phone: true });
      await visit(`${brand}/`);
      await page.getByLabel('Menu').click();
      await page.getByRole('link', { name: 'Submissions', exact: true }).waitFor();
      await check();
      await page.keyboard.press('Escape');
      expect(await page.getByRole('link', { name: 'Submissions', exact: true }).isVisible()).toBe(false);
      await close();
    });

    it('keeps a draft of a long form for its person, until it was sent or the person signs out', async () => {
      // In a session of its own, which it ends.
      const { page, visit, close } = await visitor(world(), 'nobody');
      const { email, password } = world().service.demo.people.owner;
      await visit('/sign-in');
      await page.getByLabel('Email address').fill(email);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL(/\/app/);
      const name = page.getByLabel('Name', { exact: true });
      const drafts = () =>
        page.evaluate<number>('Object.keys(localStorage).filter((key) => key.startsWith("draft ")).length');
      const restore = page.getByRole('button', { name: 'Restore draft' });
      // The name is typed before the script comes, which then keeps it without another letter.
      const script = Promise.withResolvers<void>();
      const late = async (route: Route) => {
        await script.promise;
        await route.continue();
      };
      await page.route('**/ui/drafts.*.js', late, { times: 1 });
      await page.goto(`${brand}/programs/new`, { waitUntil: 'commit' });
      await name.fill('Half a program');
      script.resolve();
      await vi.waitUntil(async () => (await drafts()) === 1);
      await visit(`${brand}/programs`);
      await visit(`${brand}/programs/new`);
      await restore.click();
      expect(await name.inputValue()).toBe('Half a program');
      // The program is created, and the answer lost on the way: the page doesn't know.
      await page.evaluate(`(async () => {
        const form = document.querySelector('form[data-draft]');
        await fetch(form.action, { method: 'POST', body: new URLSearchParams(new FormData(form)) });
      })()`);
      await page.route('**/programs/new', (route) => route.abort(), { times: 1 });
      await page.getByRole('button', { name: 'Create draft' }).click();
      await vi.waitUntil(() => page.url().startsWith('chrome-error:'));
      await visit(`${brand}/programs/new`);
      await restore.click();
      await page.getByRole('button', { name: 'Create draft' }).click();
      await page.getByRole('heading', { name: 'Half a program' }).waitFor();
      expect(await drafts()).toBe(0);
      const { data } = await world().service.api('GET', '/v1/programs');
      expect(data.filter((one: { name: string }) => one.name === 'Half a program')).toHaveLength(1);
      await visit(`${brand}/programs/new`);
      expect([await restore.count(), await drafts()]).toEqual([0, 0]);
      await name.fill('Another half');
      await vi.waitUntil(async () => (await drafts()) === 1);
      await visit('/sign-out');
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.waitForURL((url) => url.pathname !== '/sign-out');
      expect(await drafts()).toBe(0);
      await close();
    });
  });
}
