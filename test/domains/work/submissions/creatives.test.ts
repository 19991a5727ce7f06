// Submissions in the words of the business API.
import { describe, expect, it } from 'vitest';
import { eventsOf } from '../../../harness/work/creators.ts';
import { mintPair, mintSubmission, type Pair, patch, read } from '../../../harness/work/submissions.ts';
import { call, mintAccount } from '../../../harness/world.ts';

const POST_URL = 'https://www.tiktok.com/@me/video/1';
const review = ({ brand: { key } }: Pair, id: string, body: unknown) =>
  call('PATCH', `/creatives/${id}`, { key, body });
const creative = ({ brand: { key } }: Pair, id: string) => call('GET', `/creatives/${id}`, { key });
const perVideo = { pay: { rules: [{ type: 'per_video', amount: 5000 }] } };

describe('a creative', () => {
  it("is the submission as its brand reads it, with the status in capitals and no note as ''", async () => {
    const pair = await mintPair(perVideo);
    const { id } = await mintSubmission(pair, { caption: 'Look.' });
    const seen = (await creative(pair, id)).body.data;
    const { videoUrl, ...submission } = (await read(pair.brand, id)).body.data;
    expect(seen).toEqual({ ...submission, videoUrl: expect.any(String), status: 'Review', note: '' });
    expect(videoUrl).toEqual(expect.any(String));
    const stranger = await mintAccount();
    expect((await call('GET', `/creatives/${id}`, { key: stranger.key })).status).toBe(404);
    expect((await call('PATCH', `/creatives/${id}`, { key: stranger.key, body: { note: 'x' } })).status).toBe(
      404,
    );
  });

  it('is reviewed by the verb of v1: its moves, its version, its events, its pay', async () => {
    const pair = await mintPair(perVideo);
    const { id } = await mintSubmission(pair);
    const back = await review(pair, id, { status: 'Revision' });
    expect([back.status, back.body.error.details]).toMatchObject([422, [{ path: '/note' }]]);
    const asked = await review(pair, id, {
      status: 'Revision',
      note: 'The logo comes too late.',
      tags: ['b', 'b'],
    });
    expect(asked.body.data).toMatchObject({ status: 'Revision', version: 2, tags: ['b'] });
    await patch(pair.creator, id, { url: POST_URL });
    expect((await review(pair, id, { status: 'Rejected' })).body.data.status).toBe('Rejected');
    expect((await review(pair, id, { status: 'Approved' })).body.error.code).toBe('conflict');
    expect((await review(pair, id, { status: 'Review' })).body.data.status).toBe('Review');
    const approved = await review(pair, id, { status: 'Approved' });
    expect(approved.body.data).toMatchObject({ status: 'Approved', approvalPay: { amount: 5000 } });
    expect((await review(pair, id, { status: 'Approved' })).status).toBe(409);
    expect((await review(pair, id, { status: 'Live' })).body.data.status).toBe('Live');
    expect((await read(pair.brand, id)).body.data.status).toBe('live');
    const types = (await eventsOf(pair.brand.id)).map(({ type }) => type);
    expect(types.filter((type) => type.startsWith('submission.'))).toEqual(
      ['created', 'revision_requested', 'resubmitted', 'rejected', 'approved', 'live'].map(
        (what) => `submission.${what}`,
      ),
    );
  });

  it('goes live only with a URL that is known, which v1 does not ask of its brand', async () => {
    const pair = await mintPair();
    const { id } = await mintSubmission(pair);
    await review(pair, id, { status: 'Approved' });
    const refused = await review(pair, id, { status: 'Live', note: 'Now.' });
    expect([refused.status, refused.body.error.details.reason]).toEqual([422, 'url_unknown']);
    expect((await creative(pair, id)).body.data).toMatchObject({ status: 'Approved', note: '' });
    expect((await patch(pair.brand, id, { status: 'live' })).status).toBe(200);
    const noted = await review(pair, id, { note: 'Thank you.' });
    expect(noted.body.data).toMatchObject({ status: 'Live', note: 'Thank you.' });
  });

  it('takes an empty note as none, and no other field', async () => {
    const pair = await mintPair();
    const { id } = await mintSubmission(pair);
    expect((await review(pair, id, { note: 'Nice.' })).body.data.note).toBe('Nice.');
    expect((await review(pair, id, { note: '' })).body.data.note).toBe('');
    expect((await read(pair.brand, id)).body.data.note).toBeNull();
    expect((await review(pair, id, {})).body.data.version).toBe(3);
    for (const [path, body] of [
      ['/version', { version: 1 }],
      ['/url', { url: POST_URL }],
      ['/status', { status: 'approved' }],
      ['/note', { note: null }],
      ['/note', { note: 'x'.repeat(2001) }],
      ['/tags', { tags: Array(101).fill('a') }],
      ['/tags/0', { tags: ['x'.repeat(1001)] }],
    ] as const) {
      const { status, body: answer } = await review(pair, id, body);
      expect([path, status, answer.error?.details[0].path]).toEqual([path, 422, path]);
    }
  });
});
