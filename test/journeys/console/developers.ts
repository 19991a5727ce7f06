// Keys, their events and problems, and the audit log: each action once by clicking, with its effect read
// through the API. What an account's own server receives, and its signature: first-program.ts.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ConsoleWorld, looksAt, type Visitor, visitor, type Who } from '../support/console.ts';

export function developerPages(world: () => ConsoleWorld): void {
  describe('the pages of developers', () => {
    let place: string;
    let receiver: Server;
    let hook: string;
    let received = 0;

    beforeAll(async () => {
      place = `/app/${world().service.demo.accounts.brand}`;
      receiver = createServer((request, response) => {
        received++;
        request.resume().on('end', () => response.end('taken'));
      }).listen(0, '127.0.0.1');
      await once(receiver, 'listening');
      hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/in`;
    });

    afterAll(() => receiver.close());

    const call = async (key: string, method = 'GET', path = '/v1/account') => {
      const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
      const body = method === 'GET' ? null : '{}';
      return (await fetch(world().service.baseUrl + path, { method, headers, body })).status;
    };
    const secretOn = async (page: Page, of: string) =>
      (await page.getByRole('region', { name: of, exact: true }).textContent())!.trim();
    const fillIn = async ({ page, visit }: Visitor, name: string) => {
      await visit(`${place}/keys/new`);
      await page.getByLabel('Name').fill(name);
      await page.getByLabel('Read and write').check();
      await page.getByLabel('Webhook URL').fill(hook);
      await page.getByRole('button', { name: 'Create API key' }).click();
    };

    it('make a key, send its events, show its problems, roll it and revoke it', async () => {
      const owner = await visitor(world(), 'owner');
      const { page, check } = owner;
      await owner.visit(`${place}/keys`);
      await page.getByRole('link', { name: 'Create API key' }).click();
      await fillIn(owner, 'Till');
      await page.getByText('Copy your key now').waitFor();
      await check();
      const key = await secretOn(page, 'key');
      expect(await call(key)).toBe(200);
      expect(await call(key, 'GET', '/v1/pixels/nothing')).toBe(404);
      await page.getByRole('link', { name: 'Done' }).click();
      await page.getByRole('heading', { level: 1, name: 'Till' }).waitFor();
      const settings = page.url();

      // The values that the browser restores after going back still belong to the earlier state of the key.
      await page.getByLabel('Allowed origins').fill('https://door.example.com');
      await page.getByRole('link', { name: 'Events', exact: true }).click();
      await page.getByRole('button', { name: 'Send', exact: true }).waitFor();
      const tab = await page.context().newPage();
      await tab.goto(settings);
      await tab.getByLabel('Allowed origins').fill('https://shop.example.com');
      await tab.getByRole('button', { name: 'Save', exact: true }).click();
      await tab.getByRole('status').getByText('Saved.').waitFor();
      await tab.close();
      await page.goBack();
      owner.expects(409);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Not saved: this changed since you opened it').waitFor();
      expect(await page.getByLabel('Allowed origins').inputValue()).toBe('https://door.example.com');
      await page
        .getByText('Changed since you opened this. Current value: https://shop.example.com')
        .waitFor();
      await check();
      owner.expects(200);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('status').getByText('Saved.').waitFor();

      await page.getByRole('link', { name: 'Events', exact: true }).click();
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'conversion.recorded' }).waitFor();
      // Going back and submitting again sends the same form.
      const event = page.url();
      await page.goBack();
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'conversion.recorded' }).waitFor();
      expect(page.url()).toBe(event);
      await expect
        .poll(async () => {
          await page.reload();
          return page.getByText('Delivered').isVisible();
        })
        .toBe(true);
      await check();
      await page.getByRole('button', { name: 'Resend event' }).click();
      await expect.poll(() => received).toBe(2);

      await page.goto(`${settings}/problems`);
      await page.getByText('GET /v1/pixels/:id').waitFor();

      await page.goto(settings);
      await page.getByRole('link', { name: 'Roll secret' }).click();
      await page.getByRole('dialog', { name: 'Roll the secret of Till?' }).waitFor();
      await check();
      await page.getByLabel('In one hour').check();
      await page.getByRole('button', { name: 'Create new secret', exact: true }).click();
      await page.getByText('Copy your key now').waitFor();
      const second = await secretOn(page, 'key');
      expect([await call(key, 'PATCH'), await call(second, 'PATCH')]).toEqual([200, 200]);

      await page.getByRole('link', { name: 'Done' }).click();
      await page.getByRole('link', { name: 'Revoke key' }).click();
      await page.getByRole('button', { name: 'Revoke key' }).click();
      await page.getByRole('status').getByText('Till was revoked').waitFor();
      expect([await call(key, 'PATCH'), await call(second, 'PATCH')]).toEqual([401, 401]);
      await owner.close();
    });

    it('are in order for everybody, light and dark, on a desk and on a phone', async () => {
      const { keyIds, pixel } = world().service.demo;
      const paths = ['', '/new', `/${keyIds.brand}`, `/${keyIds.brand}/events`, `/${keyIds.brand}/problems`];
      const open = async (who: Who, looks: ReturnType<typeof looksAt>, status = 200) => {
        await Promise.all(
          looks.map(async ({ look, paths }) => {
            const visit = await visitor(world(), who, look);
            for (const path of paths) await visit.visit(`${place}${path}`, status);
            await visit.close();
          }),
        );
      };
      const here = (...paths: string[]) => [{ look: {}, paths }];
      const own = [...paths.map((path) => `/keys${path}`), '/pixels', `/pixels/${pixel}`, '/audit'];
      await open('owner', looksAt(own));
      await open('member', here('/keys', `/keys/${keyIds.brand}`));
      await open('member', here('/audit', '/keys/new'), 403);
      const foreign = ['/keys/key_01k2d9q3v7h5m8r4t6w0x1y2z3', `/keys/${keyIds.brand}/events/none`];
      await open('owner', here(...foreign), 404);
    });

    it('work without scripts, and the log says who did it', async () => {
      const admin = await visitor(world(), 'admin', { scriptless: true });
      await fillIn(admin, 'Scriptless');
      const key = await secretOn(admin.page, 'key');
      await admin.page.getByRole('link', { name: 'Done' }).click();
      await admin.page.getByRole('link', { name: 'Revoke key' }).click();
      await admin.page.getByRole('button', { name: 'Revoke key' }).click();
      await admin.page.getByText('Scriptless was revoked').waitFor();
      expect(await call(key, 'PATCH')).toBe(401);
      await admin.visit(`${place}/audit`);
      await admin.page.getByLabel('What').selectOption('revokeKey');
      await admin.page.getByRole('button', { name: 'Apply' }).click();
      await admin.page.getByRole('cell', { name: 'Ada admin' }).waitFor();
      await admin.close();
    });
  });
}
