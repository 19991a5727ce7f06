import { describe, expect, it } from 'vitest';
import { settlePay } from '../../../../src/domains/work/submissions/interface.ts';
import { requireSubmission } from '../../../../src/domains/work/submissions/store.ts';
import { updateSubmission } from '../../../../src/domains/work/submissions/update-submission.ts';
import { eventsOf, holdsOf, verbCtx } from '../../../harness/work/creators.ts';
import {
  mintPair,
  mintSubmission,
  mintVideo,
  type Pair,
  patch,
  read,
} from '../../../harness/work/submissions.ts';
import { type Answer, call, testEnv } from '../../../harness/world.ts';

const POST_URL = 'https://www.tiktok.com/@me/video/1';
const refusal = (answer: Answer) => [answer.status, answer.body.error?.code];

const brandCtx = (pair: Pair) =>
  verbCtx({ ...pair.brand, keyId: 'key_1', readKey: '' }, { account: 'brand' });
const told = async (pair: Pair) =>
  (await eventsOf(pair.brand.id)).map((event) => event.type).filter((type) => type.startsWith('submission'));

describe('two reviewers at once', () => {
  it('who have read the same version: one wins, the other gets version_conflict and changes nothing', async () => {
    const pair = await mintPair();
    const verdicts = [
      { status: 'approved' as const },
      { status: 'rejected' as const },
      { status: 'revision' as const, note: 'Again.' },
    ];
    for (const winner of verdicts) {
      for (const loser of verdicts) {
        const { id } = await mintSubmission(pair);
        const [first, second] = [brandCtx(pair), brandCtx(pair)];
        await updateSubmission(first, id, winner);
        await updateSubmission(second, id, loser);
        await first.write.commit();
        const before = await told(pair);
        await expect(second.write.commit()).rejects.toMatchObject({
          code: 'version_conflict',
          details: { version: 2 },
        });
        expect((await read(pair.brand, id)).body.data).toMatchObject({ status: winner.status, version: 2 });
        expect(await told(pair)).toEqual(before);
      }
    }
  });

  it('over HTTP, each with the version it read', async () => {
    const pair = await mintPair();
    const { id, version } = await mintSubmission(pair);
    const answers = await Promise.all([
      patch(pair.brand, id, { status: 'approved', version }),
      patch(pair.brand, id, { status: 'rejected', version }),
      patch(pair.brand, id, { status: 'revision', note: 'Again.', version }),
    ]);
    const lost = answers.filter((answer) => answer.status !== 200);
    expect(lost.map(refusal)).toEqual([
      [409, 'version_conflict'],
      [409, 'version_conflict'],
    ]);
    expect((await told(pair)).length).toBe(2);
  });

  it('as a creator who sends new work in twice: the first counts', async () => {
    const pair = await mintPair();
    const { id } = await mintSubmission(pair);
    await patch(pair.brand, id, { status: 'revision', note: 'Again.' });
    const files = [await mintVideo(pair), await mintVideo(pair)];
    const [first, second] = files.map(() =>
      verbCtx({ id: pair.partner, keyId: 'key_1', key: '', readKey: '' }, { creator: pair.creator.as }),
    );
    await updateSubmission(first!, id, { file: files[0]! });
    await updateSubmission(second!, id, { file: files[1]! });
    await first!.write.commit();
    await expect(second!.write.commit()).rejects.toMatchObject({ code: 'version_conflict' });
    const { file, revisions } = (await read(pair.brand, id)).body.data;
    expect([file, revisions.length]).toEqual([files[0], 1]);
  });

  it('a stale version is a conflict whatever is asked', async () => {
    const pair = await mintPair();
    const { id } = await mintSubmission(pair);
    await patch(pair.brand, id, { note: 'Seen.' });
    for (const body of [{ status: 'approved' }, { tags: ['a'] }, { status: 'live' }, {}])
      expect(refusal(await patch(pair.brand, id, { ...body, version: 1 }))).toEqual([
        409,
        'version_conflict',
      ]);
  });
});

describe('sending back', () => {
  it('needs a note, given then or before', async () => {
    const pair = await mintPair();
    const one = await mintSubmission(pair);
    const bare = await patch(pair.brand, one.id, { status: 'revision' });
    expect([bare.status, bare.body.error.details[0].path]).toEqual([422, '/note']);
    expect((await patch(pair.brand, one.id, { status: 'revision', note: null })).status).toBe(422);
    expect((await read(pair.brand, one.id)).body.data).toMatchObject({ status: 'review', version: 1 });
    await patch(pair.brand, one.id, { note: 'Louder.' });
    expect((await patch(pair.brand, one.id, { status: 'revision' })).body.data.note).toBe('Louder.');
  });

  it('keeps every round with its note, dates, work and links', async () => {
    const pair = await mintPair();
    const files = [await mintVideo(pair), await mintVideo(pair, { duration: 20 }), await mintVideo(pair)];
    const first = await mintSubmission(pair, { file: files[0], caption: 'One' });
    const back = await patch(pair.brand, first.id, { status: 'revision', note: 'Show the cup.' });
    const again = await patch(pair.creator, first.id, { file: files[1], caption: 'Two' });
    expect(again.body.data).toMatchObject({
      status: 'review',
      file: files[1],
      caption: 'Two',
      duration: 20,
      note: null,
      reviewedAt: null,
    });
    expect(Date.parse(again.body.data.submittedAt)).toBeGreaterThanOrEqual(
      Date.parse(back.body.data.reviewedAt),
    );
    await patch(pair.brand, first.id, { status: 'revision', note: 'Longer.' });
    await patch(pair.creator, first.id, { status: 'review', file: files[2], url: POST_URL });
    for (const caller of [pair.brand, pair.creator]) {
      const { revisions, createdAt } = (await read(caller, first.id)).body.data;
      expect(createdAt).toBe(first.createdAt);
      expect(revisions).toEqual([
        {
          file: files[0],
          url: null,
          caption: 'One',
          format: 'vertical',
          duration: 12.5,
          videoUrl: expect.stringContaining(`/files/${files[0]}?`),
          note: 'Show the cup.',
          comments: [],
          decidedBy: { account: pair.brand.id, person: null },
          submittedAt: first.submittedAt,
          reviewedAt: back.body.data.reviewedAt,
        },
        expect.objectContaining({ file: files[1], caption: 'Two', note: 'Longer.', duration: 20 }),
      ]);
    }
    // Reviewed videos stay readable.
    for (const file of files) expect(await holdsOf(file)).toBe(1);
    expect(await told(pair)).toEqual([
      'submission.created',
      'submission.revision_requested',
      'submission.resubmitted',
      'submission.revision_requested',
      'submission.resubmitted',
    ]);
  });

  it('takes comments on moments of the video, which new work answers, and says who decided', async () => {
    const pair = await mintPair();
    const { id } = await mintSubmission(pair);
    const comments = [
      { at: 12_500, text: 'The logo comes too late.' },
      { at: null, text: 'Speak slower.' },
    ];
    const back = (given: unknown) =>
      patch(pair.brand, id, { status: 'revision', note: 'Again.', comments: given });
    for (const [given, path] of [
      [[comments[0], { at: 12_501, text: 'Too late.' }], '/comments/1/at'],
      [[{ at: -1, text: 'Before.' }], '/comments/0/at'],
      [[{ at: 0, text: ' ' }], '/comments/0/text'],
      [Array.from({ length: 51 }, () => comments[1]), '/comments'],
    ] as const) {
      const answer = await back(given);
      expect([answer.status, answer.body.error.details[0].path]).toEqual([422, path]);
    }
    for (const body of [{ comments }, { comments, status: 'rejected' }])
      expect((await patch(pair.brand, id, body)).body.error.details[0].path).toBe('/comments');
    expect((await read(pair.brand, id)).body.data).toMatchObject({
      status: 'review',
      comments: [],
      version: 1,
    });
    expect((await back(comments)).body.data).toMatchObject({
      comments,
      decidedBy: { account: pair.brand.id, person: null },
    });
    await patch(pair.creator, id, { file: await mintVideo(pair) });
    for (const caller of [pair.brand, pair.creator])
      expect((await read(caller, id)).body.data).toMatchObject({
        comments: [],
        decidedBy: null,
        revisions: [{ comments, decidedBy: { account: pair.brand.id, person: null } }],
      });
    await patch(pair.brand, id, { status: 'rejected' });
    await patch(pair.brand, id, { status: 'review' });
    expect((await read(pair.brand, id)).body.data.decidedBy).toBeNull();
  });

  it('sends work back 30 times, with all that is said of each; lists leave the rounds out', async () => {
    const pair = await mintPair();
    const { id } = await mintSubmission(pair);
    const comments = Array.from({ length: 50 }, () => ({ at: 0, text: '界'.repeat(1000) }));
    const back = () => patch(pair.brand, id, { status: 'revision', note: '界'.repeat(2000), comments });
    const round = async () => {
      expect((await back()).status).toBe(200);
      expect((await patch(pair.creator, id, { file: await mintVideo(pair) })).status).toBe(200);
    };
    await round();
    // As if it had gone on like this for 28 more.
    await testEnv.DB.prepare(
      `INSERT INTO submission_rounds SELECT submission_id, value, NULL, NULL, caption, NULL, NULL, note, comments, decided_by, submitted_at, reviewed_at
        FROM submission_rounds, json_each(?) WHERE submission_id = ?`,
    )
      .bind(JSON.stringify(Array.from({ length: 28 }, (_, index) => index + 2)), id)
      .run();
    await round();
    const refused = await back();
    expect([refused.status, refused.body.error.details.reason]).toEqual([422, 'too_many_rounds']);
    const whole = (await read(pair.creator, id)).body.data;
    expect(whole.revisions.map((round: { comments: unknown[] }) => round.comments.length)).toEqual(
      Array(30).fill(50),
    );
    const list = await call('GET', '/v1/submissions', pair.brand);
    expect(list.body.data.map((item: { id: string }) => item.id)).toEqual([id]);
    expect(list.body.data[0]).not.toHaveProperty('revisions');
    expect((await patch(pair.brand, id, { status: 'approved' })).status).toBe(200);
  });

  it('asks for other work than before', async () => {
    const pair = await mintPair();
    const file = await mintVideo(pair);
    const { id } = await mintSubmission(pair, { file });
    await patch(pair.brand, id, { status: 'revision', note: 'Again.' });
    const nothing = await patch(pair.creator, id, { status: 'review' });
    expect([nothing.status, nothing.body.error.details[0].path]).toEqual([422, '/file']);
    const same = await patch(pair.creator, id, { file });
    expect([same.status, same.body.error.details.reason]).toEqual([422, 'work_not_new']);
    await patch(pair.creator, id, { file: await mintVideo(pair) });
    await patch(pair.brand, id, { status: 'revision', note: 'Again.' });
    expect((await patch(pair.creator, id, { file })).body.error.details.reason).toBe('work_not_new');
    const unready = await patch(pair.creator, id, { file: await mintVideo(pair, { status: 'processing' }) });
    expect(unready.body.error.details.reason).toBe('file_not_ready');
    const byUrl = await patch(pair.creator, id, { url: POST_URL });
    expect(byUrl.body.data).toMatchObject({ status: 'review', file: null, url: POST_URL, format: null });
    await patch(pair.brand, id, { status: 'revision', note: 'Again.' });
    expect((await patch(pair.creator, id, { url: POST_URL })).body.error.details.reason).toBe('work_not_new');
    expect(await holdsOf(file)).toBe(1);
  });
});

describe('going live', () => {
  it("is the creator's by giving the post's URL, which nothing but the brand then replaces", async () => {
    const pair = await mintPair();
    const { id } = await mintSubmission(pair);
    await patch(pair.brand, id, { status: 'approved' });
    const bare = await patch(pair.creator, id, { status: 'live' });
    expect([bare.status, bare.body.error.details[0].path]).toEqual([422, '/url']);
    const live = await patch(pair.creator, id, { url: POST_URL });
    expect(live.body.data).toMatchObject({ status: 'live', url: POST_URL });
    expect((await told(pair)).at(-1)).toBe('submission.live');
    const other = { url: `${POST_URL}2` };
    expect(refusal(await patch(pair.creator, id, other))).toEqual([403, 'permission_denied']);
    expect((await patch(pair.brand, id, other)).body.data.url).toBe(other.url);
    expect((await told(pair)).filter((type) => type === 'submission.live')).toHaveLength(1);
  });

  it('keeps the date of the review, and needs no URL from the brand', async () => {
    const pair = await mintPair();
    const { id } = await mintSubmission(pair);
    const approved = (await patch(pair.brand, id, { status: 'approved' })).body.data;
    const live = (await patch(pair.brand, id, { status: 'live' })).body.data;
    expect(live).toMatchObject({ status: 'live', url: null, reviewedAt: approved.reviewedAt });
    expect((await patch(pair.creator, id, { url: POST_URL })).body.data.url).toBe(POST_URL);
  });

  it('takes work that came with its URL as it is', async () => {
    const pair = await mintPair();
    const { id } = await mintSubmission(pair, { url: POST_URL });
    await patch(pair.brand, id, { status: 'approved' });
    expect((await patch(pair.creator, id, { status: 'live' })).body.data.url).toBe(POST_URL);
  });

  it('does not name a post that other work of the program is', async () => {
    const pair = await mintPair();
    await mintSubmission(pair, { url: POST_URL });
    const { id } = await mintSubmission(pair);
    await patch(pair.brand, id, { status: 'approved' });
    expect(refusal(await patch(pair.creator, id, { url: POST_URL }))).toEqual([409, 'conflict']);
    expect((await read(pair.brand, id)).body.data.status).toBe('approved');
  });
});

describe('one request', () => {
  it('does all that it asks for, or nothing', async () => {
    const pair = await mintPair();
    const { id } = await mintSubmission(pair);
    const all = { status: 'approved', note: 'Great.', tags: ['hero'] };
    expect((await patch(pair.brand, id, all)).body.data).toMatchObject(all);
    const { body } = await read(pair.brand, id);
    // Each of these contains something that is not allowed.
    const file = await mintVideo(pair);
    for (const wrong of [
      { status: 'review', caption: 'Mine' },
      { status: 'review', file },
      { status: 'review', url: POST_URL },
      { status: 'rejected', note: 'No.' },
      { note: 'Hm.', caption: 'Mine' },
    ]) {
      const answer = await patch(pair.brand, id, wrong);
      expect([403, 409], JSON.stringify(wrong)).toContain(answer.status);
    }
    expect((await patch(pair.creator, id, { url: POST_URL, tags: ['x'] })).status).toBe(403);
    expect({ ...(await read(pair.brand, id)).body.data, videoUrl: '' }).toEqual({
      ...body.data,
      videoUrl: '',
    });
  });
});

describe('paid work', () => {
  it('is not taken back, and a review taken back is not paid: exactly one of two at once', async () => {
    const paid = { payment: `pay_${'0'.repeat(26)}`, amount: 5000, currency: 'usd' };
    for (const payFirst of [true, false]) {
      const pair = await mintPair();
      const { id } = await mintSubmission(pair);
      await patch(pair.brand, id, { status: 'approved' });
      const [payer, reviewer] = [brandCtx(pair), brandCtx(pair)];
      settlePay(payer, await requireSubmission(payer, id), paid);
      await updateSubmission(reviewer, id, { status: 'review' });
      const [first, second] = payFirst ? [payer, reviewer] : [reviewer, payer];
      await first.write.commit();
      await expect(second.write.commit()).rejects.toMatchObject({
        code: payFirst ? 'version_conflict' : 'conflict',
      });
      expect((await read(pair.creator, id)).body.data).toMatchObject(
        payFirst ? { status: 'approved', paid } : { status: 'review', paid: null },
      );
    }
  });
});
