import { describe, expect, it } from 'vitest';
import { creatorOperations } from '../../../../src/domains/work/creators/operations.ts';
import { performed, personOf } from '../../../harness/people/person.ts';
import { enroll, holdsOf, mintCreator, mintFile } from '../../../harness/work/creators.ts';
import { mintProgram } from '../../../harness/work/programs.ts';
import { call, mintAccount } from '../../../harness/world.ts';

const get = (key: string, id: string, as?: string) =>
  call('GET', `/v1/creators/${id}`, { key, ...(as ? { as } : {}) });
const patch = (key: string, id: string, body: unknown, as?: string) =>
  call('PATCH', `/v1/creators/${id}`, { key, body, ...(as ? { as } : {}) });

describe('the names of creators on the pages', () => {
  it('are of those that the account may see, as it may call them, and of no others', async () => {
    const [brand, other] = [await mintAccount(), await mintAccount()];
    const [own, foreign] = [await mintCreator(brand.key), await mintCreator(other.key)];
    const body = { creators: [own.id, foreign.id, 'crtr_01k2d9q3v7h5m8r4t6w0x1y2z3', 'odd'] };
    const named = await performed(await personOf(brand, 'member'), creatorOperations.listCreatorNames, {
      body,
    });
    expect(named).toEqual({ names: [{ id: own.id, name: own.name }] });
  });
});

describe('a partner', () => {
  it('links a creator with exactly the brands it names, and their rosters follow', async () => {
    const partner = await mintAccount('partner');
    const [a, b, foreign] = [
      await mintAccount('brand', { managedBy: partner.id }),
      await mintAccount('brand', { managedBy: partner.id }),
      await mintAccount(),
    ];
    const made = await mintCreator(partner.key);
    const set = async (brands: string[]) =>
      (await patch(partner.key, made.id, { brands })).body.data.brands.sort();
    expect((await get(a.key, made.id)).status).toBe(404);
    expect(await set([a.id, b.id, a.id])).toEqual([a.id, b.id].sort());
    expect((await get(a.key, made.id)).body.data).toMatchObject({
      status: 'live',
      relationship: 'represented',
      brands: [a.id],
      notes: null,
    });
    // The link to a brand that stays is not touched.
    const linked = (await get(b.key, made.id)).body.data;
    expect(await set([b.id])).toEqual([b.id]);
    expect((await get(b.key, made.id)).body.data).toEqual(linked);
    expect((await get(partner.key, made.id)).body.data.brands).toEqual([b.id]);
    expect((await get(a.key, made.id)).body.data.status).toBe('removed');
    expect((await call('GET', '/v1/creators', { key: a.key })).body.data).toEqual([]);
    expect(await set([a.id])).toEqual([a.id]);
    expect((await get(a.key, made.id)).body.data.status).toBe('live');
    const wrong = await patch(partner.key, made.id, { brands: [a.id, foreign.id] });
    expect(wrong.body.error.details).toEqual({ reason: 'brand_not_found', brands: [foreign.id] });
    expect((await patch(a.key, made.id, { brands: [] })).status).toBe(403);
    // Leaving the partner's roster ends everything that came with it.
    await patch(partner.key, made.id, { status: 'removed' });
    expect((await get(a.key, made.id)).body.data.status).toBe('removed');
  });

  it('takes its default rate or a custom one of at most 20 %', async () => {
    const partner = await mintAccount('partner');
    const client = await mintAccount('brand', { managedBy: partner.id });
    await call('PATCH', '/v1/account', { key: partner.key, body: { creatorTakeRate: { percent: 10 } } });
    const made = await mintCreator(partner.key);
    expect(made.takeRate).toEqual({ percent: 10, custom: false });
    expect(made.partnerFee).toEqual({ partner: partner.id, percent: 10 });
    const custom = await patch(partner.key, made.id, { takeRate: { percent: 12.5 }, brands: [client.id] });
    expect(custom.body.data).toMatchObject({
      takeRate: { percent: 12.5, custom: true },
      partnerFee: { partner: partner.id, percent: 12.5 },
    });
    expect((await get(client.key, made.id)).body.data).toMatchObject({
      takeRate: null,
      partnerFee: { partner: partner.id, percent: 12.5 },
    });
    for (const percent of [20.01, -1, 0.001]) {
      expect((await patch(partner.key, made.id, { takeRate: { percent } })).status).toBe(422);
    }
    expect(
      (await patch(partner.key, made.id, { takeRate: { percent: 20 } })).body.data.takeRate.percent,
    ).toBe(20);
    for (const takeRate of [null, { percent: null }]) {
      await patch(partner.key, made.id, { takeRate: { percent: 0 } });
      expect((await patch(partner.key, made.id, { takeRate })).body.data.takeRate).toEqual({
        percent: 10,
        custom: false,
      });
    }
    // A brand that the partner does not manage may not see its commission.
    const stranger = await mintAccount();
    const program = await mintProgram(stranger.key, { status: 'live', visibility: 'network' });
    await enroll(stranger.key, { key: partner.key, as: made.id }, program.id);
    expect((await get(stranger.key, made.id)).body.data).toMatchObject({ status: 'live', partnerFee: null });
  });
});

describe('the marketplace', () => {
  it('shows a network creator to everyone, without address, phone or notes', async () => {
    const [partner, stranger] = [await mintAccount('partner'), await mintAccount()];
    const made = await mintCreator(partner.key, {
      visibility: 'network',
      phone: '+15550009',
      name: 'Zelda Market',
    });
    await patch(partner.key, made.id, {
      notes: 'n',
      tags: ['t'],
      bio: 'First line\nSecond',
      handle: 'zelda.market',
      interests: ['pets_cats', 'pets'],
      creativeStyles: ['unboxing'],
      birthDate: '1990-06-15',
    });
    const seen = (await get(stranger.key, made.id)).body.data;
    expect(seen).toMatchObject({
      name: 'Zelda Market',
      handle: 'zelda.market',
      email: null,
      phone: null,
      notes: null,
      tags: [],
      status: null,
      relationship: null,
      managedBy: null,
      claim: null,
      payouts: null,
      platformHandles: {},
      visibility: 'network',
      listing: {
        // The headline is the beginning of the bio, which an account may not read before they have agreed.
        headline: null,
        specialty: 'unboxing',
        categories: ['pets'],
        interests: ['pets_cats', 'pets'],
        requestStatus: null,
      },
    });
    expect(JSON.stringify(seen)).not.toContain('mail.example');
    const listed = await call('GET', '/v1/creators?visibility=network&q=zelda', { key: stranger.key });
    expect(listed.body.data.map((one: { id: string }) => one.id)).toEqual([made.id]);
    expect(listed.body.data[0]).toEqual({ ...seen, submissions: [] });
    // The marketplace cannot be searched by address.
    const byMail = await call('GET', `/v1/creators?visibility=network&q=${encodeURIComponent(made.email)}`, {
      key: stranger.key,
    });
    expect(byMail.body.data).toEqual([]);
    expect((await patch(stranger.key, made.id, { notes: 'mine' })).status).toBe(403);
    expect((await call('GET', '/v1/creators', { key: stranger.key })).body.data).toEqual([]);
  });

  it('hides a creator from the accounts that it is hidden from, and a private one from all', async () => {
    const [partner, rival, other] = [await mintAccount('partner'), await mintAccount(), await mintAccount()];
    const made = await mintCreator(partner.key, { visibility: 'network', name: 'Hidden Gem' });
    const hidden = await patch(partner.key, made.id, { hiddenFrom: [rival.id, rival.id] });
    expect(hidden.body.data.hiddenFrom).toEqual([rival.id]);
    expect((await get(rival.key, made.id)).status).toBe(404);
    const list = async (key: string) =>
      (await call('GET', '/v1/creators?visibility=network&q=hidden%20gem', { key })).body.data.length;
    expect([await list(rival.key), await list(other.key)]).toEqual([0, 1]);
    await patch(partner.key, made.id, { hiddenFrom: [] });
    expect([await list(rival.key), await list(other.key)]).toEqual([1, 1]);
    await patch(partner.key, made.id, { visibility: 'private' });
    expect([await list(rival.key), (await get(other.key, made.id)).status]).toEqual([0, 404]);
  });

  it('lets an account whose roster it is on, and which it hides from, not see that it hides', async () => {
    const [partner, rival] = [await mintAccount('partner'), await mintAccount()];
    const made = await mintCreator(partner.key, { visibility: 'network', name: 'Shy One' });
    const program = await mintProgram(rival.key, { status: 'live', visibility: 'network' });
    const body = { program: program.id, creator: made.id };
    expect((await call('POST', '/v1/applications', { key: rival.key, body })).status).toBe(201);
    const show = (visibility: string, hiddenFrom: string[]) =>
      patch(partner.key, made.id, { visibility, hiddenFrom });
    /** Everything that the account reads of it: the record, and the filters that find it. */
    const seen = async () => {
      const record = (await get(rival.key, made.id)).body.data;
      const found = [];
      for (const visibility of ['network', 'private'])
        for (const more of ['&relationship=direct', '&relationship=direct&q=shy', ''])
          found.push(
            ...(
              await call('GET', `/v1/creators?visibility=${visibility}${more}`, { key: rival.key })
            ).body.data
              .filter((one: { id: string }) => one.id === made.id)
              .map((one: { visibility: string }) => [visibility, more, one.visibility]),
          );
      return { record, found };
    };
    const answer = async (status: string) => {
      const caller = { key: partner.key, as: made.id };
      const [mine] = (await call('GET', '/v1/relationships', caller)).body.data.filter(
        (one: { account: string }) => one.account === rival.id,
      );
      const moved = await call('PATCH', `/v1/relationships/${mine.id}`, { ...caller, body: { status } });
      expect(moved.status).toBe(200);
    };
    for (const stage of ['invited', 'agreed', 'ended']) {
      if (stage !== 'invited') await answer(stage);
      await show('network', []);
      expect((await seen()).record).toMatchObject({ visibility: 'network', listing: { specialty: null } });
      await show('private', []);
      const hidesFromAll = await seen();
      await show('network', [rival.id]);
      const hides = await seen();
      expect(hides.record.visibility, stage).toBe(stage === 'agreed' ? 'network' : 'private');
      for (const [filter, , shown] of hides.found) expect(shown, stage).toBe(filter);
      if (stage !== 'agreed') expect(hides, stage).toEqual(hidesFromAll);
    }
  });
});

describe('pictures and reference videos', () => {
  it('are shown by links that end, and their files stay for as long as the record refers to them', async () => {
    const partner = await mintAccount('partner');
    const creator = await mintCreator(partner.key);
    const image = { type: 'image/png' };
    const [first, second] = [
      await mintFile(partner.id, 'profile_picture', image),
      await mintFile(partner.id, 'profile_picture', image),
    ];
    const video = await mintFile(partner.id, 'reference_video', { type: 'video/mp4' });
    const made = await patch(partner.key, creator.id, { profilePicture: first, referenceVideos: [video] });
    expect(made.body.data).toMatchObject({
      profilePicture: first,
      image: { fileId: first, width: 640, height: 480 },
      referenceVideos: [{ platform: 'upload', file: video, post: null }],
    });
    const link = new RegExp(`^https://service.test/files/${video}\\?expires=[0-9]+&signature=`);
    expect(made.body.data.referenceVideos[0].videoUrl).toMatch(link);
    expect(await holdsOf(first)).toBe(1);
    await patch(partner.key, creator.id, { profilePicture: first, bio: 'x' });
    expect(await holdsOf(first)).toBe(1);
    await patch(partner.key, creator.id, { profilePicture: second, referenceVideos: [] });
    expect([await holdsOf(first), await holdsOf(second), await holdsOf(video)]).toEqual([0, 1, 0]);
    expect((await patch(partner.key, creator.id, { profilePicture: null })).body.data.image).toBe(null);
    expect(await holdsOf(second)).toBe(0);
  });

  it('of a reference video show their own facts, and are held for as long as the video is there', async () => {
    const partner = await mintAccount('partner');
    const creator = await mintCreator(partner.key);
    const thumbnail = await mintFile(partner.id, 'profile_picture', { type: 'image/png' });
    const shows = { fileId: thumbnail, url: 'https://elsewhere.example/a.png', width: 1 };
    const one = { platform: 'tiktok', sourceContentId: '7', thumbnailImage: shows };
    const made = await patch(partner.key, creator.id, { referenceVideoSelections: [one] });
    const [video] = made.body.data.referenceVideos;
    expect(video.thumbnailImage).toMatchObject({ fileId: thumbnail, width: 640, height: 480 });
    expect(video.thumbnailImage.url).toMatch(
      new RegExp(`^https://service.test/files/${thumbnail}\\?expires=`),
    );
    expect(await holdsOf(thumbnail)).toBe(1);
    // The other side, which does not own the file, leaves it where it is.
    const self = { key: partner.key, as: creator.id, body: { referenceVideoSelections: [one] } };
    expect((await call('PATCH', `/v1/creators/${creator.id}`, self)).status).toBe(200);
    await patch(partner.key, creator.id, { referenceVideos: [] });
    expect(await holdsOf(thumbnail)).toBe(0);
  });

  it('of a reference video must be ready pictures of the caller, else their field is named', async () => {
    const [partner, other] = [await mintAccount('partner'), await mintAccount()];
    const creator = await mintCreator(partner.key);
    const video = await mintFile(partner.id, 'reference_video', { type: 'video/mp4' });
    const upload = { platform: 'upload', sourceContentId: video };
    expect((await patch(partner.key, creator.id, { referenceVideoSelections: [upload] })).status).toBe(200);
    const picture = (owner: string, status?: string) =>
      mintFile(owner, 'profile_picture', { type: 'image/png', ...(status ? { status } : {}) });
    for (const [fileId, reason] of [
      [`file_${'0'.repeat(26)}`, 'file_not_found'],
      [await picture(other.id), 'file_not_found'],
      [await mintFile(partner.id, 'agreement'), 'file_wrong_purpose'],
      // A video that the creator shows already.
      [video, 'file_wrong_purpose'],
      [await picture(partner.id, 'processing'), 'file_not_ready'],
      [await picture(partner.id, 'failed'), 'file_failed'],
    ] as const) {
      const answer = await patch(partner.key, creator.id, {
        referenceVideoSelections: [
          upload,
          { platform: 'tiktok', sourceContentId: '7', thumbnailImage: { fileId } },
        ],
      });
      const path = '/referenceVideoSelections/1/thumbnailImage/fileId';
      expect([answer.status, answer.body.error]).toMatchObject([
        422,
        { code: 'validation_failed', details: [{ path, code: reason }] },
      ]);
    }
  });

  it('must be files of the caller that were uploaded for it', async () => {
    const [partner, other] = [await mintAccount('partner'), await mintAccount()];
    const creator = await mintCreator(partner.key);
    const foreign = await mintFile(other.id, 'reference_video', { type: 'video/mp4' });
    const wrong = await mintFile(partner.id, 'agreement');
    const selection = (id: string) => ({
      referenceVideoSelections: [{ platform: 'upload', sourceContentId: id }],
    });
    const byAsset = {
      referenceVideoSelections: [{ platform: 'tiktok', sourceContentId: '1', mediaAssetId: foreign }],
    };
    for (const [body, reason] of [
      [{ profilePicture: wrong }, 'file_wrong_purpose'],
      [{ referenceVideos: [foreign] }, 'file_not_found'],
      [selection(foreign), 'file_not_found'],
      [selection(wrong), 'file_wrong_purpose'],
      [byAsset, 'file_not_found'],
    ] as const) {
      const answer = await patch(partner.key, creator.id, body);
      expect([answer.status, answer.body.error.details.reason]).toEqual([422, reason]);
    }
    expect(await holdsOf(foreign)).toBe(0);
    const nothing = await patch(partner.key, creator.id, selection('holiday.mp4'));
    expect(nothing.body.error).toMatchObject({
      code: 'validation_failed',
      details: [{ path: '/referenceVideoSelections/0/sourceContentId' }],
    });
    const [video] = (
      await patch(partner.key, creator.id, {
        referenceVideoSelections: [{ platform: 'tiktok', sourceContentId: '1', mediaAssetId: 'asset-9' }],
      })
    ).body.data.referenceVideos;
    expect(video).toMatchObject({ post: '1', file: null });
  });
});
