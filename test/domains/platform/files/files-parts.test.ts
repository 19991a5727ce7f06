import { beforeAll, describe, expect, it } from 'vitest';
import { toHex } from '../../../../src/kit/crypto.ts';
import { eventsAbout, follow, media, processed, storedBytes, upload } from '../../../harness/files.ts';
import { call, type Minted, mintAccount } from '../../../harness/world.ts';

const MIB = 1024 * 1024;
const PART = 64 * MIB;

let brand: Minted;

beforeAll(async () => {
  brand = await mintAccount();
});

/** A real video of `size` bytes: the clip is followed by a box that players skip. */
function paddedVideo(size: number): Uint8Array {
  const video = new Uint8Array(size);
  video.set(media.mp4);
  const view = new DataView(video.buffer);
  view.setUint32(media.mp4.byteLength, size - media.mp4.byteLength);
  view.setUint32(media.mp4.byteLength + 4, 0x66726565);
  return video;
}

async function open(size: number, purpose = 'submission') {
  return await call('POST', `/v1/files?purpose=${purpose}&size=${size}`, { key: brand.key });
}

async function put(url: string, body: Uint8Array): Promise<Response> {
  return await follow(url, { method: 'PUT', body, headers: { 'Content-Length': String(body.byteLength) } });
}

const finish = async (id: string) =>
  await call('PATCH', `/v1/files/${id}`, { key: brand.key, body: { status: 'finished' } });

describe('an upload in parts', () => {
  it('has parts as long as its uploader says, from 5 to 64 MiB', async () => {
    const ask = async (query: string) =>
      await call('POST', `/v1/files?purpose=submission&${query}`, { key: brand.key });
    const video = paddedVideo(5 * MIB + 3_000);
    const { id, upload: plan } = (await ask(`size=${video.byteLength}&partSize=${5 * MIB}`)).body.data;
    expect([plan.partSize, plan.parts.map((part: { size: number }) => part.size)]).toEqual([
      5 * MIB,
      [5 * MIB, 3_000],
    ]);
    expect((await put(plan.parts[0].url, video)).status).toBe(400);
    await put(plan.parts[1].url, video.subarray(5 * MIB));
    expect((await finish(id)).body.error.details).toEqual({ missing: [1] });
    await put(plan.parts[0].url, video.subarray(0, 5 * MIB));
    expect((await finish(id)).body.data).toMatchObject({ status: 'processing', size: video.byteLength });
    for (const wrong of [5 * MIB - 1, 64 * MIB + 1, 'x'])
      expect((await ask(`size=9000000&partSize=${wrong}`)).status).toBe(400);
    expect((await ask(`partSize=${5 * MIB}`)).status).toBe(400);
  });

  it('becomes a ready video, whatever the order of its parts', async () => {
    const video = paddedVideo(PART + 6 * MIB);
    const opened = await open(video.byteLength);
    expect(opened.status).toBe(201);
    const { id, upload: plan, status } = opened.body.data;
    expect(status).toBe('uploading');
    expect(plan.partSize).toBe(PART);
    expect(plan.parts.map((part: { size: number }) => part.size)).toEqual([PART, 6 * MIB]);

    expect((await put(plan.parts[1].url, video.subarray(PART))).status).toBe(200);
    const early = await finish(id);
    expect(early.body.error).toMatchObject({ code: 'conflict', details: { missing: [1] } });
    const between = await call('GET', `/v1/files/${id}`, { key: brand.key });
    expect(between.body.data.upload.parts.map((part: { uploaded: boolean }) => part.uploaded)).toEqual([
      false,
      true,
    ]);

    // A part that is sent twice counts once.
    expect((await put(plan.parts[0].url, video.subarray(0, PART))).status).toBe(200);
    expect((await put(plan.parts[1].url, video.subarray(PART))).status).toBe(200);
    const finished = await finish(id);
    expect(finished.body.data).toMatchObject({ status: 'processing', upload: null });
    expect((await finish(id)).status).toBe(200);

    const file = await processed(brand.key, id);
    expect(file).toMatchObject({
      status: 'ready',
      contentType: 'video/mp4',
      width: 180,
      size: video.byteLength,
      sha256: toHex(await crypto.subtle.digest('SHA-256', video)),
    });
    expect(await eventsAbout(id)).toEqual(['file.ready']);
    const range = await follow(file.url, { headers: { Range: `bytes=${PART - 2}-${PART + 1}` } });
    expect(new Uint8Array(await range.arrayBuffer())).toEqual(video.slice(PART - 2, PART + 2));
    expect((await put(plan.parts[1].url, video.subarray(PART))).status).toBe(409);
  });

  it('takes each part at its size alone', async () => {
    const { parts } = (await open(1000)).body.data.upload;
    expect((await put(parts[0].url, new Uint8Array(999))).status).toBe(400);
    expect((await put(parts[0].url, new Uint8Array(1001))).status).toBe(400);
    // One part that was cut off, and one that is longer than declared.
    for (const body of [new Uint8Array(999), new Uint8Array(1001)]) {
      const headers = { 'Content-Length': '1000' };
      expect((await follow(parts[0].url, { method: 'PUT', body, headers })).status).toBe(400);
    }
    expect((await follow(parts[0].url, { method: 'PUT', body: new Uint8Array(1000) })).status).toBe(411);
    expect((await follow(parts[0].url)).status).toBe(405);
    const another = parts[0].url.replace('/parts/1', '/parts/2');
    expect((await put(another, new Uint8Array(1000))).status).toBe(404);
  });

  it('of something else than the purpose takes fails with the reason, and keeps no bytes', async () => {
    const { id, upload: plan } = (await open(media.pdf.byteLength)).body.data;
    await put(plan.parts[0].url, media.pdf);
    expect((await finish(id)).status).toBe(200);
    const file = await processed(brand.key, id);
    expect(file).toMatchObject({ status: 'failed', failure: { code: 'unsupported_type' }, url: null });
    expect(file.failure.message).toBe('The file is a PDF document. A submission is MP4, MOV or WebM.');
    expect(await eventsAbout(id)).toEqual(['file.failed']);
    expect(await storedBytes(id)).toBe(null);
    expect((await finish(id)).status).toBe(409);
  });

  it('of a picture has its SHA-256 too', async () => {
    const { id, upload: plan } = (await open(media.png.byteLength, 'profile_picture')).body.data;
    await put(plan.parts[0].url, media.png);
    await finish(id);
    const direct = await upload(brand.key, 'profile_picture', media.png);
    expect((await processed(brand.key, id)).sha256).toBe(direct.body.data.sha256);
  });

  it('can be given up by its owner', async () => {
    const { id, upload: plan } = (await open(1000)).body.data;
    await call('PATCH', `/v1/files/${id}`, { key: brand.key, body: { status: 'deleted' } });
    expect((await finish(id)).status).toBe(404);
    expect([404, 409]).toContain((await put(plan.parts[0].url, new Uint8Array(1000))).status);
  });

  it.each([3 * 1024 * MIB, 2048 * MIB + 1, 999_999_999_999_999])(
    'refuses a declared size of %i',
    async (size) => {
      const answer = await open(size);
      expect(answer.status).toBe(413);
      expect(answer.body.error).toMatchObject({ code: 'payload_too_large', details: { limit: 2048 * MIB } });
      expect(answer.body.error.message).toContain('2 GiB');
    },
  );

  it('is opened with a size or a body, not with both', async () => {
    const answer = await call('POST', '/v1/files?purpose=submission&size=5', {
      key: brand.key,
      body: media.mp4,
      headers: { 'Content-Length': String(media.mp4.byteLength) },
    });
    expect(answer.status).toBe(400);
  });

  it('is finished once when two finish it at the same time', async () => {
    const { id, upload: plan } = (await open(media.mp4.byteLength)).body.data;
    await put(plan.parts[0].url, media.mp4);
    const answers = await Promise.all([finish(id), finish(id), finish(id)]);
    for (const { status } of answers) expect([200, 409]).toContain(status);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect((await processed(brand.key, id)).status).toBe('ready');
    expect(await eventsAbout(id)).toEqual(['file.ready']);
  });
});
