// Threads: two people in two browsers who see each other's messages as they come, by mouse and by keyboard.
import { join } from 'node:path';
import type { Page, WebSocketRoute } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ConsoleWorld, visitor } from '../support/console.ts';

const CLIP = join(import.meta.dirname, '../../../tools/demo/media/clip.mp4');

export function messagePages(world: () => ConsoleWorld): void {
  describe('threads', () => {
    let brand: string;
    let mine: string;
    beforeAll(() => {
      const { accounts, creators } = world().service.demo;
      brand = `/app/${accounts.brand}/messages`;
      mine = `/app/${creators.independent}/messages`;
    });

    const message = (page: Page, text: string) => page.locator('.talk-message', { hasText: text });
    const send = async (page: Page, text: string) => {
      await page.getByLabel('Message', { exact: true }).fill(text);
      await page.getByRole('button', { name: 'Send' }).click();
      await message(page, text).waitFor();
    };

    const threadOf = (page: Page) => new URL(page.url()).pathname.split('/').at(-1);
    it('are written, answered with a video, reacted to and read, live on both sides', async () => {
      const [owner, creator] = await Promise.all([
        visitor(world(), 'owner'),
        visitor(world(), 'creator', { phone: true, dark: true }),
      ]);
      await owner.visit(brand);
      await owner.page.getByText('No messages yet').waitFor();
      await owner.page.getByRole('link', { name: 'New' }).click();
      await owner.check();
      await owner.page
        .getByLabel('Creator', { exact: true })
        .selectOption(world().service.demo.creators.independent);
      await owner.page.getByLabel('Message').first().fill('Could you show the pour?');
      await owner.page.getByRole('button', { name: 'Send message' }).click();
      await message(owner.page, 'Could you show the pour?').waitFor();
      await owner.check();

      await creator.visit(mine);
      await creator.page.getByRole('link', { name: /Northwind Coffee .*1 unread/ }).click();
      await message(creator.page, 'Could you show the pour?').waitFor();
      await creator.check();
      // Nobody clicked: what was looked at is read.
      await message(owner.page, 'Could you show the pour?').getByText('Read', { exact: true }).waitFor();

      await creator.page.getByLabel('File').setInputFiles(CLIP);
      await send(creator.page, 'From above');
      for (const { page } of [owner, creator]) await message(page, 'From above').locator('video').waitFor();
      await message(creator.page, 'From above').getByText('Read', { exact: true }).waitFor();

      await owner.page.getByLabel('Message', { exact: true }).fill('Half wri');
      await creator.page.getByText(/is typing/).waitFor();
      await message(owner.page, 'From above').getByRole('link', { name: /^More/ }).click();
      await owner.page.getByRole('dialog', { name: /Message from/ }).waitFor();
      await owner.check('moves');
      await owner.page.getByRole('dialog').getByRole('button', { name: /👏/ }).click();
      for (const { page } of [owner, creator]) await message(page, 'From above').getByText('👏 1').waitFor();
      // What was being typed is still there, and was not sent.
      expect(await owner.page.getByLabel('Message', { exact: true }).inputValue()).toBe('Half wri');
      await Promise.all([owner.check('moves'), creator.check('moves')]);
      await Promise.all([owner.close(), creator.close()]);
    });

    it('go on after the connection was cut, by keyboard alone', async () => {
      const [owner, creator] = await Promise.all([visitor(world(), 'owner'), visitor(world(), 'creator')]);
      const sockets: WebSocketRoute[] = [];
      await owner.page.routeWebSocket(/\/live\?/, (socket) => {
        sockets.push(socket);
        socket.connectToServer();
      });
      await owner.visit(`${brand}?kind=direct`);
      const keys = owner.page.keyboard;
      await keys.press('?');
      await owner.page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
      await owner.check();
      await keys.press('Escape');
      await keys.press('j');
      await keys.press('Enter');
      await message(owner.page, 'From above').waitFor();
      await expect.poll(() => sockets.length).toBe(1);
      await creator.visit(mine);
      await creator.page.locator('.talk-row').first().click();
      await message(creator.page, 'From above').waitFor();
      await sockets[0]!.close({ code: 1012 });
      await send(creator.page, 'Said while you were away');
      await message(owner.page, 'Said while you were away').waitFor();
      await expect.poll(() => sockets.length, { timeout: 15_000 }).toBe(2);
      await keys.press('r');
      await keys.type('Answered with r, j and /');
      await keys.press('Control+Enter');
      await message(creator.page, 'Answered with r, j and /').waitFor();
      await keys.press('Escape');
      await keys.press('/');
      expect(await owner.page.locator(':focus').getAttribute('id')).toBe('talk-q');
      await Promise.all([owner.check('moves'), creator.check('moves')]);
      await Promise.all([owner.close(), creator.close()]);
    });

    it('show what becomes of a message long ago', async () => {
      const { api } = world().service;
      const creator = await visitor(world(), 'creator');
      await creator.visit(mine);
      await creator.page.locator('.talk-row').first().click();
      await message(creator.page, 'Could you show the pour?').waitFor();
      const listed = (await api('GET', `/v1/messages?thread=${threadOf(creator.page)}&limit=100`)).data;
      const first = listed.at(-1)!;
      for (let n = 1; n <= 27; n++)
        await api('POST', '/v1/messages', { thread: first.thread, body: `Note ${n}` });
      await message(creator.page, 'Note 27').waitFor();
      await api('PATCH', `/v1/messages/${first.id}`, { version: first.version, body: 'Show the foam' });
      await message(creator.page, 'Show the foam').getByText('Edited').waitFor();
      // Its dialog opens although the page that the server has first ends after it.
      await message(creator.page, 'Show the foam').getByRole('link', { name: /^More/ }).click();
      await creator.page.getByRole('dialog').getByRole('button', { name: /🎉/ }).click();
      await message(creator.page, 'Show the foam').getByText('🎉 1').waitFor();
      await creator.check('moves');
      await creator.close();
    });

    it('ask for help, also without scripts', async () => {
      const { page, visit, close } = await visitor(world(), 'creator', { scriptless: true });
      await visit(`${mine}/new`);
      await page.getByLabel('Question').fill('When am I paid?');
      await page.getByRole('button', { name: 'Send question' }).click();
      await page.getByRole('heading', { name: 'Help' }).waitFor();
      await send(page, 'I mean for the last one.');
      expect(await message(page, 'When am I paid?').count()).toBe(1);
      await close();
    });
  });
}
