// 200 MB from a phone at 10 Mbit/s over a connection that is cut all the time: minutes, so `npm run storm:tests` alone runs it.
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as clock from '../../harness/clock.ts';
import { PATIENCE } from '../../harness/patience.ts';
import { type ConsoleWorld, startConsole, stopConsole, visitor } from '../support/console.ts';
import { slowLine } from '../support/slow-line.ts';

const MIB = 1024 * 1024;
const PART_BYTES = 8 * MIB;
const FILE_BYTES = 200_000_000;
const BYTES_A_SECOND = 10_000_000 / 8;
const CUT_MS = 2_000;
const CLIP = join(import.meta.dirname, '../../../tools/demo/media/clip.mp4');

/** A whole video of this size: behind its index lies a box that players skip, of bytes that no two parts share. */
async function videoOf(bytes: number, path: string): Promise<void> {
  const clip = await readFile(CLIP);
  const file = await open(path, 'w');
  await file.write(clip);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(bytes - clip.length, 0);
  head.write('free', 4);
  await file.write(head);
  for (let left = bytes - clip.length - head.length; left > 0; left -= MIB)
    await file.write(randomBytes(Math.min(MIB, left)));
  await file.close();
}

async function sha256Of(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest('hex');
}

describe('a long upload', () => {
  let world: ConsoleWorld;

  beforeAll(async () => {
    world = await startConsole();
  });

  afterAll(async () => {
    await stopConsole(world);
  });

  /** A creator's phone on the form, with its connection. */
  async function onForm() {
    const { creators, program } = world.service.demo;
    const line = await slowLine(BYTES_A_SECOND);
    const visiting = await visitor(world, 'creator', { phone: true, proxy: line.proxy });
    const { page, visit } = visiting;
    page.setDefaultTimeout(PATIENCE.timeout);
    const stored: number[] = [];
    page.on('response', (response) => {
      const part = /\/parts\/(\d+)/.exec(response.url())?.[1];
      if (part && response.status() === 200) stored.push(Number(part));
    });
    await visit(`/app/${creators.independent}/submissions/new?program=${program}`);
    const words = () => page.locator('.upload p').first().textContent().then(String);
    const folder = await mkdtemp(join(tmpdir(), 'long-upload-'));
    const close = async () => {
      await visiting.close();
      line.close();
      await rm(folder, { recursive: true });
    };
    return { page, line, stored, words, path: join(folder, 'harvest.mp4'), close };
  }

  /** What all processes of Chromium hold. */
  async function memory(page: Awaited<ReturnType<typeof onForm>>['page']): Promise<number> {
    const wire = await page.context().browser()!.newBrowserCDPSession();
    const { processInfo } = await wire.send('SystemInfo.getProcessInfo');
    await wire.detach();
    const held = await Promise.all(
      processInfo.map(async ({ id }) => {
        const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '');
        return Number(/^RssAnon:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024;
      }),
    );
    return held.reduce((sum, one) => sum + one, 0);
  }

  it('tells the person when the connection never lasts for a part, and goes on once it does', async () => {
    const { page, line, stored, words, path, close } = await onForm();
    await videoOf(2 * PART_BYTES, path);
    await page.locator('input[name="file"]').setInputFiles(path);
    for (let cut = 1; cut <= 4; cut++) {
      await sleep(5_000);
      line.cut();
      await page.getByText('The connection was lost at 0%').first().waitFor();
      expect((await words()).includes('keeps dropping')).toBe(cut >= 3);
      line.mend();
      await vi.waitUntil(async () => (await words()).startsWith('Uploading'), PATIENCE);
      expect((await words()).includes('keeps dropping')).toBe(cut >= 3);
    }
    await page.getByRole('button', { name: 'Pause upload' }).click();
    await page
      .getByText(/^Paused at/)
      .first()
      .waitFor();
    expect(await words()).not.toContain('keeps dropping');
    const begun: string[] = [];
    page.on('request', (request) => begun.push(request.url()));
    await sleep(8_000);
    expect(begun).toEqual([]);
    await page.getByRole('button', { name: 'Resume upload' }).click();
    await page.getByText('“harvest.mp4” is uploaded.').first().waitFor();
    expect(stored).toEqual([1, 2]);
    await close();
  });

  it('ends by itself and sends only the part under way again, when the connection is cut every 20 seconds', async () => {
    const { page, line, stored, words, path, close } = await onForm();
    await videoOf(FILE_BYTES, path);
    const before = await memory(page);
    const earlier = line.sent();
    await page.locator('input[name="file"]').setInputFiles(path);
    let [cuts, most] = [0, 0];
    const isUploaded = async () => (await words()).includes('is uploaded');
    const began = clock.now();
    for (let nextCut = began + 20_000; !(await isUploaded()); await sleep(200)) {
      most = Math.max(most, (await memory(page)) - before);
      if (clock.now() < nextCut) continue;
      line.cut();
      cuts++;
      await page
        .getByText(/It goes on by itself\.|is uploaded\./)
        .first()
        .waitFor();
      await sleep(CUT_MS);
      line.mend();
      nextCut = clock.now() + 20_000;
    }
    const seconds = Math.round((clock.now() - began) / 1_000);
    const sent = line.sent() - earlier;
    const mb = (bytes: number) => Math.round(bytes / 1e6);
    console.log(`${seconds} s, ${cuts} cuts, ${mb(sent)} MB sent, at most ${mb(most)} MB of memory more`);
    const parts = Math.ceil(FILE_BYTES / PART_BYTES);
    expect(stored).toEqual(Array.from({ length: parts }, (_, n) => n + 1));
    expect(cuts).toBeGreaterThanOrEqual(7);
    expect(sent).toBeGreaterThanOrEqual(FILE_BYTES);
    expect(sent).toBeLessThanOrEqual(FILE_BYTES + cuts * PART_BYTES + MIB);
    expect(most).toBeLessThan(64 * MIB);

    await page.getByRole('button', { name: 'Submit video' }).click();
    await page.locator('.toast', { hasText: 'Submitted.' }).waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1)!;
    const { api } = world.service;
    const { videoUrl } = (await api('GET', `/v1/submissions/${id}`)).data;
    const arrived = await fetch(videoUrl);
    expect(await sha256Of(arrived.body as never)).toBe(await sha256Of(createReadStream(path)));
    await close();
  }, 600_000);
});
