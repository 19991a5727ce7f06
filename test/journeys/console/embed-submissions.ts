// A creator sends a video in on a customer's site: in parts, over a connection that is cut, beyond the time of a
// session.
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PATIENCE } from '../../harness/patience.ts';
import type { ConsoleWorld } from '../support/console.ts';
import {
  allowOrigin,
  type BegunSession,
  callAs,
  inOrderInEachLook,
  mintMember,
  secretFor,
} from '../support/embed-scene.ts';
import { visitEmbed } from '../support/embed-site.ts';
import { type Site, startSite } from '../support/site.ts';

const MIB = 1024 * 1024;

export function embedSubmissionPages(world: () => ConsoleWorld): void {
  describe('the component submissions', () => {
    let site: Site;
    let program: string;
    let creator: string;
    let folder: string;

    beforeAll(async () => {
      site = await startSite();
      await allowOrigin(world(), site.foreignOrigin);
      const made = await world().service.api('POST', '/v1/programs', {
        name: 'First <i>cup</i>',
        type: 'organic',
        status: 'live',
        platforms: ['tiktok', 'instagram'],
        pay: { rules: [{ type: 'per_video', amount: 1_240 }], currency: 'eur' },
      });
      program = made.data.id;
      creator = await mintMember(world(), program);
      folder = await mkdtemp(join(tmpdir(), 'embed-video-'));
    });

    afterAll(async () => {
      await site?.stop();
      if (folder) await rm(folder, { recursive: true });
    });

    /** A whole video that is longer than one part: behind its index lies a box that players skip. */
    const longVideo = async (): Promise<string> => {
      const path = join(folder, 'cup.mp4');
      const file = await open(path, 'w');
      const clip = await open(join(import.meta.dirname, '../../../tools/demo/media/clip.mp4'));
      await file.write(await clip.readFile());
      await clip.close();
      const box = Buffer.alloc(9 * MIB);
      box.writeUInt32BE(box.length, 0);
      box.write('free', 4);
      await file.write(box);
      await file.close();
      return path;
    };
    const sent = async () => (await callAs(world(), creator, 'GET', '/v1/submissions')).data;

    it('sends a video in parts, and goes on where the connection was cut', async () => {
      const begun: BegunSession[] = [];
      const component = 'submissions';
      const secret = secretFor(world(), site.foreignOrigin, { creator, component }, begun);
      const visit = await visitEmbed(world(), site, { component, secret, clock: true });
      const frame = await visit.frame();
      await frame.getByRole('heading', { level: 1, name: 'Your videos' }).waitFor();
      await inOrderInEachLook(world(), { page: visit.page, frame });
      await frame.getByRole('button', { name: 'Submit video for First <i>cup</i>' }).focus();
      await visit.page.keyboard.press('Enter');
      await frame.getByRole('heading', { level: 1, name: 'First <i>cup</i>' }).waitFor();
      await inOrderInEachLook(world(), { page: visit.page, frame });

      // What cannot be a video is not sent at all.
      const text = { name: 'cup.txt', mimeType: 'text/plain', buffer: Buffer.from('x') };
      await frame.getByLabel('Video', { exact: true }).setInputFiles(text);
      await frame.getByRole('alert').getByText('Only MP4, MOV and WebM videos can be submitted.').waitFor();
      await frame.getByLabel('Video', { exact: true }).setInputFiles(await longVideo());
      await frame.getByRole('button', { name: 'Submit video', exact: true }).click();
      await frame.getByRole('alert').getByText('Choose the platform first.').waitFor();
      await frame.getByLabel('Platform').selectOption('tiktok');
      await frame.getByLabel('Text for the post').fill('First cup\nof the day');

      const parts: string[] = [];
      let cuts = 0;
      visit.page.on('requestfinished', (request) => {
        const part = /\/parts\/(\d)/.exec(request.url())?.[1];
        if (part) parts.push(part);
      });
      // Playwright's own routes would send the bytes of all parts through the test.
      const wire = await visit.page.context().newCDPSession(visit.page);
      wire.on('Fetch.requestPaused', async ({ requestId }) => {
        const first = cuts++ === 0;
        await (first
          ? wire.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' })
          : wire.send('Fetch.continueRequest', { requestId })
        ).catch((error: Error) => {
          // On a slow machine the page has given up a request by then.
          if (!/Invalid InterceptionId/.test(error.message)) throw error;
        });
      });
      await wire.send('Fetch.enable', { patterns: [{ urlPattern: '*/parts/2?*' }] });
      const sessions = begun.length;
      await frame.getByRole('button', { name: 'Submit video', exact: true }).focus();
      await visit.page.keyboard.press('Enter');
      await frame.getByText('The connection was cut.').first().waitFor();
      await inOrderInEachLook(world(), { page: visit.page, frame });
      // The session is over before the upload is.
      await visit.page.clock.fastForward('14:30');
      await frame.getByText('Your video was submitted.').waitFor();
      // Each part arrived once, the second after it was cut; on a slow machine it may be tried more often. Then the cover picture.
      expect([parts, begun.length - sessions]).toEqual([['1', '2', '1'], 1]);
      expect(cuts).toBeGreaterThan(1);
      const [submission] = await sent();
      expect(submission).toMatchObject({
        ...{ program, status: 'review', platform: 'tiktok', caption: 'First cup\nof the day' },
        thumbnailImage: { width: 180, height: 320 },
      });
      expect(await visit.until('Submitted')).toEqual({ kind: 'submission', id: submission.id });
      expect(visit.errors.filter((one) => !one.includes('ERR_CONNECTION_RESET'))).toEqual([]);
      await visit.close();
    });

    it('shows what the brand says, takes a new version, and then the address of the post', async () => {
      const { api } = world().service;
      const { id } = (await sent())[0];
      await api('PATCH', `/v1/submissions/${id}`, {
        ...{ status: 'revision', note: 'Brighter,\nplease.' },
        comments: [{ at: 500, text: 'The cup is hidden.' }],
      });
      const component = 'submissions';
      const options = { locale: 'de' };
      const secret = secretFor(world(), site.foreignOrigin, { creator, component });
      const visit = await visitEmbed(world(), site, { component, secret, options });
      const frame = await visit.frame();
      await frame.getByText('Brighter,').waitFor();
      await frame.getByRole('button', { name: 'Einzelheiten' }).click();
      await frame.getByRole('heading', { name: 'Änderungen gewünscht' }).waitFor();
      await frame.getByRole('button', { name: '0:00 im Video zeigen' }).click();
      expect(
        await frame.locator('video').evaluate((video: { currentTime?: number }) => video.currentTime),
      ).toBe(0.5);
      await inOrderInEachLook(world(), { page: visit.page, frame });
      await frame.getByRole('button', { name: 'Neue Fassung einreichen' }).click();
      const clip = join(import.meta.dirname, '../../../tools/demo/media/clip.webm');
      await frame.getByLabel('Video', { exact: true }).setInputFiles(clip);

      // Cancelled, nothing of it stays.
      await visit.page.route(/\/parts\/1\?/, () => {});
      await frame.getByRole('button', { name: 'Video einreichen', exact: true }).click();
      await frame.getByRole('button', { name: 'Hochladen anhalten' }).click();
      await frame.getByText('Angehalten').first().waitFor();
      await frame.getByRole('button', { name: 'Fortsetzen', exact: true }).click();
      await frame.getByRole('button', { name: 'Hochladen abbrechen' }).click();
      await frame.getByText('Was bisher gesendet wurde, ist gelöscht.').waitFor();
      const left = async () =>
        (await callAs(world(), creator, 'GET', '/v1/files?status=uploading')).data.length;
      await vi.waitUntil(async () => (await left()) === 0, PATIENCE);
      await visit.page.unroute(/\/parts\/1\?/);
      // Nor does it wait for a cover picture that does not arrive.
      await visit.page.route(/purpose=thumbnail/, () => {});
      await frame.getByRole('button', { name: 'Video einreichen', exact: true }).click();
      await frame.getByText('Deine neue Fassung ist eingereicht.').waitFor();
      expect((await sent())[0]).toMatchObject({ status: 'review', caption: 'First cup\nof the day' });

      await api('PATCH', `/v1/submissions/${id}`, { status: 'approved' });
      await frame.getByRole('button', { name: 'Einzelheiten' }).click();
      await frame.getByText('0:00 The cup is hidden.').waitFor();
      await frame.getByLabel('Link zum Beitrag').fill('https://example.com/x');
      await visit.page.keyboard.press('Enter');
      await frame.getByRole('alert').getByText('Das ist kein Link zu einem Beitrag').waitFor();
      await frame
        .getByLabel('Link zum Beitrag')
        .fill('https://www.tiktok.com/@cup/video/7300000000000000077');
      await visit.page.keyboard.press('Enter');
      await frame.getByText('Die Marke hat jetzt den Link zu deinem Beitrag.').waitFor();
      expect(await visit.until('Completed')).toEqual({ kind: 'submission', id });
      expect((await sent())[0].status).toBe('live');
      await visit.close();
    });

    it('only shows without the feature', async () => {
      const component = 'submissions';
      const secret = secretFor(world(), site.foreignOrigin, { creator, component, features: [] });
      const visit = await visitEmbed(world(), site, { component, secret });
      const frame = await visit.frame();
      await frame.getByRole('button', { name: 'View details' }).waitFor();
      expect(await frame.getByRole('button', { name: 'Submit video' }).count()).toBe(0);
      expect(visit.errors).toEqual([]);
      await visit.close();
    });
  });
}
