// A creator's permission to show a submission as an ad: who asks, who grants it, and how it ends.
import { describe, expect, it } from 'vitest';
import { expireAdAuthorizations } from '../../../../src/domains/ads/ad-authorizations/expire-ad-authorizations.ts';
import { findPartner, findPermissions } from '../../../../src/domains/ads/ad-authorizations/interface.ts';
import {
  ACTIONS,
  authorizationMachine,
  PARTIES,
  STATES,
} from '../../../../src/domains/ads/ad-authorizations/transitions.ts';
import { sayInPerson } from '../../../harness/ads/permissions.ts';
import * as clock from '../../../harness/clock.ts';
import { eventsOf } from '../../../harness/work/creators.ts';
import { approve } from '../../../harness/work/retainers.ts';
import { mintPair, mintSubmission, type Pair, reasonOf } from '../../../harness/work/submissions.ts';
import { type Answer, call, mintAccount, systemCtx, testEnv } from '../../../harness/world.ts';

const DAY_MS = 86_400_000;
const CODE = '#aBcD1234+/longSparkCode==';

const ask = (pair: Pair, body: object) => call('POST', '/v1/ad-authorizations', { ...pair.brand, body });
const say = (caller: { key: string; as?: string }, id: string, body: object) =>
  call('PATCH', `/v1/ad-authorizations/${id}`, { ...caller, body });
const told = async (pair: Pair) =>
  (await eventsOf(pair.brand.id)).map(({ type }) => type).filter((type) => type.startsWith('ad_auth'));

async function approved(pair: Pair, more: Record<string, unknown> = {}): Promise<string> {
  const { id } = await mintSubmission(pair, more);
  await approve(pair, id);
  return id;
}

async function asked(pair: Pair, platform: string, submission?: string): Promise<string> {
  const answer = await ask(pair, { submission: submission ?? (await approved(pair)), platform });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.data.id;
}

const issueOf = (answer: Answer) => [answer.status, answer.body.error?.details?.[0]?.path];

describe('asking', () => {
  it('is for approved work of a creator who works with the account, once at a time', async () => {
    const [pair, other] = [await mintPair(), await mintPair()];
    await testEnv.DB.prepare('UPDATE creators SET platform_handles = ?2 WHERE id = ?1')
      .bind(pair.creator.as, JSON.stringify({ instagram: 'maya.walks', tiktok: 'maya' }))
      .run();
    const inReview = (await mintSubmission(pair)).id;
    const submission = await approved(pair);
    expect(reasonOf(await ask(pair, { submission: inReview, platform: 'meta' }))).toEqual([
      422,
      'submission_not_approved',
    ]);
    expect(reasonOf(await ask(other, { submission, platform: 'meta' }))).toEqual([
      422,
      'submission_not_found',
    ]);
    expect((await ask(pair, { submission, platform: 'google' })).status).toBe(422);
    const creator = await call('POST', '/v1/ad-authorizations', {
      ...pair.creator,
      body: { submission, platform: 'meta' },
    });
    expect(creator.status).toBe(403);

    const { body } = await ask(pair, { submission, platform: 'meta' });
    expect(body.data).toMatchObject({
      submission,
      creator: pair.creator.as,
      account: pair.brand.id,
      platform: 'meta',
      status: 'requested',
      handle: 'maya.walks',
      post: null,
      requestUrl: expect.stringMatching(/\/ad-requests\/adauth_/),
      authorizedAt: null,
      version: 1,
    });
    expect((await call('GET', '/v1/account', pair.brand)).body.data.name).toBe(body.data.brandName);
    expect((await ask(pair, { submission, platform: 'meta' })).status).toBe(409);
    expect(await told(pair)).toEqual(['ad_authorization.requested']);

    // The post's URL is shown once the submission is live.
    const url = 'https://www.tiktok.com/@maya/video/7300000000000000001';
    await testEnv.DB.prepare("UPDATE submissions SET status = 'live', url = ?2, caption = 'Up' WHERE id = ?1")
      .bind(submission, url)
      .run();
    const second = await ask(pair, { submission, platform: 'tiktok' });
    expect(second.body.data).toMatchObject({
      handle: 'maya',
      post: { url, handle: 'maya', caption: 'Up', thumbnailUrl: null },
    });

    await testEnv.DB.prepare("UPDATE creator_relationships SET consent = 'ended' WHERE account_id = ?1")
      .bind(pair.brand.id)
      .run();
    await say(pair.brand, body.data.id, { status: 'revoked' });
    expect(reasonOf(await ask(pair, { submission, platform: 'meta' }))).toEqual([
      422,
      'creator_not_on_roster',
    ]);
  });
});

describe('the answer', () => {
  it('is the creator’s alone, with what the platform needs, and the code is kept sealed and shown to nobody', async () => {
    const pair = await mintPair();
    const id = await asked(pair, 'tiktok');
    const stranger = await mintAccount();
    expect((await say({ key: stranger.key }, id, { status: 'revoked' })).status).toBe(404);
    expect((await say(pair.brand, id, { status: 'granted', sparkCode: CODE })).status).toBe(403);
    expect(issueOf(await say(pair.creator, id, { status: 'granted' }))).toEqual([422, '/sparkCode']);
    expect(issueOf(await say(pair.creator, id, { status: 'granted', adCode: CODE }))).toEqual([
      422,
      '/adCode',
    ]);
    expect(issueOf(await say(pair.creator, id, { status: 'granted', sparkCode: 'a b' }))).toEqual([
      422,
      '/sparkCode',
    ]);
    expect(issueOf(await say(pair.creator, id, { status: 'revoked', sparkCode: CODE }))).toEqual([
      422,
      '/sparkCode',
    ]);
    // TikTok says itself when a permission ends.
    const ending = {
      status: 'granted',
      sparkCode: CODE,
      expiresAt: new Date(clock.now() + 1000).toISOString(),
    };
    expect(issueOf(await say(pair.creator, id, ending))).toEqual([422, '/expiresAt']);
    const stale = await say(pair.creator, id, { status: 'granted', sparkCode: CODE, version: 7 });
    expect([stale.status, stale.body.error.code]).toEqual([409, 'version_conflict']);

    const granted = await say(pair.creator, id, { status: 'granted', sparkCode: CODE, version: 1 });
    expect(granted.body.data).toMatchObject({ status: 'granted', expiresAt: null, version: 2 });
    expect(granted.body.data.authorizedAt).not.toBeNull();
    const rows = await testEnv.DB.prepare('SELECT * FROM ad_authorizations').all();
    const traces = [
      granted.body,
      rows.results,
      (await call('GET', '/v1/ad-authorizations', pair.brand)).body,
    ];
    expect(JSON.stringify(traces)).not.toContain(CODE);

    const [{ submission }] = (await call('GET', '/v1/ad-authorizations?status=granted', pair.creator)).body
      .data;
    const ctx = systemCtx();
    expect(await findPartner(ctx, pair.brand.id, 'tiktok', submission)).toEqual({ code: CODE });
    expect((await findPermissions(ctx, pair.brand.id, 'tiktok', [submission])).get(submission)).toMatchObject(
      {
        authorization: id,
        isUsable: true,
      },
    );
    expect(await findPartner(ctx, pair.brand.id, 'meta', submission)).toBeNull();
    expect(await findPartner(ctx, stranger.id, 'tiktok', submission)).toBeNull();

    const revoked = await say(pair.brand, id, { status: 'revoked' });
    expect(revoked.body.data).toMatchObject({ status: 'revoked', revokedAt: expect.any(String), version: 3 });
    expect(await findPartner(ctx, pair.brand.id, 'tiktok', submission)).toBeNull();
    expect((await say(pair.creator, id, { status: 'granted', sparkCode: CODE })).status).toBe(409);
    expect(await told(pair)).toEqual([
      'ad_authorization.requested',
      'ad_authorization.granted',
      'ad_authorization.revoked',
    ]);
    // A revoked permission can be requested again.
    await asked(pair, 'tiktok', submission);
  });

  it('is a person’s where there is no code; a new end keeps the code', async () => {
    const pair = await mintPair();
    const submission = await approved(pair);
    const id = await asked(pair, 'meta', submission);
    const refused = await say(pair.creator, id, { status: 'granted' });
    const { path, code } = refused.body.error.details[0];
    expect([refused.status, path, code]).toEqual([422, '/adCode', 'code_required']);
    expect((await say(pair.creator, id, { status: 'granted', adCode: CODE })).status).toBe(200);
    // Nor is a permission prolonged by whoever answers for the record.
    expect((await say(pair.creator, id, { status: 'granted' })).status).toBe(422);
    const expiresAt = new Date(clock.now() + 90 * DAY_MS).toISOString();
    const kept = async () => [
      (await findPartner(systemCtx(), pair.brand.id, 'meta', submission)) ?? null,
      (await call('GET', `/v1/ad-authorizations/${id}`, pair.brand)).body.data.expiresAt,
    ];
    expect(await kept()).toEqual([{ code: CODE }, null]);
    await sayInPerson(pair, id, { status: 'granted', expiresAt });
    expect(await kept()).toEqual([{ code: CODE }, expiresAt]);
  });

  it('is none to an account that the creator has parted from; a no is always one', async () => {
    const pair = await mintPair();
    const [id, second] = [await asked(pair, 'meta'), await asked(pair, 'tiktok')];
    await testEnv.DB.prepare("UPDATE creator_relationships SET consent = 'ended' WHERE account_id = ?1")
      .bind(pair.brand.id)
      .run();
    const granted = await say(pair.creator, id, { status: 'granted', adCode: CODE });
    expect([granted.status, granted.body.error.code]).toEqual([409, 'conflict']);
    await expect(sayInPerson(pair, id, { status: 'granted' })).rejects.toMatchObject({ status: 409 });
    const open = (await call('GET', `/v1/ad-authorizations/${id}`, pair.brand)).body.data;
    expect([open.status, open.requestUrl]).toEqual(['requested', null]);
    expect((await say(pair.creator, second, { status: 'revoked' })).status).toBe(200);
  });

  it('follows the table of moves', () => {
    const allowed = STATES.flatMap((state) =>
      ACTIONS.flatMap((action) =>
        PARTIES.filter((by) => 'move' in authorizationMachine.decide(state, action, by, {})).map(
          (by) => `${state} ${action} ${by}`,
        ),
      ),
    );
    expect(allowed).toEqual([
      'requested grant creator',
      'requested revoke brand',
      'requested revoke creator',
      'granted grant creator',
      'granted revoke brand',
      'granted revoke creator',
      'granted revoke service',
      'granted expire service',
      'granted give_back service',
      'expired grant creator',
    ]);
  });
});

describe('the end', () => {
  it('comes by itself, once, with its event; at its moment the permission is none; a new grant renews it', async () => {
    const pair = await mintPair();
    const submission = await approved(pair);
    const id = await asked(pair, 'meta', submission);
    const end = clock.now() + 30 * DAY_MS;
    const expiresAt = new Date(end).toISOString();
    const past = { status: 'granted', expiresAt: new Date(clock.now() - 1000).toISOString() };
    expect(issueOf(await say(pair.creator, id, past))).toEqual([422, '/expiresAt']);
    const granted = await say(pair.creator, id, { status: 'granted', adCode: CODE, expiresAt });
    expect(granted.body.data).toMatchObject({ status: 'granted', expiresAt });
    const permissions = async (at: number) =>
      (await findPermissions(systemCtx(at), pair.brand.id, 'meta', [submission])).size;
    expect([await permissions(end - 1), await permissions(end)]).toEqual([1, 0]);

    await expireAdAuthorizations(systemCtx(end - 1));
    expect((await call('GET', `/v1/ad-authorizations/${id}`, pair.brand)).body.data.status).toBe('granted');
    await expireAdAuthorizations(systemCtx(end));
    await expireAdAuthorizations(systemCtx(end + 60_000));
    const over = (await call('GET', `/v1/ad-authorizations/${id}`, pair.brand)).body.data;
    expect(over).toMatchObject({ status: 'expired', expiresAt, version: 3 });
    expect((await told(pair)).filter((type) => type.endsWith('expired'))).toHaveLength(1);
    const stored = await testEnv.DB.prepare('SELECT code FROM ad_authorizations WHERE id = ?')
      .bind(id)
      .first();
    expect(stored).toEqual({ code: null });
    expect((await say(pair.brand, id, { status: 'revoked' })).status).toBe(409);

    const renewed = await sayInPerson(pair, id, { status: 'granted' });
    expect(renewed).toMatchObject({ status: 'granted', expiresAt: null, version: 4 });
    expect(await permissions(end)).toBe(1);
    // A renewal beside a later request would make two.
    await testEnv.DB.prepare("UPDATE ad_authorizations SET status = 'expired' WHERE id = ?").bind(id).run();
    await asked(pair, 'meta', submission);
    await expect(sayInPerson(pair, id, { status: 'granted' })).rejects.toMatchObject({ status: 409 });
  });

  it('loses against a renewal that came first', async () => {
    const pair = await mintPair();
    const id = await asked(pair, 'meta');
    const end = clock.now() + DAY_MS;
    await sayInPerson(pair, id, { status: 'granted', expiresAt: new Date(end).toISOString() });
    const late = systemCtx(end + 1);
    const slow = {
      ...late,
      env: new Proxy(testEnv, {
        get: (env, name) =>
          name !== 'DB'
            ? Reflect.get(env, name)
            : new Proxy(env.DB, {
                get(db, method) {
                  const value = Reflect.get(db, method);
                  if (method !== 'batch') return typeof value === 'function' ? value.bind(db) : value;
                  return async (...args: Parameters<D1Database['batch']>) => {
                    const until = new Date(end + DAY_MS).toISOString();
                    await sayInPerson(pair, id, { status: 'granted', expiresAt: until });
                    return await db.batch(...args);
                  };
                },
              }),
      }),
    };
    await expireAdAuthorizations(slow);
    expect((await call('GET', `/v1/ad-authorizations/${id}`, pair.brand)).body.data.status).toBe('granted');
    expect(await told(pair)).not.toContain('ad_authorization.expired');
  });
});

describe('the list', () => {
  it('shows each side its own, by submission, platform and status', async () => {
    const pair = await mintPair();
    const [first, second] = [await approved(pair), await approved(pair)];
    const ids = [
      await asked(pair, 'meta', first),
      await asked(pair, 'tiktok', first),
      await asked(pair, 'meta', second),
    ];
    await sayInPerson(pair, ids[2]!, { status: 'granted' });
    const list = async (query: string, caller: { key: string; as?: string } = pair.brand) =>
      (await call('GET', `/v1/ad-authorizations?${query}`, caller)).body.data.map(({ id }: { id: string }) =>
        ids.indexOf(id),
      );
    expect(await list('')).toEqual([2, 1, 0]);
    expect(await list('', pair.creator)).toEqual([2, 1, 0]);
    expect(await list(`submission=${first}`)).toEqual([1, 0]);
    expect(await list('platform=meta')).toEqual([2, 0]);
    expect(await list('platform=meta&status=requested,revoked', pair.creator)).toEqual([0]);
    expect(await list('', { key: (await mintAccount()).key })).toEqual([]);
  });
});
