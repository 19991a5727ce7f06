// The review of submissions by keys: from one to the next, with a note, and with comments that lead to their moments.
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { callApi } from '../../../tools/demo/api.ts';
import { clicksOn } from '../support/clicks.ts';
import { type ConsoleWorld, visitor } from '../support/console.ts';

export function reviewPages(world: () => ConsoleWorld): void {
  describe('a review', () => {
    it('moves, asks for changes and approves by single keys, and leads to the moment of a comment in place', async () => {
      const { baseUrl, demo } = world().service;
      const [oldest, older, newer] = world().waiting as [string, string, string];
      const key = { key: demo.keys.brand };
      const read = (id: string) =>
        callApi<{ status: string; note: string | null }>(`${baseUrl}/v1/submissions/${id}`, 'GET', key);
      const at = `/app/${demo.accounts.brand}/submissions`;
      const { page, visit, check, close } = await visitor(world(), 'owner');
      // The tour's files are no videos that a browser can show.
      const clip = join(import.meta.dirname, '../../../tools/demo/media/clip.webm');
      await page.route('**/files/**', (route) => route.fulfill({ path: clip, contentType: 'video/webm' }));
      await visit(`${at}/${newer}`);
      const toNext = (await page.locator('a[data-move="next"]').getAttribute('href'))!;
      const ahead = () => page.evaluate<string | null>('sessionStorage.getItem("video ahead")');
      await vi.waitUntil(async () => (await ahead()) !== null, { timeout: 10_000 });
      const { src } = JSON.parse((await ahead())!);
      const isPlaying = () => page.evaluate<boolean>('!document.querySelector("video").paused');
      for (const plays of [true, false]) {
        await page.keyboard.press('Space');
        await vi.waitUntil(async () => (await isPlaying()) === plays, { timeout: 10_000 });
      }
      await page.keyboard.press('j');
      await page.waitForURL((url) => url.pathname === toNext);
      // The video that was loaded ahead is the one that is shown.
      await vi.waitUntil(
        async () => (await page.evaluate('document.querySelector("video")?.currentSrc')) === src,
        { timeout: 10_000 },
      );
      await page.unroute('**/files/**');
      await page.keyboard.press('k');
      await page.waitForURL((url) => url.pathname === `${at}/${newer}`);

      await page.keyboard.press('r');
      const asked = page.getByRole('dialog', { name: 'Request changes?' });
      await asked.waitFor();
      // The note has the focus, and what is typed there is no key.
      await page.keyboard.type('Brighter, a bit.');
      // A closed tab costs nothing that was typed.
      const isKept =
        'Object.entries(localStorage).some((one) => /^draft .*Brighter, a bit/.test(one.join()))';
      await vi.waitUntil(async () => await page.evaluate<boolean>(isKept), { timeout: 10_000 });
      await visit(`${at}/${newer}`);
      await page.keyboard.press('r');
      await asked.getByRole('button', { name: 'Restore draft' }).click();
      expect(await asked.getByLabel('Note').inputValue()).toBe('Brighter, a bit.');
      await asked.getByLabel('Comments on moments').fill('0:05 Show the logo');
      // Without a network nothing is sent, and nothing that was typed is lost.
      await page.context().setOffline(true);
      await asked.getByRole('button', { name: 'Request changes' }).click();
      await asked.getByText('You are offline, so nothing was sent.').waitFor();
      await page.context().setOffline(false);
      await asked.getByText('You are online again.').waitFor();
      await asked.getByRole('button', { name: 'Request changes' }).click();
      await page.locator('.toast', { hasText: 'Changes requested.' }).waitFor();
      expect(await read(newer)).toMatchObject({ status: 'revision', note: 'Brighter, a bit.' });

      await visit(`${at}/${newer}`);
      await page.getByRole('link', { name: '0:05' }).click();
      expect(await page.evaluate<number>('document.querySelector("video").currentTime')).toBe(5);
      expect(new URL(page.url()).search).toBe('');
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Play or pause').waitFor();
      await page.keyboard.press('a');
      await page.keyboard.press('Escape');
      await check();

      // A minute before its link ends the video goes on by another one.
      await page.clock.install();
      await visit(`${at}/${newer}`);
      const link = () => page.evaluate<string>('document.querySelector("video").src');
      const old = await link();
      await page.clock.fastForward('09:01');
      await vi.waitUntil(async () => (await link()) !== old, { timeout: 10_000 });
      await page.clock.resume();

      // New work that came in since shows its own video, not the one that was loaded ahead.
      await page.evaluate(
        `sessionStorage.setItem("video ahead", JSON.stringify({ src: location.origin + "/files/file_old", until: ${Number.MAX_SAFE_INTEGER} }))`,
      );
      await visit(`${at}/${older}`);
      expect(await page.evaluate('document.querySelector("video").src')).not.toContain('file_old');
      await page.keyboard.press('a');
      await page.locator('.toast', { hasText: 'Approved' }).waitFor();
      expect(await read(older)).toMatchObject({ status: 'approved' });

      // A second reviewer has the next one open and decides at the same time.
      await page.waitForURL((url) => url.pathname === `${at}/${oldest}`);
      const second = await visitor(world(), 'admin');
      await second.visit(`${at}/${oldest}`);
      await second.page.keyboard.press('x');
      const sure = second.page.getByRole('dialog', { name: 'Reject this submission?' });
      await sure.getByLabel('Note').fill('Too dark.');
      // One click approves it.
      const clicks = await clicksOn(page);
      await page.getByRole('button', { name: /^Approve/ }).click();
      await page.waitForURL((url) => url.pathname !== `${at}/${oldest}`);
      expect(clicks).toEqual([expect.stringMatching(/^Approve for /)]);
      second.expects(409);
      await sure.getByRole('button', { name: 'Reject' }).click();
      await second.page.getByText('Ada owner approved this first').waitFor();
      await second.page.getByText('Your decision was not saved. You wrote:').waitFor();
      await second.page.getByText('Too dark.', { exact: true }).waitFor();
      await second.check();
      expect(await read(oldest)).toMatchObject({ status: 'approved', note: null });
      await Promise.all([close(), second.close()]);
    });
  });
}
