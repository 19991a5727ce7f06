import { describe, expect, it } from 'vitest';
import { mintCreator } from '../../../harness/work/creators.ts';
import { mintProgram } from '../../../harness/work/programs.ts';
import { mintPair, mintSubmission, patch, read, reasonOf } from '../../../harness/work/submissions.ts';
import { call, mintAccount } from '../../../harness/world.ts';

const UNKNOWN = '0'.repeat(26);
const POST_URL = 'https://www.tiktok.com/@me/video/1';

describe('who may see and change it', () => {
  it('is the brand and the creator; to everybody else it is not there', async () => {
    const pair = await mintPair();
    const { id } = await mintSubmission(pair);
    const stranger = await mintAccount();
    const otherCreator = await mintCreator(pair.creator.key);
    // The partner acts as its creator; its own account has nothing to do with the brand's program.
    for (const caller of [
      { key: stranger.key },
      { key: pair.creator.key },
      { key: pair.creator.key, as: otherCreator.id },
    ]) {
      expect((await read(caller, id)).status).toBe(404);
      expect((await patch(caller, id, { note: 'x' })).status).toBe(404);
    }
  });

  it('is a partner too, acting as its client', async () => {
    const partner = await mintAccount('partner');
    const client = await mintAccount('brand', { managedBy: partner.id });
    const creator = await mintCreator(partner.key);
    const acting = { key: partner.key, as: client.id };
    await call('PATCH', `/v1/creators/${creator.id}`, {
      key: partner.key,
      body: { brands: [client.id] },
    });
    const program = await mintProgram(acting.key, { status: 'live' }, acting.as);
    const invited = await call('POST', '/v1/applications', {
      ...acting,
      body: { program: program.id, creator: creator.id },
    });
    expect(invited.body.data.status).toBe('approved');
    const { id } = await mintSubmission({
      brand: { key: client.key, id: client.id },
      creator: { key: partner.key, as: creator.id },
      partner: partner.id,
      program: program.id,
      application: invited.body.data.id,
    });
    expect((await read({ key: partner.key }, id)).status).toBe(404);
    expect((await read(acting, id)).body.data.account).toBe(client.id);
    expect((await patch(acting, id, { status: 'approved' })).body.data.status).toBe('approved');
    // The brand reads which account decided; to a creator its partner counts as the brand.
    const decidedBy = async (who: { key: string; as?: string }) => (await read(who, id)).body.data.decidedBy;
    expect(await decidedBy(client)).toEqual({ account: partner.id, person: null });
    expect(await decidedBy({ key: partner.key, as: creator.id })).toEqual({
      account: client.id,
      person: null,
    });
  });
});

describe('notes and tags', () => {
  it("are the brand's to write; the creator reads the note and no tags", async () => {
    const pair = await mintPair();
    const { id } = await mintSubmission(pair);
    const body = { note: 'Lovely.', tags: ['hero', 'spring', 'hero'] };
    const noted = await patch(pair.brand, id, body);
    expect(noted.body.data).toMatchObject({ note: 'Lovely.', tags: ['hero', 'spring'], status: 'review' });
    expect((await read(pair.creator, id)).body.data).toMatchObject({ note: 'Lovely.', tags: [] });
    expect((await patch(pair.creator, id, { tags: [] })).status).toBe(403);
    expect((await patch(pair.brand, id, { note: null, tags: [] })).body.data).toMatchObject({
      note: null,
      tags: [],
    });
    for (const wrong of [
      { note: 'x'.repeat(2001) },
      { tags: Array(101).fill('a') },
      { tags: ['x'.repeat(1001)] },
    ])
      expect((await patch(pair.brand, id, wrong)).status).toBe(422);
    const longest = { note: 'x'.repeat(2000), tags: Array.from({ length: 100 }, (_, n) => `${n}`) };
    expect((await patch(pair.brand, id, longest)).status).toBe(200);
  });
});

describe("the creator's details", () => {
  it('can be changed until the work is decided on, within what the program takes', async () => {
    const pair = await mintPair({ platforms: ['tiktok', 'instagram'] });
    const { id } = await mintSubmission(pair, { caption: 'One' });
    const edited = await patch(pair.creator, id, { caption: 'Two', platform: 'instagram' });
    expect(edited.body.data).toMatchObject({ caption: 'Two', platform: 'instagram', version: 2 });
    expect(reasonOf(await patch(pair.creator, id, { platform: 'snapchat' }))[1]).toBe(
      'platform_not_in_program',
    );
    expect(reasonOf(await patch(pair.creator, id, { product: `prod_${UNKNOWN}` }))[1]).toBe(
      'product_not_in_program',
    );
    expect((await patch(pair.creator, id, { caption: null })).body.data.caption).toBe(null);
    expect((await patch(pair.creator, id, {})).body.data.version).toBe(3);
  });
});

describe('what others show of it', () => {
  it("is in the creator's record: submissions, stats and the video", async () => {
    const pair = await mintPair({ platforms: ['tiktok'] });
    const one = await mintSubmission(pair);
    const two = await mintSubmission(pair);
    await patch(pair.brand, one.id, { status: 'approved' });
    await patch(pair.brand, two.id, { status: 'rejected' });
    await mintSubmission(pair, { url: POST_URL });
    const creator = (await call('GET', `/v1/creators/${pair.creator.as}`, pair.brand)).body.data;
    expect(creator.stats).toEqual({ approvedVideos: 1, pendingVideos: 1, approvalRate: 50, installs: 0 });
    expect(creator.submissions.map((row: { status: string }) => row.status).sort()).toEqual([
      'approved',
      'rejected',
      'review',
    ]);
    const shown = creator.submissions.find((row: { id: string }) => row.id === one.id);
    expect(shown).toEqual({
      id: one.id,
      programName: 'Summer',
      platform: 'tiktok',
      status: 'approved',
      submittedAt: one.submittedAt,
      duration: 12.5,
      format: 'vertical',
      thumbnailUrl: null,
      videoUrl: expect.stringContaining(`/files/${one.file}?`),
      thumbnailImage: null,
    });
    // A list shows fewer of them, with the same links.
    const [listed] = (await call('GET', '/v1/creators', pair.brand)).body.data;
    const urls = (rows: { id: string; videoUrl: string | null }[]) =>
      rows.map((row) => [row.id, row.videoUrl?.split('?')[0] ?? null]);
    expect(urls(listed.submissions)).toEqual(urls(creator.submissions).slice(0, 3));
  });
});
