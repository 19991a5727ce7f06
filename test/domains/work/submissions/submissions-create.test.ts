import { describe, expect, it } from 'vitest';
import { createSubmission } from '../../../../src/domains/work/submissions/create-submission.ts';
import { mintRuled, paidFor, tick } from '../../../harness/money/earnings.ts';
import {
  eventsOf,
  holdsOf,
  mintAgreement,
  mintCreator,
  mintFile,
  verbCtx,
} from '../../../harness/work/creators.ts';
import {
  mintPair,
  mintSubmission,
  mintVideo,
  type Pair,
  patch,
  read,
  reasonOf,
  submit,
} from '../../../harness/work/submissions.ts';
import { call } from '../../../harness/world.ts';

const UNKNOWN = '0'.repeat(26);
const POST_URL = 'https://www.tiktok.com/@me/video/1';

const programOf = async (pair: Pair) =>
  (await call('GET', `/v1/programs/${pair.program}`, pair.brand)).body.data;
const updateProgram = async (pair: Pair, body: unknown) => {
  const answer = await call('PATCH', `/v1/programs/${pair.program}`, { ...pair.brand, body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};

describe('sending work in', () => {
  it('shows every field, to the brand and to the creator', async () => {
    const pair = await mintPair({ platforms: ['tiktok', 'instagram'] });
    const file = await mintVideo(pair, { width: 1080, height: 1920, duration: 12.5 });
    const made = await submit(pair, { file, url: POST_URL, platform: 'tiktok', caption: 'Hello' });
    expect(made.status).toBe(201);
    const one = made.body.data;
    expect(one).toEqual({
      id: expect.stringMatching(/^sub_[0-9a-z]{26}$/),
      program: pair.program,
      application: pair.application,
      creator: pair.creator.as,
      account: pair.brand.id,
      status: 'review',
      note: null,
      comments: [],
      tags: [],
      file,
      url: POST_URL,
      urlProblem: null,
      platform: 'tiktok',
      caption: 'Hello',
      format: 'vertical',
      duration: 12.5,
      thumbnailUrl: null,
      videoUrl: expect.stringContaining(`/files/${file}?`),
      thumbnailImage: null,
      product: null,
      retainer: null,
      submittedAt: one.createdAt,
      reviewedAt: null,
      decidedBy: null,
      revisions: [],
      post: null,
      postCode: `#w${one.id.slice(-6)}`,
      paid: null,
      approvalPay: null,
      earned: [],
      samePost: [],
      payVersion: 1,
      version: 1,
      createdAt: one.createdAt,
      updatedAt: one.createdAt,
    });
    for (const caller of [pair.brand, pair.creator]) {
      const seen = (await read(caller, one.id)).body.data;
      expect(seen).toEqual({ ...one, videoUrl: expect.stringContaining(`/files/${file}?`) });
    }
    expect(await holdsOf(file)).toBe(1);
    expect((await eventsOf(pair.brand.id)).at(-1)).toEqual({
      type: 'submission.created',
      data: { program: pair.program, submission: one.id },
    });
    expect((await programOf(pair)).stats.submissions).toBe(1);
  });

  it('takes a URL in place of a video, and knows the platform of a program that has one', async () => {
    const pair = await mintPair({ platforms: ['instagram'] });
    const url = 'https://www.instagram.com/p/Cx1';
    const one = await mintSubmission(pair, { url });
    expect(one).toMatchObject({
      file: null,
      url,
      platform: 'instagram',
      format: null,
      duration: null,
      videoUrl: null,
    });
    const video = { file: await mintVideo(pair, { width: 720, height: 720 }) };
    expect((await mintSubmission(pair, video)).format).toBe('square');
    const wide = { file: await mintVideo(pair, { width: 1920, height: 1080 }) };
    expect((await mintSubmission(pair, wide)).format).toBe('horizontal');
  });

  it('is refused with what is missing, and leaves nothing behind', async () => {
    const pair = await mintPair({ platforms: ['tiktok'] });
    const asBrand = await call('POST', '/v1/submissions', {
      ...pair.brand,
      body: { program: pair.program, url: POST_URL },
    });
    expect([asBrand.status, asBrand.body.error.code]).toEqual([403, 'permission_denied']);
    const nothing = await submit(pair, { file: undefined });
    expect([nothing.status, nothing.body.error.details[0].path]).toEqual([422, '/file']);
    const other = await mintPair();
    const tries: [Record<string, unknown>, string][] = [
      [{ program: `prog_${UNKNOWN}` }, 'program_not_found'],
      [{ file: `file_${UNKNOWN}` }, 'file_not_found'],
      [{ file: await mintVideo(other) }, 'file_not_found'],
      [{ file: await mintVideo(pair, { status: 'processing' }) }, 'file_not_ready'],
      [{ file: await mintVideo(pair, { status: 'failed' }) }, 'file_failed'],
      [{ file: await mintFile(pair.creator.as, 'reference_video') }, 'file_wrong_purpose'],
      [{ platform: 'instagram' }, 'platform_not_in_program'],
      [{ product: `prod_${UNKNOWN}` }, 'product_not_in_program'],
    ];
    for (const [body, reason] of tries) expect(reasonOf(await submit(pair, body))).toEqual([422, reason]);
    for (const url of ['ftp://x.example/1', 'javascript:alert(1)', 'nonsense', ''])
      expect((await submit(pair, { url })).body.error.details[0].path).toBe('/url');
    expect((await programOf(pair)).stats.submissions).toBe(0);
    const types = (await eventsOf(pair.brand.id)).map((event) => event.type);
    expect(types.filter((type) => type.startsWith('submission'))).toEqual([]);
  });

  it('takes an active product of the program, and no archived one', async () => {
    const pair = await mintPair();
    const made = await call('POST', '/v1/products', { ...pair.brand, body: { title: 'Shoe' } });
    const product = made.body.data.id as string;
    const change = (path: string, body: object) => call('PATCH', path, { ...pair.brand, body });
    expect((await change(`/v1/programs/${pair.program}`, { products: [product] })).status).toBe(200);
    const sent = await submit(pair, { product });
    expect(sent.body.data.product).toBe(product);
    await change(`/v1/products/${product}`, { status: 'archived' });
    expect(reasonOf(await submit(pair, { product }))).toEqual([422, 'product_archived']);
    const again = { ...pair.creator, body: { product, caption: 'Dusk' } };
    expect((await call('PATCH', `/v1/submissions/${sent.body.data.id}`, again)).status).toBe(200);
  });

  it('needs an approved application', async () => {
    const pair = await mintPair();
    const stranger = await mintCreator(pair.creator.key, { visibility: 'network' });
    const theirs: Pair = { ...pair, creator: { key: pair.creator.key, as: stranger.id } };
    expect(reasonOf(await submit(theirs))).toEqual([422, 'application_not_approved']);
    const application = await call('POST', '/v1/applications', {
      ...theirs.creator,
      body: { program: pair.program },
    });
    expect(application.body.data.status).toBe('pending');
    expect(reasonOf(await submit(theirs))).toEqual([422, 'application_not_approved']);
    const decide = async (caller: { key: string; as?: string }, status: string) =>
      await call('PATCH', `/v1/applications/${application.body.data.id}`, { ...caller, body: { status } });
    await decide(pair.brand, 'approved');
    expect((await submit(theirs)).status).toBe(201);
    await decide(pair.brand, 'rejected');
    expect(reasonOf(await submit(theirs))).toEqual([422, 'application_not_approved']);
    await decide(pair.brand, 'pending');
    await decide(theirs.creator, 'withdrawn');
    expect(reasonOf(await submit(theirs))).toEqual([422, 'application_not_approved']);
  });

  it('waits for agreements, which never hold up a decision on work that is there', async () => {
    const pair = await mintPair();
    const before = await mintSubmission(pair);
    await updateProgram(pair, { agreements: [await mintAgreement(pair.brand.id)] });
    expect(reasonOf(await submit(pair))).toEqual([422, 'agreements_required']);
    expect((await patch(pair.brand, before.id, { status: 'approved' })).status).toBe(200);
    await call('PATCH', `/v1/applications/${pair.application}`, {
      ...pair.creator,
      body: { status: 'approved' },
    });
    expect((await submit(pair)).status).toBe(201);
  });

  it('is not for a creator that the brand removed, whose work that is there goes on and is paid', async () => {
    const pair = await mintRuled([{ type: 'per_video', amount: 5_000 }]);
    const before = await mintSubmission(pair);
    const remove = await call('PATCH', `/v1/creators/${pair.creator.as}`, {
      ...pair.brand,
      body: { status: 'removed' },
    });
    expect(remove.status).toBe(200);
    expect(reasonOf(await submit(pair))).toEqual([422, 'application_not_approved']);
    expect((await patch(pair.brand, before.id, { status: 'revision', note: 'Shorter' })).status).toBe(200);
    expect((await patch(pair.creator, before.id, { file: await mintVideo(pair) })).status).toBe(200);
    expect((await patch(pair.brand, before.id, { status: 'approved' })).status).toBe(200);
    await tick();
    expect(await paidFor(before.id)).toEqual([['submission', 5_000]]);
  });

  it('is not opened again to a removed creator by what it does itself', async () => {
    const pair = await mintPair();
    await call('PATCH', `/v1/creators/${pair.creator.as}`, { ...pair.brand, body: { status: 'removed' } });
    const move = (caller: { key: string; as?: string }, status: string) =>
      call('PATCH', `/v1/applications/${pair.application}`, { ...caller, body: { status } });
    const read = async () =>
      (await call('GET', `/v1/applications/${pair.application}`, pair.brand)).body.data;
    expect(await read()).toMatchObject({ status: 'rejected', removed: true });
    for (const status of ['approved', 'withdrawn', 'pending'])
      expect((await move(pair.creator, status)).status).toBeGreaterThanOrEqual(403);
    // When the brand reopens it, that is an invitation: only the creator can accept it.
    expect((await move(pair.brand, 'pending')).status).toBe(200);
    expect((await move(pair.brand, 'approved')).status).toBe(403);
    expect(reasonOf(await submit(pair))).toEqual([422, 'application_not_approved']);
    expect((await move(pair.creator, 'approved')).status).toBe(200);
    expect((await submit(pair)).status).toBe(201);
  });

  it('is for programs that are live and between their dates', async () => {
    const pair = await mintPair();
    for (const closed of [
      { status: 'paused' },
      { status: 'live', startsAt: '2999-01-01T00:00:00Z' },
      { startsAt: '2020-01-01T00:00:00Z', endsAt: '2020-01-02T00:00:00Z' },
      { status: 'archived', endsAt: null },
    ]) {
      await updateProgram(pair, closed);
      expect(reasonOf(await submit(pair)), JSON.stringify(closed)).toEqual([422, 'program_not_open']);
    }
  });

  it('holds the limit, also for two at once', async () => {
    const pair = await mintPair({ limits: { submissionsPerCreator: 2 } });
    const first = await mintSubmission(pair);
    await patch(pair.brand, first.id, { status: 'rejected' });
    const answers = await Promise.all([submit(pair), submit(pair), submit(pair)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 422, 422]);
    for (const answer of answers.filter((one) => one.status === 422))
      expect(answer.body.error.details).toEqual({ reason: 'submission_limit', limit: 2 });
    expect((await programOf(pair)).stats.submissions).toBe(2);
  });

  it('is decided by what is so when it is written: limit, application, roster, agreements and pay', async () => {
    const racing: [string, string, (pair: Pair) => Promise<unknown>][] = [
      [
        'the roster',
        'operation_rejected',
        (pair) =>
          call('PATCH', `/v1/creators/${pair.creator.as}`, { ...pair.brand, body: { status: 'removed' } }),
      ],
      ['the limit', 'operation_rejected', (pair) => mintSubmission(pair)],
      ['the program', 'operation_rejected', (pair) => updateProgram(pair, { status: 'paused' })],
      [
        'the agreements',
        'operation_rejected',
        async (pair) => updateProgram(pair, { agreements: [await mintAgreement(pair.brand.id)] }),
      ],
      ['the pay', 'conflict', (pair) => updateProgram(pair, { pay: { cap: 100 } })],
      [
        'the application',
        'operation_rejected',
        (pair) =>
          call('PATCH', `/v1/applications/${pair.application}`, {
            ...pair.brand,
            body: { status: 'rejected' },
          }),
      ],
    ];
    for (const [what, code, change] of racing) {
      const pair = await mintPair({ limits: { submissionsPerCreator: 1 } });
      const file = await mintVideo(pair);
      const ctx = verbCtx(
        { id: pair.partner, keyId: 'key_1', key: '', readKey: '' },
        { creator: pair.creator.as },
      );
      await createSubmission(ctx, { program: pair.program, file });
      await change(pair);
      const { submissions } = (await programOf(pair)).stats;
      await expect(ctx.write.commit(), what).rejects.toMatchObject({ code });
      expect((await programOf(pair)).stats.submissions).toBe(submissions);
      expect(await holdsOf(file)).toBe(0);
    }
  });

  it('takes the same work once in a program, unless it was rejected', async () => {
    const pair = await mintPair();
    const file = await mintVideo(pair);
    const { id } = await mintSubmission(pair, { file, url: POST_URL });
    for (const body of [{ file }, { url: POST_URL }, { file: await mintVideo(pair), url: POST_URL }]) {
      const answer = await submit(pair, body);
      expect([answer.status, answer.body.error.code]).toEqual([409, 'conflict']);
    }
    expect(await holdsOf(file)).toBe(1);
    await patch(pair.brand, id, { status: 'rejected' });
    expect((await submit(pair, { file, url: POST_URL })).status).toBe(201);
    // Then the rejected one cannot be reopened beside it.
    const reopened = await patch(pair.brand, id, { status: 'review' });
    expect([reopened.status, reopened.body.error.code]).toEqual([409, 'conflict']);
    const elsewhere = await mintPair();
    expect((await submit(elsewhere, { url: POST_URL })).status).toBe(201);
  });

  it('keeps a video from being deleted', async () => {
    const pair = await mintPair();
    const { file } = await mintSubmission(pair);
    const answer = await call('PATCH', `/v1/files/${file}`, { ...pair.creator, body: { status: 'deleted' } });
    expect(answer.status).toBe(409);
  });

  it('happens once for one Idempotency-Key', async () => {
    const pair = await mintPair();
    const body = { program: pair.program, file: await mintVideo(pair) };
    const send = () =>
      call('POST', '/v1/submissions', { ...pair.creator, body, headers: { 'Idempotency-Key': 'once' } });
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect((await programOf(pair)).stats.submissions).toBe(1);
  });
});
