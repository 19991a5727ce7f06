// A creator's first submission for a brand, from the contract to the live post: only through the public API,
// against the Workers in workerd, with real media and with receivers for the brand's key, its partner's and a
// stranger's.

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SystemCtx } from '../../src/context.ts';
import { blankAccount } from '../../src/domains/accounts/accounts/create-brand.ts';
import { insertAccount } from '../../src/domains/accounts/accounts/store.ts';
import { makeKey } from '../../src/domains/accounts/keys/make-key.ts';
import { deliverySchema, type EventTypeName } from '../../src/events/catalogue.ts';
import { systemCtx } from '../../src/system-ctx.ts';
import { runCron } from '../../tools/demo/crons.ts';
import { openLocal } from '../../tools/demo/local-databases.ts';
import * as clock from '../harness/clock.ts';
import { freePorts } from './support/dev.ts';
import { startWorkers, type WorkerProcess } from './support/workers.ts';
import { type Received, type Receiver, startReceiver, until } from './webhooks-world.ts';

const PORT = await freePorts();
const RECEIVER = PORT + 1;
const BASE = `http://127.0.0.1:${PORT}`;
const SETTINGS = { PUBLIC_URL: BASE, ALLOW_LOCAL_URLS: 'true' };
const POST_URL = 'https://www.tiktok.com/@ana.films/video/7301';
const stripe = new Stripe('sk_test_unused');

interface Caller {
  key: string;
  as?: string;
}

let dir: string;
let worker: WorkerProcess | null = null;
let receiver: Receiver;
const log: string[] = [];

const fixture = (name: string) => readFile(join(import.meta.dirname, '../../tools/demo/media', name));

/**
 * Only the service's own pages create keys, so a journey's keys are written into its database while it is
 * down.
 */
async function setUp<T>(make: (ctx: SystemCtx) => Promise<T>): Promise<T> {
  await worker?.stop();
  const local = await openLocal(dir, SETTINGS);
  try {
    const { env } = local;
    const ctx = systemCtx(env, clock.now());
    const made = await make(ctx);
    await ctx.write.commit();
    return made;
  } finally {
    await local.dispose();
    worker = await startWorkers(PORT, dir, SETTINGS, log);
  }
}

async function send(method: string, path: string, caller: Caller, body?: BodyInit, type?: string) {
  const response = await fetch(BASE + path, {
    method,
    headers: {
      Authorization: `Bearer ${caller.key}`,
      ...(caller.as ? { 'Service-Account': caller.as } : {}),
      ...(type ? { 'Content-Type': type } : {}),
    },
    body: body ?? null,
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  return { status: response.status, body: (await response.json()) as any };
}

/** The record of a call that must succeed. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
async function call(method: string, path: string, caller: Caller, body?: unknown): Promise<any> {
  const answer = await send(
    method,
    path,
    caller,
    body === undefined ? undefined : JSON.stringify(body),
    'application/json',
  );
  if (answer.status >= 300)
    throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}\n${log.join('\n')}`);
  return answer.body.data;
}

/** Uploads a file and waits until it was processed. */
async function upload(caller: Caller, purpose: string, name: string) {
  const bytes = new Uint8Array(await fixture(name));
  const sent = await send('POST', `/v1/files?purpose=${purpose}&name=${name}`, caller, bytes, 'video/mp4');
  expect(sent.status, JSON.stringify(sent.body)).toBe(201);
  return await until(async () => {
    const file = await call('GET', `/v1/files/${sent.body.data.id}`, caller);
    expect(file.status).toBe('ready');
    return file;
  });
}

async function listen(caller: Caller, path: string): Promise<string> {
  const webhookUrl = `http://127.0.0.1:${RECEIVER}${path}`;
  return (await call('PATCH', '/v1/keys/current', caller, { webhookUrl })).webhookSecret;
}

/** The events that a receiver got: type, account and data; an event that came twice is listed twice. */
function told(path: string): { type: string; account: string | null; data: Record<string, string> }[] {
  return receiver.of(path).map(({ body }) => {
    const { type, account, data } = JSON.parse(body);
    return { type, account, data };
  });
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'creators-work-'));
  const ok: Parameters<typeof startReceiver>[1][string] = (response) => response.writeHead(204).end();
  receiver = await startReceiver(RECEIVER, { '/brand': ok, '/partner': ok, '/stranger': ok });
});
afterAll(async () => {
  await worker?.stop();
  await receiver?.close();
  await rm(dir, { recursive: true, force: true });
});

describe('a creator, a brand and its partner', () => {
  it('go from a contract to a live post, and each is told once of what concerns it', async () => {
    const [partner, stranger] = await setUp(async (ctx) => {
      const account = async (type: 'brand' | 'partner', name: string): Promise<Caller> => {
        const row = await blankAccount(ctx, type, name);
        insertAccount(ctx, row);
        return { key: makeKey(ctx, { accountId: row.id, name, access: 'write' }).secret };
      };
      return [await account('partner', 'Nord Agency'), await account('partner', 'Someone else')] as const;
    });
    const { id: brandId } = await call('POST', '/v1/brands', partner, { name: 'Kaffa Coffee' });
    const brand: Caller = await setUp(async (ctx) => ({
      key: makeKey(ctx, { accountId: brandId, name: 'Kaffa', access: 'write' }).secret,
    }));
    const secrets = {
      '/brand': await listen(brand, '/brand'),
      '/partner': await listen(partner, '/partner'),
    };
    await listen(stranger, '/stranger');

    // The brand uploads a contract, and creates a program that requires it.
    const pdf = await upload(brand, 'agreement', 'agreement.pdf');
    expect(pdf.pages).toBeGreaterThan(0);
    const agreement = await call('POST', '/v1/agreements', brand, { file: pdf.id, title: 'Usage rights' });
    expect(agreement.latestVersion.sha256).toBe(pdf.sha256);
    const program = await call('POST', '/v1/programs', brand, {
      name: 'Morning cup',
      status: 'live',
      platforms: ['tiktok'],
      pay: { rules: [{ type: 'per_video', amount: 15_000 }], currency: 'eur' },
      agreements: [agreement.id],
      limits: { submissionsPerCreator: 2 },
    });

    // The partner adds a creator, whom the brand invites.
    const { id: creatorId } = await call('POST', '/v1/creators', partner, {
      email: 'ana@films.example',
      name: 'Ana Films',
    });
    await call('PATCH', `/v1/creators/${creatorId}`, partner, { brands: [brandId] });
    const creator: Caller = { key: partner.key, as: creatorId };
    const invitation = await call('POST', '/v1/applications', brand, {
      program: program.id,
      creator: creatorId,
    });
    expect(invitation).toMatchObject({ status: 'pending', agreementsRequired: true });
    const early = await send(
      'POST',
      '/v1/submissions',
      creator,
      JSON.stringify({ program: program.id, url: POST_URL }),
      'application/json',
    );
    expect([early.status, early.body.error.details.reason]).toEqual([422, 'application_not_approved']);

    // The creator reads the contract, and accepts.
    const offered = await call('GET', `/v1/applications/${invitation.id}`, creator);
    const contract = await fetch(offered.agreements[0].url);
    expect(Buffer.from(await contract.arrayBuffer())).toEqual(await fixture('agreement.pdf'));
    const accepted = await call('PATCH', `/v1/applications/${invitation.id}`, creator, {
      status: 'approved',
      version: offered.version,
    });
    expect(accepted).toMatchObject({ status: 'approved', agreementsRequired: false, payVersion: 1 });

    // A submission is made, sent back, made again, approved, and goes live.
    const video = await upload(creator, 'submission', 'clip.mp4');
    const sent = await call('POST', '/v1/submissions', creator, {
      program: program.id,
      file: video.id,
      caption: 'My morning',
    });
    expect(sent).toMatchObject({
      status: 'review',
      account: brandId,
      creator: creatorId,
      application: invitation.id,
      platform: 'tiktok',
      payVersion: 1,
      duration: Math.round(video.duration * 1000) / 1000,
    });
    const watched = await call('GET', `/v1/submissions/${sent.id}`, brand);
    const played = await fetch(watched.videoUrl, { headers: { Range: 'bytes=0-99' } });
    expect(played.status).toBe(206);
    const original = await fixture('clip.mp4');
    expect(Buffer.from(await played.arrayBuffer())).toEqual(original.subarray(0, 100));
    const back = await call('PATCH', `/v1/submissions/${sent.id}`, brand, {
      status: 'revision',
      note: 'Show the cup in the first second.',
      version: watched.version,
    });
    expect((await call('GET', `/v1/submissions/${sent.id}`, creator)).note).toBe(back.note);
    const better = await upload(creator, 'submission', 'clip.webm');
    const again = await call('PATCH', `/v1/submissions/${sent.id}`, creator, { file: better.id });
    expect(again).toMatchObject({
      status: 'review',
      file: better.id,
      note: null,
      revisions: [{ file: video.id, note: back.note }],
    });
    // Two people of the brand decide at the same moment.
    const verdicts = await Promise.all(
      ['approved', 'approved'].map((status) =>
        send(
          'PATCH',
          `/v1/submissions/${sent.id}`,
          brand,
          JSON.stringify({ status, version: again.version }),
          'application/json',
        ),
      ),
    );
    expect(verdicts.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(verdicts.find(({ status }) => status === 409)!.body.error.code).toBe('version_conflict');
    const live = await call('PATCH', `/v1/submissions/${sent.id}`, creator, { url: POST_URL });
    expect(live).toMatchObject({ status: 'live', url: POST_URL, paid: null });

    // What the records show afterwards.
    const { stats } = await call('GET', `/v1/programs/${program.id}`, brand);
    expect(stats).toMatchObject({ creators: 1, applications: 1, submissions: 1 });
    const profile = await call('GET', `/v1/creators/${creatorId}`, brand);
    expect(profile).toMatchObject({
      status: 'live',
      relationship: 'represented',
      stats: { approvedVideos: 1, pendingVideos: 0, approvalRate: 100 },
      submissions: [{ id: sent.id, status: 'live', programName: 'Morning cup' }],
    });
    expect((await fetch(profile.submissions[0].videoUrl)).status).toBe(200);

    // The program's pay for the approved submission waits for the brand's own approval.
    await runCron(BASE, '* * * * *', clock.now());
    const payment = await until(async () => {
      const [found] = await call('GET', `/v1/payments?submission=${sent.id}`, brand);
      expect(found).toMatchObject({ creator: creatorId, program: program.id, status: 'pending_approval' });
      return found;
    });

    // All events that the receivers got.
    const submission = { program: program.id, submission: sent.id };
    const place = { program: program.id, application: invitation.id };
    const ofBrand = (type: EventTypeName, data: Record<string, string>) => ({ type, account: brandId, data });
    const shared = [
      ofBrand('file.ready', { file: pdf.id }),
      ofBrand('application.invited', { ...place, creator: creatorId }),
      ofBrand('agreement.accepted', { creator: creatorId, program: program.id }),
      ofBrand('application.approved', place),
      ofBrand('submission.created', submission),
      ofBrand('submission.revision_requested', submission),
      ofBrand('submission.resubmitted', submission),
      ofBrand('submission.approved', submission),
      ofBrand('submission.live', submission),
      ofBrand('payment.created', { payment: payment.id, creator: creatorId }),
      ofBrand('payment.pending_approval', { payment: payment.id, creator: creatorId }),
    ];
    const partnerId = (await call('GET', '/v1/account', partner)).id;
    // A partner with the creator on its roster is also told which creator each event is about.
    const toPartner = [
      ...shared.map((one) =>
        one.type === 'file.ready' ? one : { ...one, data: { ...one.data, creator: creatorId } },
      ),
      { type: 'creator.created', account: partnerId, data: { creator: creatorId } },
      ...[video, better].map(({ id }) => ({
        type: 'file.ready',
        account: null,
        data: { file: id, creator: creatorId },
      })),
    ];
    const sorted = (events: object[]) => events.map((one) => JSON.stringify(one, keysSorted)).sort();
    await until(() => {
      expect(sorted(told('/brand'))).toEqual(sorted(shared));
      expect(sorted(told('/partner'))).toEqual(sorted(toPartner));
    });
    // Sweeps find nothing: everything arrived once.
    for (const minutes of [1, 10, 60]) await runCron(BASE, '* * * * *', clock.now() + minutes * 60_000);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(sorted(told('/brand'))).toEqual(sorted(shared));
    expect(sorted(told('/partner'))).toEqual(sorted(toPartner));
    expect(told('/stranger')).toEqual([]);
    for (const path of ['/brand', '/partner'] as const)
      for (const one of receiver.of(path)) await checkDelivery(one, secrets[path]);
  });
});

function keysSorted(_: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Checks that it is signed for this receiver, and has the keys in the catalogue. */
async function checkDelivery({ body, headers }: Received, secret: string): Promise<void> {
  const signature = headers['service-signature'] as string;
  const { type, id } = await stripe.webhooks.constructEventAsync(body, signature, secret);
  expect(headers['service-event']).toBe(id);
  deliverySchema(type as unknown as EventTypeName).parse(JSON.parse(body));
}
