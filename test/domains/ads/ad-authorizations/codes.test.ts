// What a creator's code permits is what the platform says of it, when it is handed in or at the preflight of a campaign.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saidColumns } from '../../../../src/domains/ads/ad-authorizations/note-said.ts';
import { matchPosts } from '../../../../src/domains/content/posts/match-posts.ts';
import { MAIN as META_ACCOUNT, metaWorld, PAGE, PROFILE } from '../../../harness/ads/meta.ts';
import { askToAdvertise, CAMPAIGN, connectBrand, mintToAdvertise } from '../../../harness/ads/permissions.ts';
import type { ScriptedAds } from '../../../harness/ads/scripted-ads.ts';
import { IDENTITY, MAIN, PIXEL, tiktokWorld } from '../../../harness/ads/tiktok.ts';
import * as clock from '../../../harness/clock.ts';
import { eventsOf } from '../../../harness/work/creators.ts';
import { mintPair, type Pair } from '../../../harness/work/submissions.ts';
import { type Answer, call, systemCtx, testEnv } from '../../../harness/world.ts';

let tiktok: ScriptedAds;
let pair: Pair;
beforeAll(async () => {
  clock.hold(clock.now());
  [tiktok, pair] = [await tiktokWorld(), await mintPair()];
});
afterAll(() => clock.release());

const send = (
  method: string,
  path: string,
  body: object,
  caller: { key: string } = pair.creator,
  env = tiktok.env,
) => call(method, path, { env, ...caller, body });

const asked = async (submission: string, platform = 'tiktok', of = pair) =>
  (await askToAdvertise(of, submission, platform)).id;

const grant = (id: string, sparkCode: string) =>
  send('PATCH', `/v1/ad-authorizations/${id}`, { status: 'granted', sparkCode });

const issueOf = ({ status, body }: Answer) => [
  status,
  body.error?.details?.[0]?.path,
  body.error?.details?.[0]?.code,
];

async function post(auth_code: string, more: object = {}): Promise<{ item_id: string; _ends: number }> {
  return await tiktok.sim('posts', { auth_code, handle: 'maya.walks', days: 30, ...more });
}

const told = async () =>
  (await eventsOf(pair.brand.id)).map(({ type }) => type).filter((type) => type.startsWith('ad_auth'));

describe('a code that is handed in', () => {
  it('is read at the platform once the account is connected: handle, post and end are the platform’s', async () => {
    const early = await asked(await mintToAdvertise(pair));
    await post('#early=');
    // Nobody can ask yet: there is neither an end nor another handle than the creator's.
    expect((await grant(early, '#early=')).body.data).toMatchObject({
      status: 'granted',
      expiresAt: null,
      post: null,
    });

    const connection = await connectBrand(tiktok, { advertiserId: MAIN, identityId: IDENTITY }, pair);
    const submission = await mintToAdvertise(pair);
    const id = await asked(submission);
    const { item_id, _ends } = await post('#first=');
    const granted = await grant(id, '#first=');
    const url = `https://www.tiktok.com/@maya.walks/video/${item_id}`;
    expect(granted.body.data).toMatchObject({
      status: 'granted',
      handle: 'maya.walks',
      post: { url, handle: 'maya.walks', caption: 'A post of maya.walks' },
      expiresAt: new Date(Math.floor(_ends / 1000) * 1000).toISOString(),
    });
    // Work without a URL is published at the post of the code.
    const read = await call('GET', `/v1/submissions/${submission}`, pair.brand);
    expect(read.body.data).toMatchObject({ status: 'live', url });
    expect(JSON.stringify([granted.body, read.body])).not.toContain('#first');
    // The post is tracked from then on.
    await matchPosts(systemCtx());
    const { data } = (await call('GET', '/v1/posts', pair.brand)).body;
    expect(data).toContainEqual(expect.objectContaining({ submission, url, status: 'tracking' }));

    // At the preflight, what nobody could ask about is asked.
    const body = {
      ...CAMPAIGN(PIXEL),
      name: 'Posts',
      connection,
      identity: 'creator',
      creatives: [(await call('GET', `/v1/ad-authorizations/${early}`, pair.brand)).body.data.submission],
    };
    const checked = await send('POST', '/v1/campaign-preflights', body, pair.brand);
    expect(checked.body.data.problems).toEqual([]);
    const now = await call('GET', `/v1/ad-authorizations/${early}`, pair.brand);
    expect(now.body.data).toMatchObject({ status: 'granted', handle: 'maya.walks' });
    expect(now.body.data.expiresAt).not.toBeNull();
  });

  it('is refused with its field when it is unknown, over, or for another post than the work’s', async () => {
    const { item_id } = await post('#mine=');
    await post('#other=');
    await post('#over=', { item_id, days: 0 });
    const submission = await mintToAdvertise(pair, `https://www.tiktok.com/@maya.walks/video/${item_id}`);
    const id = await asked(submission);
    expect(issueOf(await grant(id, '#nobody='))).toEqual([422, '/sparkCode', 'unknown_code']);
    expect(issueOf(await grant(id, '#other='))).toEqual([422, '/sparkCode', 'other_post']);
    // TikTok does not let a code be used that is over.
    expect(issueOf(await grant(id, '#over='))).toEqual([422, '/sparkCode', 'unknown_code']);
    const before = await call('GET', `/v1/ad-authorizations/${id}`, pair.brand);
    expect(before.body.data).toMatchObject({ status: 'requested', version: 1 });
    expect((await grant(id, '#mine=')).body.data).toMatchObject({ status: 'granted' });
    // Five wrong ones an hour, whoever sends them, then not even a right one; the good ones are not counted.
    for (const wrong of ['#one=', '#two=']) expect(issueOf(await grant(id, wrong))[2]).toBe('unknown_code');
    expect((await grant(id, '#mine=')).status).toBe(429);
    clock.hold(clock.now() + 61 * 60_000);
    expect((await grant(id, '#mine=')).body.data).toMatchObject({ status: 'granted' });
  });

  it('is taken unread while the platform does not answer, and given back at the preflight when it is of no use', async () => {
    const { item_id } = await post('#silent=');
    const [submission, second] = [
      await mintToAdvertise(pair, `https://www.tiktok.com/@maya.walks/video/1${item_id.slice(1)}`),
      await mintToAdvertise(pair),
    ];
    const [id, unknown] = [await asked(submission), await asked(second)];
    await tiktok.sim('faults', { kind: 'fail_before', path: 'GET tt_video/info', times: 2 });
    expect((await grant(id, '#silent=')).body.data).toMatchObject({ status: 'granted', expiresAt: null });
    expect((await grant(unknown, '#never=')).body.data).toMatchObject({ status: 'granted' });
    const [{ id: connection }] = (await call('GET', '/v1/connections', pair.brand)).body.data;
    const body = { connection, identity: 'creator', creatives: [submission, second], name: 'x' };
    const before = (await told()).length;
    const problems = async () =>
      (
        await send('POST', '/v1/campaign-preflights', { ...CAMPAIGN(PIXEL), ...body }, pair.brand)
      ).body.data.problems.map(({ path, code }: { path: string; code: string }) => [path, code]);
    expect(await problems()).toEqual([
      ['/creatives/0', 'other_post'],
      ['/creatives/1', 'unknown_code'],
    ]);
    for (const one of [id, unknown])
      expect((await call('GET', `/v1/ad-authorizations/${one}`, pair.brand)).body.data).toMatchObject({
        status: 'requested',
        authorizedAt: null,
      });
    expect((await told()).slice(before)).toEqual([
      'ad_authorization.requested',
      'ad_authorization.requested',
    ]);
    const { results } = await testEnv.DB.prepare('SELECT code FROM ad_authorizations WHERE id IN (?, ?)')
      .bind(id, unknown)
      .all();
    expect(results).toEqual([{ code: null }, { code: null }]);
    expect(await problems()).toEqual([
      ['/creatives/0', 'authorization_missing'],
      ['/creatives/1', 'authorization_missing'],
    ]);
  });

  it('renews for the post that ads show, also where the work is published elsewhere', async () => {
    const submission = await mintToAdvertise(pair, 'https://www.instagram.com/p/Cz1');
    const id = await asked(submission);
    const get = async () => (await call('GET', `/v1/ad-authorizations/${id}`, pair.brand)).body.data;
    const { item_id } = await post('#shown=');
    await post('#shown-again=', { item_id, days: 60 });
    await post('#elsewhere=');
    expect((await grant(id, '#shown=')).status).toBe(200);
    const { expiresAt } = await get();
    expect(issueOf(await grant(id, '#elsewhere='))).toEqual([422, '/sparkCode', 'other_post']);
    expect(await get()).toMatchObject({ status: 'granted', expiresAt });
    expect((await grant(id, '#shown-again=')).status).toBe(200);
    expect(Date.parse((await get()).expiresAt)).toBeGreaterThan(Date.parse(expiresAt));
    // Nobody can ask: the code is taken, and compared later.
    await tiktok.sim('faults', { kind: 'fail_before', path: 'GET tt_video/info', times: 1 });
    expect((await grant(id, '#elsewhere=')).status).toBe(200);
    const [{ id: connection }] = (await call('GET', '/v1/connections', pair.brand)).body.data;
    const body = { ...CAMPAIGN(PIXEL), connection, identity: 'creator', creatives: [submission], name: 'x' };
    const { problems } = (await send('POST', '/v1/campaign-preflights', body, pair.brand)).body.data;
    expect(problems).toMatchObject([{ path: '/creatives/0', code: 'other_post' }]);
    expect(await get()).toMatchObject({ status: 'requested' });
  });

  it('keeps the end that was told when an answer lacks it', () => {
    const post = { id: '7', url: null, handle: null, caption: null };
    const row = { platform: 'tiktok' as const, handle: 'maya', expiresAt: 5 };
    const ends = (endsAt: number | null) => saidColumns(row, { post, holds: true, endsAt }).expiresAt;
    expect([ends(9), ends(null)]).toEqual([9, 5]);
  });

  it('of Meta says whose post it is; its end is the creator’s', async () => {
    const meta = await metaWorld();
    const nia = await mintPair();
    await connectBrand(meta, { adAccountId: META_ACCOUNT, pageId: PAGE, profileId: PROFILE }, nia);
    await meta.sim('posts', {
      ad_code: 'adcode_1',
      handle: 'nia',
      permalink: 'https://www.instagram.com/reel/Cw7/',
    });
    const submission = await mintToAdvertise(nia);
    await testEnv.DB.prepare("UPDATE submissions SET url = 'https://www.instagram.com/p/Cw8' WHERE id = ?")
      .bind(submission)
      .run();
    const id = await asked(submission, 'meta', nia);
    const expiresAt = new Date(clock.now() + 86_400_000).toISOString();
    const say = (adCode: string) =>
      send(
        'PATCH',
        `/v1/ad-authorizations/${id}`,
        { status: 'granted', adCode, expiresAt },
        nia.creator,
        meta.env,
      );
    expect(issueOf(await say('adcode_1'))).toEqual([422, '/adCode', 'other_post']);
    expect(issueOf(await say('adcode_2'))).toEqual([422, '/adCode', 'unknown_code']);
    await testEnv.DB.prepare("UPDATE submissions SET url = 'https://www.instagram.com/p/Cw7' WHERE id = ?")
      .bind(submission)
      .run();
    expect((await say('adcode_1')).body.data).toMatchObject({ status: 'granted', handle: 'nia', expiresAt });
  });
});
