// What a frame shows of a creator that works with other accounts too, and what it lets be sent in.
import { describe, expect, it } from 'vitest';
import { enroll } from '../../../harness/work/creators.ts';
import { beginEmbed, mintEmbedScene, openFrame } from '../../../harness/work/embeds.ts';
import { mintProgram } from '../../../harness/work/programs.ts';
import { mintProductToSend } from '../../../harness/work/samples.ts';
import { mintSubmission, mintVideo, patch } from '../../../harness/work/submissions.ts';
import { call, mintAccount } from '../../../harness/world.ts';

const ids = async (path: string, key: string, as?: string) =>
  (await call('GET', path, { key, ...(as && { as }) })).body.data.map(({ id }: { id: string }) => id);

/** A creator of one brand that works with another too. */
async function mintShared() {
  const scene = await mintEmbedScene();
  const other = await mintAccount('brand');
  const theirs = await mintProgram(other.key, { status: 'live', visibility: 'network' });
  const creator = { key: scene.brand.key, as: scene.creator };
  const pair = (brand: typeof other, program: string, application: string) => ({
    ...{ brand, creator, program, application, partner: '' },
  });
  const own = pair(scene.brand, scene.program, await enroll(scene.brand.key, creator, scene.program));
  const foreign = pair(other, theirs.id, await enroll(other.key, creator, theirs.id));
  return { scene, own, foreign, creator };
}

describe('the frame of a brand', () => {
  it('shows nothing that the creator has with another account, although the key may read it', async () => {
    const { scene, own, foreign, creator } = await mintShared();
    const [mine, theirs] = [await mintSubmission(own), await mintSubmission(foreign)];
    expect(new Set(await ids('/v1/submissions', creator.key, creator.as))).toEqual(
      new Set([mine.id, theirs.id]),
    );
    const { token } = await openFrame(scene, { component: 'submissions' });
    expect(await ids('/v1/submissions', token)).toEqual([mine.id]);
    expect((await call('GET', `/v1/submissions/${theirs.id}`, { key: token })).status).toBe(404);
    expect((await patch({ key: token }, theirs.id, { caption: 'Mine' })).status).toBe(404);
    expect(await ids('/v1/applications', token)).toEqual([own.application]);
    const body = { program: foreign.program, file: await mintVideo(own) };
    const sent = await call('POST', '/v1/submissions', { key: token, body });
    expect(sent.body.error.details.reason).toBe('program_not_found');
    const programs = await openFrame(scene);
    expect(await ids('/v1/applications', programs.token)).toEqual([own.application]);
    const path = `/v1/applications/${foreign.application}`;
    expect((await call('GET', path, { key: programs.token })).status).toBe(404);
  });

  it('shows, and applies to, programs of its brand alone, with their products, but what was earned as one purse', async () => {
    const { scene, own, foreign, creator } = await mintShared();
    const [mine, theirs] = [
      await mintProductToSend(own.brand.key),
      await mintProductToSend(foreign.brand.key),
    ];
    const open = await mintProgram(foreign.brand.key, { status: 'live', visibility: 'network' });
    for (const [{ brand, program }, product] of [
      [own, mine],
      [foreign, theirs],
    ] as const) {
      const { version } = (await call('GET', `/v1/programs/${program}`, { key: brand.key })).body.data;
      const body = { products: [product], version };
      expect((await call('PATCH', `/v1/programs/${program}`, { key: brand.key, body })).status).toBe(200);
    }
    expect(await ids('/v1/programs', creator.key, creator.as)).toEqual([foreign.program, own.program]);
    const { token } = await openFrame(scene);
    expect(await ids('/v1/programs', token)).toEqual([own.program]);
    const offered = await ids('/v1/programs?scope=network&limit=100', token);
    expect(offered).not.toContain(open.id);
    expect(await ids(`/v1/programs?account=${foreign.brand.id}`, token)).toEqual([]);
    for (const id of [foreign.program, open.id]) {
      expect((await call('GET', `/v1/programs/${id}`, { key: token })).status).toBe(404);
      const applied = await call('POST', '/v1/applications', { key: token, body: { program: id } });
      expect(applied.body.error.details.reason).toBe('program_not_found');
    }
    const submissions = await openFrame(scene, { component: 'submissions' });
    expect(await ids('/v1/products', submissions.token)).toEqual([mine]);
    expect(await ids(`/v1/products?program=${foreign.program}`, submissions.token)).toEqual([]);
    const earnings = await openFrame(scene, { component: 'earnings' });
    expect(await ids('/v1/programs', earnings.token)).toEqual([foreign.program, own.program]);
  });

  it('sends a video in and again after it was sent back, and says where it is published', async () => {
    const { scene, own } = await mintShared();
    const { token } = await openFrame(scene, { component: 'submissions' });
    const upload = await call('POST', '/v1/files?purpose=submission&size=9', { key: token });
    expect(upload.body.data.upload.parts).toHaveLength(1);
    const file = `/v1/files/${upload.body.data.id}`;
    expect((await call('PATCH', file, { key: token, body: { status: 'deleted' } })).status).toBe(200);
    const body = { program: own.program, platform: 'tiktok', file: await mintVideo(own) };
    // What the creator uploads for others is not the frame's to change.
    const others = await call('PATCH', `/v1/files/${body.file}`, { key: token, body: { status: 'deleted' } });
    expect(others.status).toBe(404);
    const { id } = (await call('POST', '/v1/submissions', { key: token, body })).body.data;
    const brand = { key: own.brand.key };
    await patch(brand, id, { status: 'revision', note: 'Brighter, please.' });
    const again = await patch({ key: token }, id, { status: 'review', file: await mintVideo(own) });
    expect(again.body.data).toMatchObject({ status: 'review', revisions: [{ note: 'Brighter, please.' }] });
    // What is for the brand to decide is not the creator's.
    expect((await patch({ key: token }, id, { status: 'approved' })).status).toBe(403);
    await patch(brand, id, { status: 'approved' });
    const url = 'https://www.tiktok.com/@cup/video/7300000000000000009';
    expect((await patch({ key: token }, id, { url })).body.data.status).toBe('live');
  });

  it('only shows without the feature, and takes no file for anything else', async () => {
    const { scene, own } = await mintShared();
    const { id } = await mintSubmission(own);
    const { token } = await openFrame(scene, { component: 'submissions', features: [] });
    expect(await ids('/v1/submissions', token)).toEqual([id]);
    for (const [method, path] of [
      ['POST', '/v1/files?purpose=submission&size=9'],
      ['POST', '/v1/submissions'],
      ['PATCH', `/v1/submissions/${id}`],
    ] as const) {
      const answer = await call(method, path, { key: token, ...(!path.includes('files') && { body: {} }) });
      expect([path, answer.status]).toEqual([path, 403]);
    }
    const { token: sending } = await openFrame(scene, { component: 'submissions' });
    const agreement = await call('POST', '/v1/files?purpose=agreement&size=9', { key: sending });
    expect(agreement.status).toBe(403);
    expect((await beginEmbed(scene, { component: 'submissions', features: ['apply'] })).status).toBe(422);
  });
});
