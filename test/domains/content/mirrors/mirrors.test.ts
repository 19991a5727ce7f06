// A connected account's posts, as its creator reads them, and how they are kept up to date.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mirrorPosts } from '../../../../src/domains/content/mirrors/mirror-posts.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, startOfDay } from '../../../../src/kit/time.ts';
import { systemCtx } from '../../../../src/system-ctx.ts';
import { connectAds } from '../../../harness/ads/ad-connections.ts';
import * as clock from '../../../harness/clock.ts';
import { counting } from '../../../harness/faults/counting.ts';
import { atEveryDeath } from '../../../harness/faults/mortal.ts';
import { mintCreator } from '../../../harness/work/creators.ts';
import { ADA, pass, type SocialCode, type SocialWorld, socialWorld } from '../../../harness/work/social.ts';
import { type Answer, call, type Minted, mintAccount, testEnv } from '../../../harness/world.ts';

let partner: Minted;
let world: SocialWorld;
let creator: string;
let id: string;
const asCreator = () => ({ env: world.env, key: partner.key, as: creator });

beforeEach(async () => {
  clock.hold(clock.noon());
  partner = await mintAccount('partner', { origins: ['https://app.brand.example'] });
});
afterEach(() => clock.release());

async function connected(provider: SocialCode): Promise<void> {
  // Accounts of other tests are due as well, and their apps are not this one.
  await testEnv.DB.prepare('DELETE FROM mirrors').run();
  world = await socialWorld(provider);
  creator = (await mintCreator(partner.key)).id;
  id = await connectAds(world, { id: creator, key: partner.key, as: creator });
}
const publish = (caption: string, more: object = {}) =>
  world.sim('posts', { user: ADA[world.provider], caption, at: clock.now() - DAY_MS, ...more });
const run = (env = world.env) => mirrorPosts(systemCtx(env, clock.now()));
const posts = async (query = ''): Promise<Answer['body']> =>
  (await call('GET', `/v1/connections/${id}/posts${query}`, asCreator())).body;
const captions = async () => (await posts()).data.map(({ caption }: { caption: string }) => caption);
const asked = async (what: string): Promise<number> => (await world.sim('counts'))[what] ?? 0;
const days = async () =>
  (
    await testEnv.DB.prepare(
      'SELECT d.day, d.views FROM post_days d JOIN mirrored_posts p ON p.id = d.post_id WHERE p.connection_id = ? ORDER BY d.day',
    )
      .bind(id)
      .all<{ day: string; views: number }>()
  ).results;
const dueAt = () =>
  testEnv.DB.prepare('SELECT due_at FROM mirrors WHERE connection_id = ?').bind(id).first('due_at');
/** An hour in which the lane runs each 20 minutes. */
async function hour(): Promise<void> {
  for (let part = 0; part < 3; part++) {
    await pass(world, HOUR_MS / 3);
    await run();
  }
}

describe.each(['instagram', 'tiktok'] as const)('posts of %s', (provider) => {
  beforeEach(() => connected(provider));

  it('are listed newest first, a page at a time, with what the platform tells of them', async () => {
    const made = await publish('Newest', { at: clock.now() - DAY_MS });
    for (let n = 2; n <= 60; n++) await publish(`Older ${n}`, { at: clock.now() - n * DAY_MS });
    await run();
    const first = await posts('?limit=40');
    expect(first.data[0]).toMatchObject({
      id: made.id,
      platform: provider,
      caption: 'Newest',
      publishedAt: new Date(clock.now() - DAY_MS).toISOString().replace(/\d{3}Z$/, '000Z'),
      durationLabel: provider === 'tiktok' ? '0:21' : null,
      durationSeconds: provider === 'tiktok' ? 21 : null,
      url: expect.stringMatching(provider === 'tiktok' ? /\/@ada\.sim\/video\/\d+$/ : /\/reel\//),
      thumbnailImage: null,
      metrics: {
        views: 5_000,
        likes: 400,
        comments: 50,
        shares: 25,
        saves: provider === 'tiktok' ? null : 35,
        engagements: provider === 'tiktok' ? 475 : 510,
      },
    });
    const second = await posts(`?limit=40&cursor=${first.nextCursor}`);
    const all = [...first.data, ...second.data].map(({ caption }: { caption: string }) => caption);
    expect(all).toEqual(['Newest', ...Array.from({ length: 59 }, (_, n) => `Older ${n + 2}`)]);
    expect(second.nextCursor).toBeNull();
    const since = new Date(clock.now() - 3.5 * DAY_MS).toISOString();
    expect((await posts(`?createdAfter=${since}`)).data).toHaveLength(3);
    const { lastSyncedAt } = (await call('GET', `/v1/connections/${id}`, asCreator())).body.data;
    expect(lastSyncedAt).toBe(new Date(clock.now()).toISOString());
  });

  it('are their creator’s alone', async () => {
    await publish('Mine');
    await run();
    const brand = await mintAccount('brand');
    const other = (await mintCreator(brand.key)).id;
    for (const who of [{ key: brand.key }, { key: brand.key, as: other }, { key: partner.key }])
      expect((await call('GET', `/v1/connections/${id}/posts`, { env: world.env, ...who })).status).toBe(404);
    expect(await captions()).toEqual(['Mine']);
  });

  it('are read each hour for two days, then once a day, then no more', async () => {
    await publish('Fresh', { at: clock.now() });
    await run();
    for (let hours = 0; hours < 47; hours++) await hour();
    const reading = provider === 'instagram' ? 'GET :/insights' : 'POST video/list';
    const fresh = await asked(reading);
    expect(fresh).toBeGreaterThanOrEqual(46);
    expect(fresh).toBeLessThanOrEqual(49);
    if (provider === 'tiktok') return;
    for (let hours = 0; hours < 72; hours += 3) {
      await pass(world, 3 * HOUR_MS);
      await run();
    }
    const later = (await asked(reading)) - fresh;
    expect(later).toBeGreaterThanOrEqual(3);
    expect(later).toBeLessThanOrEqual(5);
    expect((await days()).map(({ day }) => day)).toEqual(
      Array.from({ length: 6 }, (_, n) =>
        new Date(startOfDay(clock.now()) - (5 - n) * DAY_MS).toISOString().slice(0, 10),
      ),
    );
    await testEnv.DB.prepare('UPDATE mirrored_posts SET published_at = ?, count_at = ?')
      .bind(clock.now() - 92 * DAY_MS, clock.now())
      .run();
    const before = await asked(reading);
    for (let hours = 0; hours < 30; hours += 3) {
      await pass(world, 3 * HOUR_MS);
      await run();
    }
    expect((await asked(reading)) - before).toBe(1);
  });

  it('that are deleted or made private leave the list, and come back when they are public again', async () => {
    const hidden = provider === 'instagram' ? '_archived' : '_private';
    const [kept, gone] = [
      await publish('Kept', { at: clock.now() }),
      await publish('Gone', { at: clock.now() }),
    ];
    await run();
    await world.sim(`nodes/${gone.id}`, { [hidden]: true });
    await pass(world, HOUR_MS);
    await run();
    expect(await captions()).toEqual(['Kept']);
    await world.sim(`nodes/${gone.id}`, { [hidden]: false });
    await world.sim(`nodes/${kept.id}`, {
      [provider === 'tiktok' ? 'video_description' : 'caption']: 'Edited',
    });
    await pass(world, HOUR_MS);
    await run();
    expect((await captions()).toSorted()).toEqual(['Edited', 'Gone']);
  });

  it('wait while the platform limits requests, and nobody asks it again before', async () => {
    await publish('One');
    const list = provider === 'instagram' ? 'GET ' : 'POST video/list';
    await world.fault('rate_limit', list, { times: 1 });
    await run();
    expect(await captions()).toEqual([]);
    const wait = provider === 'instagram' ? 30 * MINUTE_MS : MINUTE_MS;
    expect(await dueAt()).toBe(clock.now() + wait);
    await pass(world, wait);
    await run();
    expect(await captions()).toEqual(['One']);
  });

  it('are not read once the connection is over, and again from where it was when it is renewed', async () => {
    await publish('Before');
    await run();
    await world.sim('tokens', { user: ADA[provider] });
    await pass(world, HOUR_MS);
    await run();
    expect([await dueAt(), await captions()]).toEqual([null, ['Before']]);
    await publish('After', { at: clock.now() });
    await connectAds(world, { id: creator, key: partner.key, as: creator });
    await run();
    expect(await captions()).toEqual(['After', 'Before']);
    const body = { status: 'disconnected' };
    await call('PATCH', `/v1/connections/${id}`, { ...asCreator(), body });
    expect((await posts()).data).toEqual([]);
    expect(await days()).toEqual([]);
  });

  it('are the same, wherever a run dies', async () => {
    const ends = new Set<string>();
    const contacts = await atEveryDeath({
      async scene() {
        clock.hold(clock.noon());
        await connected(provider);
        for (let n = 0; n < 3; n++) await publish(`Post ${n}`, { at: clock.now() - (n + 1) * HOUR_MS });
        return { env: world.env };
      },
      live: async (_, env) => await run(env),
      async afterwards() {
        // The account was claimed for some minutes.
        await pass(world, 6 * MINUTE_MS);
        await run();
        await pass(world, HOUR_MS);
        await run();
        const { data } = await posts();
        ends.add(
          JSON.stringify([
            data.map((one: { caption: string; metrics: object }) => [one.caption, one.metrics]),
            (await days()).length,
          ]),
        );
      },
    });
    expect([...ends]).toHaveLength(1);
    expect(contacts.length).toBeGreaterThan(3);
  }, 60_000);
});

describe('access that is taken away at TikTok', () => {
  const post = (headers: Record<string, string>, body: string) =>
    call('POST', '/webhooks/tiktok', {
      env: world.env,
      headers: { 'Content-Type': 'application/json', ...headers },
      body: new TextEncoder().encode(body),
    });
  const status = async () =>
    (await call('GET', `/v1/connections/${id}`, asCreator())).body.data.status as string;

  it('ends the connection and forgets its posts, however often it is told', async () => {
    await connected('tiktok');
    await publish('Mine');
    await run();
    const { headers, body } = await world.sim('removed', { user: ADA.tiktok });
    for (let times = 0; times < 2; times++) {
      expect((await post(headers, body)).status).toBe(200);
      clock.advance(MINUTE_MS);
      await run();
      expect([await status(), (await posts()).data, await days(), await dueAt()]).toEqual([
        ...['expired', [], [], null],
      ]);
    }
    // What was told before the creator connected again ends nothing.
    expect(await connectAds(world, { id: creator, key: partner.key, as: creator })).toBe(id);
    await run();
    await post(headers, body);
    clock.advance(MINUTE_MS);
    await run();
    expect([await status(), await captions()]).toEqual(['active', ['Mine']]);
  });

  it('is believed only with the signature of the platform', async () => {
    await connected('tiktok');
    await run();
    const due = await dueAt();
    const { headers, body } = await world.sim('removed', { user: ADA.tiktok });
    const signature = headers['TikTok-Signature'] as string;
    const wrong: [string | null, string][] = [
      [null, body],
      [signature, body.replace('"reason', '"season')],
      [signature.replace(/^t=\d/, 't=9'), body],
      [signature.slice(0, -1), body],
      ['t=1,s=', body],
    ];
    for (const [given, text] of wrong) {
      const answer = await post(given === null ? {} : { 'TikTok-Signature': given }, text);
      expect([answer.status, answer.body.error.code]).toEqual([401, 'invalid_key']);
    }
    expect((await post({}, 'x'.repeat(20_000))).status).toBe(413);
    expect([await status(), await dueAt()]).toEqual(['active', due]);
  });
});

describe('a sync', () => {
  it('reads the account with the next run, is one at a time, and comes once in 10 minutes', async () => {
    await connected('tiktok');
    await run();
    await publish('New', { at: clock.now() });
    const sync = () => call('POST', `/v1/connections/${id}/syncs`, asCreator());
    const begun = await sync();
    expect([begun.status, begun.body.data]).toEqual([
      202,
      {
        connection: id,
        status: 'running',
        startedAt: new Date(clock.now()).toISOString(),
        finishedAt: null,
        error: null,
      },
    ]);
    clock.advance(MINUTE_MS);
    expect((await sync()).body.data.startedAt).toBe(begun.body.data.startedAt);
    await run();
    expect(await captions()).toEqual(['New']);
    const soon = await sync();
    expect([soon.status, soon.headers.get('retry-after')]).toEqual([429, '540']);
    clock.advance(9 * MINUTE_MS);
    expect((await sync()).status).toBe(202);
    await world.sim('tokens', { user: ADA.tiktok });
    await run();
    expect((await sync()).body.error.details.reason).toBe('reconnect_required');
  });
});

describe('one run', () => {
  it('sends at most 300 requests and queries, and the next goes on where it stopped', async () => {
    await connected('instagram');
    for (let n = 0; n < 40; n++) await publish(`Post ${n}`, { at: clock.now() - n * HOUR_MS - 60 * HOUR_MS });
    for (let n = 1; n < 7; n++) await alsoConnected(`creator ${n}`);
    const all = () =>
      testEnv.DB.prepare(
        'SELECT count(*) AS n FROM mirrored_posts p JOIN mirrors m ON m.connection_id = p.connection_id WHERE p.counted_at = ? AND m.creator_id IN (SELECT value FROM json_each(?))',
      )
        .bind(clock.now(), JSON.stringify(creators))
        .first('n');
    let runs = 0;
    for (; (await all()) !== 7 * 40 && runs < 10; runs++) {
      const { env, count } = counting(world.env);
      await run(env);
      expect(count()).toBeLessThanOrEqual(300);
    }
    expect(runs).toBe(2);
    expect(await asked('GET :/insights')).toBe(7 * 40);
  });
});

let creators: string[] = [];
/** Another creator of the same platform account. */
async function alsoConnected(name: string): Promise<void> {
  if (creators.length === 0) creators = [creator];
  const one = (await mintCreator(partner.key, { name })).id;
  creators.push(one);
  await connectAds(world, { id: one, key: partner.key, as: one });
}
