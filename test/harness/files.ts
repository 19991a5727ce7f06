// Shared by the file tests: real media, uploads through the API, and the job run to its end.
import { createExecutionContext } from 'cloudflare:test';
import { expect } from 'vitest';
import { WriteSet } from '../../src/db/write-set.ts';
import { processFile } from '../../src/domains/platform/files/process-file.ts';
import worker from '../../src/index.ts';
import agreementPdf from '../../tools/demo/media/agreement.pdf?inline';
import clipMov from '../../tools/demo/media/clip.mov?inline';
import clipMp4 from '../../tools/demo/media/clip.mp4?inline';
import clipWebm from '../../tools/demo/media/clip.webm?inline';
import fragmentedMp4 from '../../tools/demo/media/clip-fragmented.mp4?inline';
import photoJpg from '../../tools/demo/media/photo.jpg?inline';
import photoPng from '../../tools/demo/media/photo.png?inline';
import photoWebp from '../../tools/demo/media/photo.webp?inline';
import { type Answer, call, ORIGIN, systemCtx, testEnv } from './world.ts';

const bytesOf = (dataUrl: string): Uint8Array =>
  Uint8Array.from(atob(dataUrl.slice(dataUrl.indexOf(',') + 1)), (c) => c.charCodeAt(0));

export const media = {
  jpg: bytesOf(photoJpg),
  png: bytesOf(photoPng),
  webp: bytesOf(photoWebp),
  mp4: bytesOf(clipMp4),
  fragmentedMp4: bytesOf(fragmentedMp4),
  mov: bytesOf(clipMov),
  webm: bytesOf(clipWebm),
  pdf: bytesOf(agreementPdf),
};

/** POSTs bytes as a client does: with a declared length. */
export async function upload(
  key: string,
  purpose: string,
  bytes: Uint8Array,
  more: { name?: string; as?: string; type?: string } = {},
): Promise<Answer> {
  const query = new URLSearchParams({ purpose, ...(more.name ? { name: more.name } : {}) });
  return await call('POST', `/v1/files?${query}`, {
    key,
    ...(more.as ? { as: more.as } : {}),
    body: bytes,
    headers: {
      'Content-Type': more.type ?? 'application/octet-stream',
      'Content-Length': String(bytes.byteLength),
    },
  });
}

/** The file once its job is done. */
export async function processed(key: string, id: string, as?: string) {
  for (let i = 0; i < 100; i++) {
    await processFile(systemCtx(), id);
    const { body } = await call('GET', `/v1/files/${id}`, { key, ...(as ? { as } : {}) });
    if (body.data.status !== 'processing') return body.data;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('the job did not end');
}

/** Uploads and waits for the job. */
export async function uploaded(key: string, purpose: string, bytes: Uint8Array) {
  const answer = await upload(key, purpose, bytes);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  expect(answer.body.data.status).toBe('processing');
  return await processed(key, answer.body.data.id);
}

/** The response to a link: calls the service directly, as a browser would. */
export async function follow(url: string, init: RequestInit = {}): Promise<Response> {
  const execution = createExecutionContext();
  const request = new Request(url.replace(/^https?:\/\/[^/]+/, ORIGIN), init);
  return await worker.fetch(request as Request<unknown, IncomingRequestCfProperties>, testEnv, execution);
}

/** Runs a file's job at a time in milliseconds. */
export async function processAt(now: number, id: string, env = testEnv): Promise<void> {
  await processFile({ ...systemCtx(now), env, write: new WriteSet(testEnv.DB) }, id);
}

export async function storedBytes(id: string): Promise<number | null> {
  return (await testEnv.FILES.head(`files/${id}`))?.size ?? null;
}

/** The types of the events about a file. */
export async function eventsAbout(id: string): Promise<string[]> {
  const rows = await testEnv.DB.prepare("SELECT type FROM events WHERE data->>'file' = ? ORDER BY rowid")
    .bind(id)
    .all<{ type: string }>();
  return rows.results.map((row) => row.type);
}
