// A creator and a brand talk, the creator on a customer's site: what each says appears at the other at once.
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PATIENCE } from '../../harness/patience.ts';
import type { ConsoleWorld } from '../support/console.ts';
import { allowOrigin, callAs, inOrderInEachLook, mintMember, secretFor } from '../support/embed-scene.ts';
import { visitEmbed } from '../support/embed-site.ts';
import { type Site, startSite } from '../support/site.ts';

const MEDIA = join(import.meta.dirname, '../../../tools/demo/media');

export function embedMessagePages(world: () => ConsoleWorld): void {
  describe('the component messages', () => {
    let site: Site;
    let creator: string;

    beforeAll(async () => {
      site = await startSite();
      await allowOrigin(world(), site.foreignOrigin);
      const made = await world().service.api('POST', '/v1/programs', {
        name: 'Slow mornings',
        type: 'organic',
        status: 'live',
      });
      creator = await mintMember(world(), made.data.id);
    });

    afterAll(() => site?.stop());

    it('brings messages both ways at once, with files, answers and reactions, by keyboard alone', async () => {
      const { api } = world().service;
      const component = 'messages';
      const secret = secretFor(world(), site.foreignOrigin, { creator, component });
      const visit = await visitEmbed(world(), site, { component, secret });
      const frame = await visit.frame();
      const press = async (name: string | RegExp) => {
        await frame.getByRole('button', { name, disabled: false }).first().focus();
        await visit.page.keyboard.press('Enter');
      };
      await inOrderInEachLook(world(), { page: visit.page, frame });
      await press(/^Write to /);
      await frame.getByLabel('Your message').focus();
      await visit.page.keyboard.type('May I film <b>outside</b>?');
      await frame.getByLabel('Attach files').setInputFiles(join(MEDIA, 'photo.png'));
      await frame.getByRole('button', { name: 'Remove photo.png' }).waitFor();
      await press('Send message');
      await frame.locator('.message').getByText('May I film <b>outside</b>?').waitFor();
      await frame.locator('.message img[alt="photo.png"]').waitFor();
      const { kind, id } = await visit.until('Submitted');
      expect(kind).toBe('message');
      const threads = await callAs(world(), creator, 'GET', '/v1/threads?kind=direct');
      const thread: string = threads.data[0].id;

      // The brand reacts and answers: both appear without anything being asked for.
      await api('PATCH', `/v1/messages/${id}`, { emoji: '🎉', reacted: true });
      await frame.getByRole('button', { name: '🎉 1' }).waitFor();
      const answer = await api('POST', '/v1/messages', { thread, body: 'Please do!', replyTo: id });
      await frame.locator('.message').getByText('Please do!').waitFor();
      await frame.getByText('In reply to: May I film').waitFor();
      const unread = async () =>
        (await callAs(world(), creator, 'GET', `/v1/threads/${thread}`)).data.unreadCount;
      await vi.waitUntil(async () => (await unread()) === 0, PATIENCE);
      await inOrderInEachLook(world(), { page: visit.page, frame });

      // One's own is edited and deleted, and what others write is reacted to and reported.
      const actsOf = async (text: string) => {
        await frame
          .locator('.message', { hasText: text })
          .first()
          .getByRole('button', { name: 'Message actions' })
          .focus();
        await visit.page.keyboard.press('Enter');
      };
      await actsOf('Please do!');
      await press('React with 👍');
      await frame.getByRole('button', { name: '👍 1' }).waitFor();
      await actsOf('Please do!');
      await press('Report');
      await inOrderInEachLook(world(), { page: visit.page, frame });
      await press('Report message');
      await frame.getByText('Thank you. Our team will review it.').waitFor({ state: 'attached' });
      await actsOf('May I film <b>outside</b>?');
      await press('Edit');
      await frame.getByLabel('Your message').fill('May I film inside?');
      await visit.page.keyboard.press('Control+Enter');
      await frame.locator('.message').getByText('May I film inside?', { exact: true }).waitFor();
      const heard = (await api('GET', `/v1/messages?thread=${thread}`)).data;
      expect(heard.map(({ body }: { body: string }) => body)).toEqual(['Please do!', 'May I film inside?']);
      expect(heard[0].reactions[0]).toMatchObject({ emoji: '👍', count: 1 });
      await api('PATCH', `/v1/messages/${answer.data.id}`, { deleted: true, version: answer.data.version });
      await frame.getByText('This message was deleted.').waitFor();
      expect(visit.errors).toEqual([]);
      await visit.close();
    });
  });
}
