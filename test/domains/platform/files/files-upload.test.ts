import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test';
import { beforeAll, describe, expect, it } from 'vitest';
import { processFile } from '../../../../src/domains/platform/files/process-file.ts';
import { findFile } from '../../../../src/domains/platform/files/store.ts';
import { sweepFiles } from '../../../../src/domains/platform/files/sweep-files.ts';
import type { JobMessage } from '../../../../src/env.ts';
import { newId } from '../../../../src/kit/ids.ts';
import { DAY_MS, HOUR_MS } from '../../../../src/kit/time.ts';
import mediaWorker from '../../../../src/media.ts';
import * as clock from '../../../harness/clock.ts';
import {
  eventsAbout,
  media,
  processAt,
  processed,
  storedBytes,
  upload,
  uploaded,
} from '../../../harness/files.ts';
import { call, type Minted, mintAccount, systemCtx, testEnv } from '../../../harness/world.ts';

let brand: Minted;

beforeAll(async () => {
  brand = await mintAccount();
});

describe('POST /v1/files', () => {
  it('takes the type from the bytes, whatever the header and the name say', async () => {
    const answer = await upload(brand.key, 'profile_picture', media.png, {
      name: 'x.pdf',
      type: 'application/pdf',
    });
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject({ status: 'processing', contentType: 'image/png', name: 'x.pdf' });
  });

  it.each([
    ['agreement', media.png, 'a PNG image'],
    ['profile_picture', media.pdf, 'a PDF document'],
    ['submission', media.jpg, 'a JPEG image'],
    ['chat_attachment', new TextEncoder().encode('<script>alert(1)</script>'), 'of an unknown kind'],
    ['program_image', new TextEncoder().encode('PK\x03\x04 an archive'), 'a ZIP archive'],
    ['chat_attachment', new TextEncoder().encode('\0\0\0\x18ftypheic'), 'a HEIC image'],
  ])('refuses for %s what is something else, and stores nothing', async (purpose, bytes, name) => {
    const other = await mintAccount();
    const answer = await upload(other.key, purpose, bytes);
    expect(answer.status).toBe(422);
    expect(answer.body.error).toMatchObject({
      code: 'operation_rejected',
      details: { reason: 'unsupported_type' },
    });
    expect(answer.body.error.message).toContain(name);
    expect((await call('GET', '/v1/files', { key: other.key })).body.data).toEqual([]);
  });

  it('opens so many uploads for an account at once, whoever it sends them for', async () => {
    const partner = await mintAccount('partner');
    const client = await mintAccount('brand', { managedBy: partner.id });
    const env = { ...testEnv, OPEN_UPLOADS: '2' } as typeof testEnv;
    const open = (as?: string) =>
      call('POST', '/v1/files?purpose=submission&size=9000000', {
        key: partner.key,
        env,
        ...(as ? { as } : {}),
      });
    const first = await open(client.id);
    expect([first.status, (await open()).status]).toEqual([201, 201]);
    const third = await open(client.id);
    expect([third.status, third.body.error.details]).toEqual([422, { reason: 'too_many_uploads', limit: 2 }]);
    expect((await call('GET', '/v1/files', { key: client.key })).body.data).toHaveLength(1);
    await call('PATCH', `/v1/files/${first.body.data.id}`, { key: client.key, body: { status: 'deleted' } });
    expect((await open(client.id)).status).toBe(201);
  });

  it('lists what is in a state', async () => {
    const account = await mintAccount();
    await upload(account.key, 'profile_picture', media.png);
    const open = await call('POST', '/v1/files?purpose=submission&size=900', { key: account.key });
    const idsIn = async (status: string) =>
      (await call('GET', `/v1/files?status=${status}`, { key: account.key })).body.data.map(
        (file: { id: string }) => file.id,
      );
    expect(await idsIn('uploading')).toEqual([open.body.data.id]);
    expect(await idsIn('failed')).toEqual([]);
    expect((await call('GET', '/v1/files?status=deleted', { key: account.key })).status).toBe(400);
  });

  it('takes so many bytes of an account a day, also of what is deleted at once', async () => {
    const account = await mintAccount();
    const env = { ...testEnv, UPLOAD_BYTES_A_DAY: '10000' } as typeof testEnv;
    const open = (size: number) =>
      call('POST', `/v1/files?purpose=submission&size=${size}`, { key: account.key, env });
    const first = await open(6_000);
    expect(first.status).toBe(201);
    await call('PATCH', `/v1/files/${first.body.data.id}`, { key: account.key, body: { status: 'deleted' } });
    const refused = await open(4_001);
    expect([refused.status, refused.body.error.details]).toEqual([429, { limit: 10_000, used: 6_000 }]);
    expect(Number(refused.headers.get('Retry-After'))).toBeLessThanOrEqual(86_400);
    expect((await open(4_000)).status).toBe(201);
    clock.hold(Math.ceil(clock.now() / DAY_MS) * DAY_MS);
    try {
      expect((await open(4_001)).status).toBe(201);
    } finally {
      clock.release();
    }
  });

  it('refuses an empty file', async () => {
    const answer = await upload(brand.key, 'agreement', new Uint8Array());
    expect(answer.status).toBe(422);
    expect(answer.body.error.details.reason).toBe('empty_file');
  });

  it('asks for a length', async () => {
    const answer = await call('POST', '/v1/files?purpose=agreement', { key: brand.key, body: media.pdf });
    expect(answer.status).toBe(411);
    expect(answer.body.error.code).toBe('length_required');
  });

  it.each([
    ['agreement', 25 * 1024 * 1024 + 1, '25 MiB'],
    ['profile_picture', 20 * 1024 * 1024 + 1, '20 MiB'],
    ['submission', 96 * 1024 * 1024, '95 MiB'],
  ])('refuses a body too large for %s by its length alone', async (purpose, length, limit) => {
    const answer = await call('POST', `/v1/files?purpose=${purpose}`, {
      key: brand.key,
      body: media.pdf,
      headers: { 'Content-Length': String(length), 'Content-Type': 'application/octet-stream' },
    });
    expect(answer.status).toBe(413);
    expect(answer.body.error.message).toContain(limit);
  });

  it.each([media.pdf.byteLength - 1, media.pdf.byteLength + 1])(
    'leaves nothing behind when the body is not as long as announced (%i)',
    async (length) => {
      const other = await mintAccount();
      const answer = await call('POST', '/v1/files?purpose=agreement', {
        key: other.key,
        body: media.pdf,
        headers: { 'Content-Length': String(length), 'Content-Type': 'application/octet-stream' },
      });
      expect(answer.status).toBe(400);
      expect((await call('GET', '/v1/files', { key: other.key })).body.data).toEqual([]);
    },
  );

  it.each([
    '',
    'purpose=holiday',
    'purpose=agreement&color=red',
    'purpose=agreement&size=0',
    'purpose=agreement&size=-1',
  ])('answers 400 to ?%s', async (query) => {
    const answer = await call('POST', `/v1/files?${query}`, {
      key: brand.key,
      body: media.pdf,
      headers: { 'Content-Length': String(media.pdf.byteLength) },
    });
    expect(answer.status).toBe(400);
  });

  it('is a write', async () => {
    expect((await upload(brand.readKey, 'agreement', media.pdf)).status).toBe(403);
    expect((await call('POST', '/v1/files?purpose=agreement', { body: media.pdf })).status).toBe(401);
  });
});

describe('a file belongs to who uploaded it', () => {
  it('is not found by another account, nor by the account that acts for the creator who uploaded it', async () => {
    const partner = await mintAccount('partner');
    const creator = { id: newId('creator', clock.now()) };
    await testEnv.DB.prepare(
      'INSERT INTO creators (id, name, managed_by, version, created_at, updated_at) VALUES (?, ?, ?, 1, 1, 1)',
    )
      .bind(creator.id, 'Ana', partner.id)
      .run();
    const answer = await upload(partner.key, 'profile_picture', media.png, { as: creator.id });
    expect(answer.status).toBe(201);
    const { id } = answer.body.data;
    for (const key of [brand.key, partner.key]) {
      expect((await call('GET', `/v1/files/${id}`, { key })).status).toBe(404);
      expect((await call('PATCH', `/v1/files/${id}`, { key, body: { status: 'deleted' } })).status).toBe(404);
      expect(
        (await call('GET', '/v1/files', { key })).body.data.map((f: { id: string }) => f.id),
      ).not.toContain(id);
    }
    expect((await processed(partner.key, id, creator.id)).status).toBe('ready');
    const listed = await call('GET', '/v1/files', { key: partner.key, as: creator.id });
    expect(listed.body.data.map((f: { id: string }) => f.id)).toEqual([id]);
  });

  it('is listed newest first, by purpose, and a cursor keeps to its filter', async () => {
    const other = await mintAccount();
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) {
      ids.unshift((await upload(other.key, 'profile_picture', media.png)).body.data.id);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    await upload(other.key, 'agreement', media.pdf);
    const first = await call('GET', '/v1/files?purpose=profile_picture&limit=2', { key: other.key });
    const cursor = first.body.nextCursor;
    const second = await call('GET', `/v1/files?purpose=profile_picture&limit=2&cursor=${cursor}`, {
      key: other.key,
    });
    expect([...first.body.data, ...second.body.data].map((f: { id: string }) => f.id)).toEqual(ids);
    expect((await call('GET', `/v1/files?limit=2&cursor=${cursor}`, { key: other.key })).status).toBe(400);
  });
});

describe('deletion', () => {
  it('is final at once, and the bytes go with it', async () => {
    const file = await uploaded(brand.key, 'profile_picture', media.png);
    const answer = await call('PATCH', `/v1/files/${file.id}`, {
      key: brand.key,
      body: { status: 'deleted' },
    });
    expect(answer.body.data).toMatchObject({ id: file.id, status: 'deleted', url: null });
    expect((await call('GET', `/v1/files/${file.id}`, { key: brand.key })).status).toBe(404);
    expect(
      (await call('PATCH', `/v1/files/${file.id}`, { key: brand.key, body: { status: 'deleted' } })).status,
    ).toBe(404);
    await processAt(clock.now(), file.id);
    await expect.poll(() => storedBytes(file.id)).toBe(null);
  });

  it('is refused at a stale version', async () => {
    const file = await uploaded(brand.key, 'profile_picture', media.png);
    const body = { status: 'deleted', version: file.version - 1 };
    const answer = await call('PATCH', `/v1/files/${file.id}`, { key: brand.key, body });
    expect(answer.body.error).toMatchObject({ code: 'version_conflict', details: { version: file.version } });
  });

  it('while the job is at work wins: no event, no bytes', async () => {
    const { id } = (await upload(brand.key, 'profile_picture', media.png)).body.data;
    await processed(brand.key, id);
    await testEnv.DB.batch([
      testEnv.DB.prepare("UPDATE files SET status = 'processing', due_at = 1 WHERE id = ?").bind(id),
      testEnv.DB.prepare("DELETE FROM events WHERE data->>'file' = ?").bind(id),
    ]);
    let status = 0;
    const ctx = systemCtx();
    // The job reads the bytes only after it has claimed the file.
    const get = async (key: string, options?: R2GetOptions) => {
      if (status === 0)
        ({ status } = await call('PATCH', `/v1/files/${id}`, {
          key: brand.key,
          body: { status: 'deleted' },
        }));
      return await testEnv.FILES.get(key, options);
    };
    await processFile({ ...ctx, env: { ...testEnv, FILES: { get } as unknown as R2Bucket } }, id);
    expect(status).toBe(200);
    expect(await eventsAbout(id)).toEqual([]);
    expect((await call('GET', `/v1/files/${id}`, { key: brand.key })).status).toBe(404);
    await processAt(clock.now() + HOUR_MS, id);
    expect(await storedBytes(id)).toBe(null);
  });
});

describe('the job', () => {
  it('is woken through its queue, and by the sweep when the message was lost', async () => {
    const { id } = (await upload(brand.key, 'profile_picture', media.png)).body.data;
    await processed(brand.key, id);
    // As after a lost message: processing, due, and no job at work.
    await testEnv.DB.prepare("UPDATE files SET status = 'processing', due_at = 1 WHERE id = ?")
      .bind(id)
      .run();
    const sent: JobMessage[] = [];
    const ctx = systemCtx();
    const sendBatch = async (messages: Iterable<MessageSendRequest<JobMessage>>) => {
      for (const { body } of messages) sent.push(body);
    };
    const env = { ...ctx.env, JOBS: { ...ctx.env.JOBS, sendBatch } as unknown as Queue<JobMessage> };
    await sweepFiles({ ...ctx, env });
    expect(sent.map((message) => message.id)).toContain(id);

    const batch = createMessageBatch(
      'jobs',
      sent.map((body, i) => ({ id: String(i), timestamp: new Date(clock.now()), attempts: 1, body })),
    );
    const execution = createExecutionContext();
    await mediaWorker.queue(batch, testEnv);
    expect((await getQueueResult(batch, execution)).explicitAcks).toHaveLength(sent.length);
    expect((await call('GET', `/v1/files/${id}`, { key: brand.key })).body.data.status).toBe('ready');
  });

  it('run twice, also at the same time, tells its outcome once', async () => {
    const { id } = (await upload(brand.key, 'submission', media.mp4)).body.data;
    await Promise.all([
      processAt(clock.now(), id),
      processAt(clock.now(), id),
      processAt(clock.now() + HOUR_MS, id),
    ]);
    await processed(brand.key, id);
    await processAt(clock.now() + 2 * HOUR_MS, id);
    expect(await eventsAbout(id)).toEqual(['file.ready']);
  });

  it('gives up a file that ends each worker that touches it', async () => {
    const file = await uploaded(brand.key, 'submission', media.mp4);
    await testEnv.DB.prepare("UPDATE files SET status = 'processing', due_at = 1, attempts = 5 WHERE id = ?")
      .bind(file.id)
      .run();
    const after = await processed(brand.key, file.id);
    expect(after).toMatchObject({ status: 'failed', failure: { code: 'processing_failed' }, url: null });
    expect(await storedBytes(file.id)).toBe(null);
  });

  it('sweeps an unfinished upload after a day, not before', async () => {
    const answer = await call('POST', '/v1/files?purpose=submission&size=200000000', { key: brand.key });
    const { id } = answer.body.data;
    const { uploadId } = (await findFile(systemCtx(), id))!;
    const parts = testEnv.FILES.resumeMultipartUpload(`files/${id}`, uploadId!);
    await parts.uploadPart(1, new Uint8Array(9));
    await processAt(clock.now() + DAY_MS - HOUR_MS, id);
    expect((await call('GET', `/v1/files/${id}`, { key: brand.key })).body.data.status).toBe('uploading');
    await processAt(clock.now() + DAY_MS + HOUR_MS, id);
    const after = await call('GET', `/v1/files/${id}`, { key: brand.key });
    expect(after.body.data).toMatchObject({
      status: 'failed',
      failure: { code: 'upload_expired' },
      upload: null,
    });
    expect(await eventsAbout(id)).toEqual(['file.failed']);
    // Its parts are gone from the bucket as well.
    await expect(parts.uploadPart(2, new Uint8Array(9))).rejects.toThrow('does not exist');
  });
});
