// The still of a video: a picture that its owner uploads, shown wherever the video is.
import { beforeAll, describe, expect, it } from 'vitest';
import * as clock from '../../../harness/clock.ts';
import { follow, media, processAt, processed, upload, uploaded } from '../../../harness/files.ts';
import { holdsOf } from '../../../harness/work/creators.ts';
import { mintPair, mintSubmission, type Pair, patch, read } from '../../../harness/work/submissions.ts';
import { call, type Minted, mintAccount, testEnv } from '../../../harness/world.ts';

let brand: Minted;
let pair: Pair;

beforeAll(async () => {
  brand = await mintAccount();
  pair = await mintPair();
});

interface Owner {
  key: string;
  as?: string;
}

const sent = async (owner: Owner, purpose: string, bytes: Uint8Array): Promise<string> =>
  (await upload(owner.key, purpose, bytes, owner.as ? { as: owner.as } : {})).body.data.id;

const change = async (owner: Owner, id: string, body: object) =>
  await call('PATCH', `/v1/files/${id}`, { ...owner, body });

const remove = async (owner: Owner, id: string) => (await change(owner, id, { status: 'deleted' })).status;

const seen = async (owner: Owner, id: string) => (await call('GET', `/v1/files/${id}`, owner)).body.data;

describe('the still of a video', () => {
  it('comes with it or later, shows once it is ready, and is kept for as long as a video shows it', async () => {
    const still = await sent(brand, 'thumbnail', media.jpg);
    const size = media.mp4.byteLength;
    const direct = await call('POST', `/v1/files?purpose=submission&thumbnail=${still}`, {
      key: brand.key,
      body: media.mp4,
      headers: { 'Content-Length': String(size), 'Content-Type': 'video/mp4' },
    });
    const parts = await call('POST', `/v1/files?purpose=reference_video&size=${size}&thumbnail=${still}`, {
      key: brand.key,
    });
    expect([direct.status, parts.status]).toEqual([201, 201]);
    expect([direct.body.data.thumbnail, parts.body.data.thumbnail]).toEqual([null, null]);
    expect(await holdsOf(still)).toBe(2);

    await processed(brand.key, still);
    for (const { id } of [direct.body.data, parts.body.data]) {
      const { thumbnail } = await seen(brand, id);
      expect(thumbnail).toMatchObject({ fileId: still, width: 320, height: 200 });
      expect(thumbnail.blurHash).toHaveLength(28);
      expect((await follow(thumbnail.url)).status).toBe(200);
    }
    expect(await remove(brand, still)).toBe(409);

    const other = (await uploaded(brand.key, 'thumbnail', media.webp)).id;
    const before = await seen(brand, direct.body.data.id);
    const changed = await change(brand, before.id, { thumbnail: other, version: before.version });
    expect([changed.status, changed.body.data.thumbnail.fileId]).toEqual([200, other]);
    const again = await change(brand, before.id, { thumbnail: other });
    expect(again.body.data.version).toBe(changed.body.data.version);
    expect((await change(brand, before.id, { thumbnail: null, version: before.version })).status).toBe(409);
    expect([await holdsOf(still), await holdsOf(other)]).toEqual([1, 1]);

    expect(await remove(brand, parts.body.data.id)).toBe(200);
    expect(await remove(brand, still)).toBe(200);
    expect((await change(brand, before.id, { thumbnail: null })).body.data.thumbnail).toBeNull();
    expect(await remove(brand, other)).toBe(200);
    expect((await processed(brand.key, before.id)).status).toBe('ready');
  });

  it('may be given while an upload is finished, and stays null when it turns out to be broken', async () => {
    const still = await sent(brand, 'thumbnail', media.png.slice(0, 99));
    const size = media.webm.byteLength;
    const opened = await call('POST', `/v1/files?purpose=submission&size=${size}`, { key: brand.key });
    const { id, upload: plan } = opened.body.data;
    const headers = { 'Content-Length': String(size) };
    await follow(plan.parts[0].url, { method: 'PUT', body: media.webm, headers });
    const finished = await change(brand, id, { status: 'finished', thumbnail: still });
    expect([finished.status, finished.body.data.status]).toEqual([200, 'processing']);
    await processAt(clock.now(), still);
    expect((await seen(brand, still)).status).toBe('failed');
    expect(await processed(brand.key, id)).toMatchObject({ status: 'ready', thumbnail: null });
    expect(await change(brand, id, { thumbnail: null })).toMatchObject({ status: 200 });
    expect(await remove(brand, still)).toBe(200);
  });

  it('is a picture of its owner that was sent for it, and of a video alone', async () => {
    const good = await sent(brand, 'thumbnail', media.png);
    const stranger = await mintAccount();
    const failed = (await uploaded(brand.key, 'thumbnail', media.png.slice(0, 99))).id;
    const gone = (await uploaded(brand.key, 'thumbnail', media.png)).id;
    await remove(brand, gone);
    const video = (await uploaded(brand.key, 'submission', media.mov)).id;
    const chat = (await uploaded(brand.key, 'chat_attachment', media.png)).id;
    for (const [reason, id, thumbnail] of [
      ['file_not_found', video, await sent(stranger, 'thumbnail', media.png)],
      ['file_not_found', video, gone],
      ['file_wrong_purpose', video, await sent(brand, 'profile_picture', media.png)],
      ['file_failed', video, failed],
      ['not_a_video', chat, good],
    ] as const) {
      const { body } = await change(brand, id, { thumbnail });
      expect(body.error).toMatchObject({ code: 'operation_rejected', details: { reason } });
    }
    const pdf = await call('POST', `/v1/files?purpose=agreement&thumbnail=${good}`, {
      key: brand.key,
      body: media.pdf,
      headers: { 'Content-Length': String(media.pdf.byteLength) },
    });
    expect(pdf.body.error.details.reason).toBe('not_a_video');
    expect((await upload(brand.key, 'thumbnail', media.mp4)).body.error.details.reason).toBe(
      'unsupported_type',
    );
    expect((await change(brand, failed, { thumbnail: good })).status).toBe(409);
    expect(await holdsOf(good)).toBe(0);
    // A still that is deleted at the same time is either shown or gone.
    const [given, removed] = await Promise.all([
      change(brand, video, { thumbnail: good }),
      remove(brand, good),
    ]);
    expect([given.status === 200, removed === 200].filter(Boolean)).toHaveLength(1);
  });
});

describe('the still of work', () => {
  it('shows on it, in lists and on the creator, and is read by whoever reads the video', async () => {
    const still = await sent(pair.creator, 'thumbnail', media.jpg);
    const video = await sent(pair.creator, 'submission', media.mp4);
    for (const id of [still, video]) await processed(pair.creator.key, id, pair.creator.as);
    const { id } = await mintSubmission(pair, { file: video });
    expect((await read(pair.brand, id)).body.data.thumbnailImage).toBeNull();
    expect((await call('GET', `/v1/files/${still}`, { key: pair.brand.key })).status).toBe(404);

    expect((await change(pair.creator, video, { thumbnail: still })).status).toBe(200);
    const shown = { fileId: still, width: 320, height: 200, blurHash: expect.any(String) };
    const list = await call('GET', '/v1/submissions', { key: pair.brand.key });
    const creator = await call('GET', `/v1/creators/${pair.creator.as}`, { key: pair.brand.key });
    for (const one of [
      (await read(pair.brand, id)).body.data,
      (await read(pair.creator, id)).body.data,
      list.body.data.find((each: { id: string }) => each.id === id),
      creator.body.data.submissions.find((each: { id: string }) => each.id === id),
    ]) {
      expect(one.thumbnailImage).toMatchObject(shown);
      expect(one.thumbnailUrl).toBe(one.thumbnailImage.url);
      expect(new Uint8Array(await (await follow(one.thumbnailUrl)).arrayBuffer())).toEqual(media.jpg);
    }
    const { url } = await seen({ key: pair.brand.key }, still);
    expect((await follow(url)).status).toBe(200);
    expect((await call('GET', `/v1/files/${still}`, { key: brand.key })).status).toBe(404);
    expect((await change(pair.brand, video, { thumbnail: null })).status).toBe(404);

    // The still of an earlier round stays readable, like its video.
    await patch(pair.brand, id, { status: 'revision', note: 'Shorter.' });
    const second = await sent(pair.creator, 'submission', media.mov);
    await processed(pair.creator.key, second, pair.creator.as);
    const resent = await patch(pair.creator, id, { file: second });
    expect(resent.body.data).toMatchObject({ status: 'review', thumbnailUrl: null, thumbnailImage: null });
    expect((await call('GET', `/v1/files/${still}`, { key: pair.brand.key })).status).toBe(200);
  });

  it('is the picture of an uploaded reference video, unless another was chosen', async () => {
    const still = await sent(pair.creator, 'thumbnail', media.jpg);
    const chosen = await sent(pair.creator, 'thumbnail', media.webp);
    const video = await sent(pair.creator, 'reference_video', media.mp4);
    for (const id of [still, chosen, video]) await processed(pair.creator.key, id, pair.creator.as);
    await change(pair.creator, video, { thumbnail: still });
    const show = async (more: object) => {
      const one = { platform: 'upload', sourceContentId: video, ...more };
      const answer = await call('PATCH', `/v1/creators/${pair.creator.as}`, {
        ...pair.creator,
        body: { referenceVideoSelections: [one] },
      });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      return answer.body.data.referenceVideos[0];
    };
    expect((await show({})).thumbnailImage).toMatchObject({ fileId: still, width: 320 });
    expect((await show({ thumbnailImage: { fileId: chosen } })).thumbnailImage.fileId).toBe(chosen);
    expect([await holdsOf(still), await holdsOf(chosen), await holdsOf(video)]).toEqual([1, 1, 1]);
    const plan = await testEnv.DB.prepare(
      'EXPLAIN QUERY PLAN SELECT v.id FROM files v WHERE v.thumbnail_id = ?',
    )
      .bind(still)
      .all<{ detail: string }>();
    expect(plan.results[0]!.detail).toContain('files_thumbnail');
  });
});
