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
      await owner.page.getByRole('link', { name: 'New', exact: true }).click();
      await owner.page.getByLabel('Creator', { exact: true }).waitFor();
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
      await owner.page.getByRole('dialog', { name: 'Keyboard' }).getByText('Next thread').waitFor();
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

    it('say in place what was refused, that nobody is connected, and that the thread has ended', async () => {
      const { baseUrl, demo } = world().service;
      const headers = { Authorization: `Bearer ${demo.keys.brand}`, 'Content-Type': 'application/json' };
      const ask = async (method: string, path: string, body: object) =>
        (await fetch(baseUrl + path, { method, headers, body: JSON.stringify(body) })).status;
      const { page, visit, check, expects, close } = await visitor(world(), 'owner');
      const sockets: WebSocketRoute[] = [];
      await page.routeWebSocket(/\/live\?/, (socket) => {
        sockets.push(socket);
        socket.connectToServer();
      });
      await visit(`${brand}?kind=direct`);
      await page.locator('.talk-row').first().click();
      await send(page, 'Said before the refusals');
      const thread = threadOf(page);

      // Another of the side edits it first.
      const id = (await message(page, 'Said before the refusals').getAttribute('id'))!.replace(
        /^.*(?=msg_)/,
        '',
      );
      await message(page, 'Said before the refusals').getByRole('link', { name: /^More/ }).click();
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      expect(await ask('PATCH', `/v1/messages/${id}`, { version: 1, body: 'Said first' })).toBe(200);
      await message(page, 'Said first').waitFor();
      expects(409);
      await dialog.getByLabel('Text').fill('Said too late');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.getByText('Not saved: this changed since you opened it').waitFor();
      expect(await dialog.getByLabel('Text').inputValue()).toBe('Said too late');
      await check('moves');
      await page.keyboard.press('Escape');

      // The side has written all that it may in a minute.
      let written = 0;
      while ((await ask('POST', '/v1/messages', { thread, body: `Number ${written + 1}.` })) === 201)
        written++;
      await message(page, `Number ${written}.`).waitFor();
      expects(429);
      const text = page.getByLabel('Message', { exact: true });
      await text.fill('One too many');
      await page.getByRole('button', { name: 'Send' }).click();
      await page
        .locator('#composer')
        .getByText(/Too many messages/)
        .waitFor();
      expect(await text.inputValue()).toBe('One too many');
      await check('moves');

      const offline = page.getByText('You are offline. New messages appear when you are back.');
      await page.context().setOffline(true);
      await offline.waitFor();
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByText('Not sent: there is no connection. Try again.').waitFor();
      expect(await text.inputValue()).toBe('One too many');
      await page.context().setOffline(false);
      await offline.waitFor({ state: 'detached' });

      await sockets.at(-1)!.close({ code: 4403 });
      await page.getByRole('alert').getByText('This thread is no longer open to you.').waitFor();
      expect(await page.locator('.talk-message').count()).toBe(0);
      await page.getByRole('link', { name: 'Load it again' }).click();
      await message(page, 'Said first').waitFor();
      await close();
    });

    it('show what becomes of a message long ago', async () => {
      const { api } = world().service;
      const creator = await visitor(world(), 'creator');
      await creator.visit(mine);
      await creator.page.locator('.talk-row').first().click();
      // The flood of before has more messages than the page that the server shows first.
      await creator.page.getByRole('link', { name: 'Older messages' }).click();
      await message(creator.page, 'Could you show the pour?').waitFor();
      const listed = (await api('GET', `/v1/messages?thread=${threadOf(creator.page)}&limit=100`)).data;
      const first = listed.at(-1)!;
      await api('PATCH', `/v1/messages/${first.id}`, { version: first.version, body: 'Show the foam' });
      await message(creator.page, 'Show the foam').getByText('Edited').waitFor();
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
