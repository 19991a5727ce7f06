// A creator on a phone, by clicking alone: from the mail of an invitation to money in the bank.
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { runCron } from '../../../tools/demo/crons.ts';
import * as clock from '../../harness/clock.ts';
import { PATIENCE } from '../../harness/patience.ts';
import { clicksOn } from '../support/clicks.ts';
import {
  type ConsoleWorld,
  CREATOR_PASSWORD,
  EMBED_AGREEMENT,
  visitor,
  wordsOn,
} from '../support/console.ts';
import { slowLine } from '../support/slow-line.ts';

const MIB = 1024 * 1024;
const DAY_MS = 86_400_000;
const EMAIL = 'mara@creators.example';
const CLIP = join(import.meta.dirname, '../../../tools/demo/media/clip.mp4');

/** A whole video that is longer than one part: behind its index lies a box that players skip. */
async function longVideo(folder: string): Promise<string> {
  const path = join(folder, 'leaves.mp4');
  const file = await open(path, 'w');
  await file.write(await readFile(CLIP));
  const box = Buffer.alloc(17 * MIB);
  box.writeUInt32BE(box.length, 0);
  box.write('free', 4);
  await file.write(box);
  await file.close();
  return path;
}

export function firstMoney(world: () => ConsoleWorld): void {
  describe('a creator on a phone', () => {
    it('signs up from a mail, claims, accepts, uploads over a lost connection and a reload, answers changes, earns and withdraws', async () => {
      const { api, baseUrl } = world().service;
      const program = (
        await api('POST', '/v1/programs', {
          ...{ name: 'Autumn leaves', status: 'live', agreements: [EMBED_AGREEMENT], platforms: ['tiktok'] },
          brief: { summary: 'Show the leaves.' },
          pay: { rules: [{ type: 'per_video', amount: 12_000 }], currency: 'usd', approval: 'automatic' },
        })
      ).data.id;
      const creator = (await api('POST', '/v1/creators', { email: EMAIL })).data.id;
      await api('POST', '/v1/applications', { program, creator });
      const folder = await mkdtemp(join(tmpdir(), 'creator-video-'));
      const line = await slowLine();
      const visiting = await visitor(world(), 'nobody', { phone: true, proxy: line.proxy });
      const { page, visit, check, close } = visiting;
      visiting.mayLeaveTo(world().simulators.url);
      page.setDefaultTimeout(PATIENCE.timeout);
      const at = `/app/${creator}`;
      const chooser = page.locator('input[name="file"]');
      const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
      const follow = (name: string) => page.getByRole('link', { name, exact: true }).first().click();
      const toast = (text: string) => page.locator('.toast', { hasText: text }).waitFor();
      /** Runs the cron, some days ahead, until a page says so. */
      const shown = (path: string, words: string, days = 0) =>
        vi.waitFor(async () => {
          await runCron(baseUrl, '* * * * *', clock.now() + days * DAY_MS);
          await page.goto(path);
          expect(await wordsOn(page)).toContain(words);
        }, PATIENCE);
      const openMail = async (subject: string) => {
        await shown('/mail', subject);
        const mail = page.locator('section.card', { hasText: subject }).filter({ hasText: EMAIL }).first();
        await mail.getByRole('link').first().click();
      };

      await openMail('invites you to "Autumn leaves"');
      await page.getByRole('heading', { name: 'Northwind Coffee invites you' }).waitFor();
      await check();
      await follow('Create an account');
      expect(await page.getByLabel('A creator').isChecked()).toBe(true);
      await page.getByLabel('Your name').fill('Mara Lind');
      await page.getByLabel('Email address').fill(EMAIL);
      await page.getByLabel('Password').fill(CREATOR_PASSWORD);
      await press('Create account');
      await page.getByRole('heading', { name: 'Check your inbox' }).waitFor();
      await openMail('Confirm your email address');
      await page.getByLabel('Password').fill(CREATOR_PASSWORD);
      await press('Confirm address');
      await page.getByText('Your address is confirmed').waitFor();
      await page.getByLabel('Email address').fill(EMAIL);
      await page.getByLabel('Password').fill(CREATOR_PASSWORD);
      await press('Sign in');
      await page.waitForURL(/\/claims$/);
      await page.getByRole('link', { name: /^Claim/ }).click();
      await press('Claim profile');
      await toast('Profile claimed.');
      await check();

      await page.getByRole('link', { name: 'Answer the invitation to Autumn leaves' }).click();
      await page.getByText('Show the leaves.').waitFor();
      await page.getByLabel('I have read and accept these agreements').check();
      await press('Accept invitation');
      await page.locator('.toast', { hasText: 'Invitation accepted.' }).waitFor();
      await check();
      // The page's script comes after the file was chosen.
      const scripts = Promise.withResolvers<void>();
      await page.route(/\/ui\/video-upload\./, async (route) => {
        await scripts.promise;
        await route.continue();
      });
      await page.getByRole('link', { name: 'Submit video' }).click();
      const video = await longVideo(folder);
      const parts: string[] = [];
      page.on('requestfinished', (request) => {
        const part = /\/parts\/(\d)/.exec(request.url())?.[1];
        if (part) parts.push(part);
      });
      const upload = page.locator('.upload p').first();
      const lost = async (percent: RegExp) => {
        line.cut();
        await upload.filter({ hasText: percent }).waitFor();
        return (await upload.textContent())!.includes('Your connection keeps dropping');
      };
      line.pace(MIB / 2);
      await chooser.setInputFiles(video);
      scripts.resolve();
      for (let cut = 1; cut <= 3; cut++) {
        await upload.filter({ hasText: /^Uploading: [1-9]/ }).waitFor();
        expect(await lost(/lost at 0%/)).toBe(cut === 3);
        line.mend();
        await page.evaluate("dispatchEvent(new Event('online'))");
      }
      await page.getByLabel('Caption').fill('Red and gold');
      // So slow that the second part is under way when the connection is lost.
      line.pace(5 * MIB);
      await vi.waitUntil(() => parts.length > 0, PATIENCE);
      expect(await lost(/lost at [1-9]/)).toBe(false);
      await press('Pause upload');
      // Nothing but the lost connection is wrong with the page.
      await expect(check('moves')).rejects.toThrow(/^[^\n]*(\n[^\n]*net::ERR_[^\n]*)+$/);
      page.on('dialog', (dialog) => void dialog.accept());
      line.mend();
      line.pace(Number.POSITIVE_INFINITY);
      await page.reload();
      await page.getByText('Choose the same file to go on.').first().waitFor();
      await page.getByRole('button', { name: 'Restore draft' }).click();
      await chooser.setInputFiles(CLIP);
      await page.getByText('and this is another file.').first().waitFor();
      await press('Keep what I began');
      await chooser.setInputFiles(video);
      await page.getByText('“leaves.mp4” is uploaded.').first().waitFor();
      // Only what had not arrived was sent again.
      expect(parts.toSorted()).toEqual(['1', '2', '3']);
      await page.getByText('Taken from your video.').waitFor();
      // Loaded again, the page has the video and its cover.
      await page.reload();
      await page.getByText('“leaves.mp4” is uploaded.').first().waitFor();
      await page.getByText('Taken from your video.').waitFor();
      await page.getByRole('button', { name: 'Restore draft' }).click();
      await press('Submit video');
      await page.locator('.toast', { hasText: 'Submitted.' }).waitFor();
      const id = new URL(page.url()).pathname.split('/').at(-1)!;
      expect((await api('GET', `/v1/submissions/${id}`)).data).toMatchObject({
        ...{ program, status: 'review', caption: 'Red and gold', platform: 'tiktok' },
        thumbnailImage: { width: 180, height: 320 },
      });

      await api('PATCH', `/v1/submissions/${id}`, {
        ...{ status: 'revision', note: 'Almost.', comments: [{ at: 1_000, text: 'Show the tree.' }] },
      });
      await visit(`${at}/submissions/${id}`);
      await page.locator('.checklist').getByRole('link', { name: '0:01' }).click();
      expect(await page.evaluate<number>('document.querySelector("video").currentTime')).toBe(1);
      await page.getByLabel('Show the tree.').check();
      // A form that is sent meanwhile waits for its video.
      await chooser.setInputFiles(CLIP);
      await press('Submit new version');
      await page.locator('.toast', { hasText: 'New version submitted.' }).waitFor();
      expect((await api('GET', `/v1/submissions/${id}`)).data).toMatchObject({
        ...{ status: 'review', thumbnailImage: { width: 180, height: 320 } },
      });

      await api('PATCH', `/v1/submissions/${id}`, { status: 'approved' });
      await shown(`${at}/earnings`, 'Autumn leaves');
      await visit(`${at}/balance`);
      await page.getByLabel('Country of your bank').selectOption('United States');
      await press('Set up payouts');
      await press('Submit');
      await page.getByText('Your payout details were sent.').waitFor();
      await shown(`${at}/balance`, '$120.00 can be withdrawn', 2);
      await page.goto(`${at}/earnings`);
      await page.locator('main').getByRole('link').filter({ hasText: 'Autumn leaves' }).first().click();
      await page.getByRole('heading', { name: /^\$120\.00 from/ }).waitFor();
      expect(await wordsOn(page)).toMatch(/Payment \$120\.00 .*Payout/);
      await page.goto(`${at}/balance`);
      const clicks = await clicksOn(page);
      await follow('Withdraw');
      await page.getByRole('heading', { name: 'Withdraw $120.00' }).waitFor();
      expect(await wordsOn(page)).toMatch(
        /Fee None You receive \$120\.00 Arrives Usually within 3 business days To .*ending in/,
      );
      await check();
      await press('Withdraw $120.00');
      await toast('Withdrawal requested.');
      expect(clicks).toEqual(['Withdraw', 'Withdraw $120.00']);
      const withdrawal = new URL(page.url()).pathname;
      await world().passAtStripe((3 * DAY_MS) / 1_000);
      await shown(withdrawal, 'It reached your bank on', 2);
      await shown('/mail', '$120.00 has reached your bank', 3);
      await close();
      line.close();
      await rm(folder, { recursive: true });
    });
  });
}
