// A creator on a phone: from an invitation to a video that was sent back and submitted again.
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { PATIENCE } from '../../harness/patience.ts';
import { type ConsoleWorld, EMBED_AGREEMENT, visitor } from '../support/console.ts';

const MIB = 1024 * 1024;
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

export function creatorSubmits(world: () => ConsoleWorld): void {
  describe('a creator on a phone', () => {
    it('accepts, uploads in parts over a lost connection and a reload, submits, and answers the changes', async () => {
      const { api, demo } = world().service;
      const creator = demo.creators.independent;
      const program = (
        await api('POST', '/v1/programs', {
          ...{ name: 'Autumn leaves', status: 'live', visibility: 'network', agreements: [EMBED_AGREEMENT] },
          ...{ brief: { summary: 'Show the leaves.' }, platforms: ['tiktok'] },
        })
      ).data.id;
      await api('POST', '/v1/applications', { program, creator });
      const folder = await mkdtemp(join(tmpdir(), 'creator-video-'));
      const { page, visit, check, close } = await visitor(world(), 'creator', { phone: true });
      page.setDefaultTimeout(PATIENCE.timeout);
      const at = `/app/${creator}`;
      const chooser = page.locator('input[name="file"]');
      const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

      await visit(`${at}/programs/${program}`);
      await page.getByText('Show the leaves.').waitFor();
      await page.getByLabel('I have read and accept these agreements').check();
      await press('Accept invitation');
      await page.locator('.toast', { hasText: 'Invitation accepted.' }).waitFor();
      await check();
      await page.getByRole('link', { name: 'Submit video' }).click();
      await page.getByLabel('Caption').fill('Red and gold');
      const video = await longVideo(folder);
      const wire = await page.context().newCDPSession(page);
      const parts: string[] = [];
      page.on('requestfinished', (request) => {
        const part = /\/parts\/(\d)/.exec(request.url())?.[1];
        if (part) parts.push(part);
      });
      const network = (offline: boolean, uploadThroughput: number) =>
        wire.send('Network.emulateNetworkConditions', {
          ...{ offline, uploadThroughput, latency: 0, downloadThroughput: -1 },
        });
      // So slow that the second part is under way when the connection is lost.
      await network(false, 5 * MIB);
      await chooser.setInputFiles(video);
      await vi.waitUntil(() => parts.length > 0, PATIENCE);
      await network(true, -1);
      await page.getByText('The connection was lost at').first().waitFor();
      await press('Pause upload');
      // Nothing but the lost connection is wrong with the page.
      await expect(check('moves')).rejects.toThrow(/^[^\n]*(\n[^\n]*ERR_INTERNET_DISCONNECTED[^\n]*)+$/);
      page.on('dialog', (dialog) => void dialog.accept());
      await network(false, -1);
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
      await press('Submit video');
      await page.locator('.toast', { hasText: 'Submitted.' }).waitFor();
      const id = new URL(page.url()).pathname.split('/').at(-1)!;
      expect((await api('GET', `/v1/submissions/${id}`)).data).toMatchObject({
        ...{ program, status: 'review', caption: 'Red and gold', platform: 'tiktok' },
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
      expect((await api('GET', `/v1/submissions/${id}`)).data).toMatchObject({ status: 'review' });
      await close();
      await rm(folder, { recursive: true });
    });
  });
}
