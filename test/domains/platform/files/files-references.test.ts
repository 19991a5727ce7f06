// Files that other records refer to: an account's picture, and files of creators and programs.

import { beforeAll, describe, expect, it } from 'vitest';
import { findFile, saveDeleted } from '../../../../src/domains/platform/files/store.ts';
import * as clock from '../../../harness/clock.ts';
import { follow, media, processAt, storedBytes, uploaded } from '../../../harness/files.ts';
import { mintCreator } from '../../../harness/work/creators.ts';
import { mintProgram } from '../../../harness/work/programs.ts';
import { mintPair, mintSubmission, mintVideo, patch } from '../../../harness/work/submissions.ts';
import { type Answer, call, type Minted, mintAccount, systemCtx } from '../../../harness/world.ts';

let partner: Minted;

beforeAll(async () => {
  partner = await mintAccount('partner');
});

const picture = async (owner: Minted, kind: 'jpg' | 'png' | 'webp' = 'png') =>
  (await uploaded(owner.key, 'profile_picture', media[kind])).id as string;

const setPicture = async (owner: Minted, profilePicture: string | null, path = '/v1/account') =>
  await call('PATCH', path, { key: owner.key, body: { profilePicture } });

const remove = async (owner: Minted, id: string) =>
  (await call('PATCH', `/v1/files/${id}`, { key: owner.key, body: { status: 'deleted' } })).status;

describe("an account's picture", () => {
  it('is shown with a link, its size and its blurHash', async () => {
    const id = await picture(partner, 'jpg');
    const answer = await setPicture(partner, id);
    expect(answer.status).toBe(200);
    expect(answer.body.data.profilePicture).toBe(id);
    const { image } = (await call('GET', '/v1/account', { key: partner.key })).body.data;
    expect(image).toMatchObject({ fileId: id, width: 320, height: 200, blurHash: expect.any(String) });
    const bytes = await follow(image.url);
    expect(new Uint8Array(await bytes.arrayBuffer())).toEqual(media.jpg);
  });

  it('of a brand may be set by its partner, and is in the list', async () => {
    const { id } = (await call('POST', '/v1/brands', { key: partner.key, body: { name: 'Pictured' } })).body
      .data;
    const file = await picture(partner);
    expect((await setPicture(partner, file, `/v1/brands/${id}`)).body.data.image.fileId).toBe(file);
    const { data } = (await call('GET', '/v1/brands', { key: partner.key })).body;
    const listed = data.find((brand: { id: string }) => brand.id === id);
    expect(listed.image.fileId).toBe(file);
  });

  it('cannot be deleted while it is shown, and can be afterwards', async () => {
    const owner = await mintAccount();
    const [first, second] = [await picture(owner), await picture(owner, 'webp')];
    await setPicture(owner, first);
    await setPicture(owner, first);
    expect(await remove(owner, first)).toBe(409);
    await setPicture(owner, second);
    expect(await remove(owner, first)).toBe(200);
    expect(await remove(owner, second)).toBe(409);
    expect((await setPicture(owner, null)).body.data).toMatchObject({ profilePicture: null, image: null });
    expect(await remove(owner, second)).toBe(200);
  });

  it('is not deleted by a request that read the file before it was shown', async () => {
    const owner = await mintAccount();
    const file = await picture(owner);
    const ctx = systemCtx();
    const before = await findFile(ctx, file);
    await setPicture(owner, file);
    saveDeleted(ctx, before!);
    await expect(ctx.write.commit()).rejects.toMatchObject({ code: 'conflict' });
    expect((await call('GET', `/v1/files/${file}`, { key: owner.key })).status).toBe(200);
  });

  it('is kept as long as one of two records shows it', async () => {
    const owner = await mintAccount('partner');
    const { id } = (await call('POST', '/v1/brands', { key: owner.key, body: { name: 'Twin' } })).body.data;
    const file = await picture(owner);
    await setPicture(owner, file);
    await setPicture(owner, file, `/v1/brands/${id}`);
    await setPicture(owner, null);
    expect(await remove(owner, file)).toBe(409);
    await setPicture(owner, null, `/v1/brands/${id}`);
    expect(await remove(owner, file)).toBe(200);
  });

  it('that loses to a newer edit holds nothing', async () => {
    const owner = await mintAccount();
    const file = await picture(owner);
    const { version } = (await call('GET', '/v1/account', { key: owner.key })).body.data;
    await call('PATCH', '/v1/account', { key: owner.key, body: { name: 'Newer' } });
    const answer = await call('PATCH', '/v1/account', {
      key: owner.key,
      body: { profilePicture: file, version },
    });
    expect(answer.status).toBe(409);
    expect(await remove(owner, file)).toBe(200);
  });

  it.each([
    ['file_not_found', async () => `file_${'0'.repeat(26)}`],
    ['file_not_found', async () => await picture(await mintAccount())],
    [
      'file_wrong_purpose',
      async () => (await uploaded(partner.key, 'program_image', media.png)).id as string,
    ],
    [
      'file_not_ready',
      async () =>
        (await call('POST', '/v1/files?purpose=profile_picture&size=9', { key: partner.key })).body.data.id,
    ],
    [
      'file_failed',
      async () => (await uploaded(partner.key, 'profile_picture', media.png.slice(0, 99))).id as string,
    ],
  ])('is refused with %s', async (reason, make) => {
    const answer = await setPicture(partner, await make());
    expect(answer.status).toBe(422);
    expect(answer.body.error).toMatchObject({ code: 'operation_rejected', details: { reason } });
  });

  it('that is deleted at the same moment is either shown or gone, never both', async () => {
    for (let i = 0; i < 5; i++) {
      const owner = await mintAccount();
      const id = await picture(owner);
      const [set, removed] = await Promise.all([setPicture(owner, id), remove(owner, id)]);
      const { image } = (await call('GET', '/v1/account', { key: owner.key })).body.data;
      expect([set.status === 200, removed === 200, image !== null]).toEqual(
        set.status === 200 ? [true, false, true] : [false, true, false],
      );
    }
  });
});

interface Shown {
  what: string;
  make(owner: Minted): Promise<string>;
  file(owner: Minted): Promise<string>;
  /** The body that shows a file, or no file. */
  body(file: string | null): object;
  /** The files that a record shows by a link. */
  shown(record: Answer['body']): { fileId?: string; file?: string }[];
}

const newCreator = async (owner: Minted) => `/v1/creators/${(await mintCreator(owner.key)).id}`;

const SHOWN: Shown[] = [
  {
    what: "a creator's picture",
    make: newCreator,
    file: picture,
    body: (profilePicture) => ({ profilePicture }),
    shown: ({ image }) => (image ? [image] : []),
  },
  {
    what: "a creator's reference videos",
    make: newCreator,
    file: async (owner) => (await uploaded(owner.key, 'reference_video', media.mp4)).id,
    body: (file) => ({ referenceVideos: file ? [file] : [] }),
    shown: ({ referenceVideos }) => referenceVideos,
  },
  {
    what: "a program's image",
    make: async (owner) => `/v1/programs/${(await mintProgram(owner.key)).id}`,
    file: async (owner) => (await uploaded(owner.key, 'program_image', media.webp)).id,
    body: (image) => ({ image }),
    shown: ({ image }) => (image ? [image] : []),
  },
];

describe.each(SHOWN)('$what', ({ make, file, body, shown }) => {
  it('keeps its file, bytes and all, until another takes its place; then the file can be removed whole', async () => {
    const owner = await mintAccount();
    const path = await make(owner);
    const show = async (id: string | null) => {
      const answer = await call('PATCH', path, { key: owner.key, body: body(id) });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      return shown(answer.body.data).map((one) => one.fileId ?? one.file);
    };
    const [first, second] = [await file(owner), await file(owner)];
    expect(await show(first)).toEqual([first]);
    expect(await show(first)).toEqual([first]);
    expect(await remove(owner, first)).toBe(409);
    await processAt(clock.now(), first);
    expect(await storedBytes(first)).toBeGreaterThan(0);

    expect(await show(second)).toEqual([second]);
    expect(await remove(owner, first)).toBe(200);
    await processAt(clock.now(), first);
    expect(await storedBytes(first)).toBeNull();
    expect(await findFile(systemCtx(), first)).toBeNull();
    expect(await remove(owner, second)).toBe(409);
    expect(await storedBytes(second)).toBeGreaterThan(0);

    expect(await show(null)).toEqual([]);
    expect(await remove(owner, second)).toBe(200);
  });
});

describe('the work of a submission', () => {
  it('is read by the account that it was sent to, in each of its rounds, and by nobody else', async () => {
    const pair = await mintPair();
    const first = await mintVideo(pair);
    const { id } = await mintSubmission(pair, { file: first });
    await patch(pair.brand, id, { status: 'revision', note: 'Shorter.' });
    const second = await mintVideo(pair);
    expect((await patch(pair.creator, id, { file: second })).status).toBe(200);
    const kept = await mintVideo(pair);
    const stranger = await mintAccount();
    const statusOf = async (who: { key: string }, file: string) =>
      (await call('GET', `/v1/files/${file}`, who)).status;
    for (const file of [first, second]) {
      const { body } = await call('GET', `/v1/files/${file}`, { key: pair.brand.key });
      expect(body.data).toMatchObject({ id: file, status: 'ready', url: expect.any(String), upload: null });
      expect(await statusOf({ key: stranger.key }, file)).toBe(404);
    }
    expect(await statusOf({ key: pair.brand.key }, kept)).toBe(404);
    const body = { status: 'deleted' };
    expect((await call('PATCH', `/v1/files/${second}`, { key: pair.brand.key, body })).status).toBe(404);
    expect((await call('GET', '/v1/files', { key: pair.brand.key })).body.data).toEqual([]);
  });
});
