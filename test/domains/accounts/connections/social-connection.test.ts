// Creators connect Instagram and TikTok: who asks, what is shown to whom, and how tokens live on.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findConnection } from '../../../../src/domains/accounts/connections/connection-store.ts';
import { useSocial } from '../../../../src/domains/accounts/connections/interface.ts';
import { renewUnused } from '../../../../src/domains/accounts/connections/renew-unused.ts';
import { watchConnections } from '../../../../src/domains/accounts/connections/watch-connections.ts';
import { takeOver } from '../../../../src/domains/work/claims/take-over.ts';
import { verifyAddress } from '../../../../src/domains/work/claims/verify-address.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/kit/time.ts';
import { systemCtx } from '../../../../src/system-ctx.ts';
import { Browser, begin, connectAds, RETURN, toConsent } from '../../../harness/ads/ad-connections.ts';
import { tiktokWorld } from '../../../harness/ads/tiktok.ts';
import * as clock from '../../../harness/clock.ts';
import { atEveryDeath } from '../../../harness/faults/mortal.ts';
import { noticed, noticesOf, subjectsOf } from '../../../harness/people/notices.ts';
import { commit, mintPerson } from '../../../harness/people/people.ts';
import { freshEmail, mintCreator } from '../../../harness/work/creators.ts';
import {
  ADA,
  GRACE,
  PERSONAL,
  pass,
  type SocialCode,
  type SocialWorld,
  socialWorld,
} from '../../../harness/work/social.ts';
import { type Answer, call, type Minted, mintAccount, testEnv } from '../../../harness/world.ts';

let partner: Minted;
let [creator, email] = ['', ''];
let holder: Pick<Minted, 'id' | 'key'> & { as: string };
beforeEach(async () => {
  partner = await mintAccount('partner', { origins: ['https://app.brand.example'] });
  email = freshEmail();
  creator = (await mintCreator(partner.key, { email, name: 'Ada Example' })).id;
  holder = { id: creator, key: partner.key, as: creator };
});
afterEach(() => clock.release());

const get = (world: SocialWorld, id: string, as = holder): Promise<Answer> =>
  call('GET', `/v1/connections/${id}`, { env: world.env, ...as });
const rowOf = async (world: SocialWorld, id: string) => (await findConnection(world.ctx(), id))!;
const eventsAbout = async (creatorId: string) =>
  (
    await testEnv.DB.prepare(
      "SELECT type, account_id FROM events WHERE json_extract(data, '$.creator') = ? AND type LIKE 'connection.%' ORDER BY id",
    )
      .bind(creatorId)
      .all<{ type: string; account_id: string | null }>()
  ).results;
const read = async (world: SocialWorld, id: string) =>
  await useSocial(world.ctx(), await rowOf(world, id), (platform, session) => platform.posts(session, null));

describe.each(['instagram', 'tiktok'] as const)('a creator at %s', (provider: SocialCode) => {
  it('connects and is shown to its own side alone; connecting again renews the same connection', async () => {
    const world = await socialWorld(provider);
    const id = await connectAds(world, holder);
    const { data } = (await get(world, id)).body;
    expect(data).toMatchObject({
      provider,
      status: 'active',
      name: 'Ada Sim',
      handle: 'ada.sim',
      avatarUrl: expect.stringMatching(/^https:\/\/.*ada\.sim\.jpe?g$/),
      error: null,
      activeCampaigns: 0,
      canDisconnect: true,
    });
    expect((await get(world, `${id}/setup`)).body.data).toEqual({ options: {}, selection: {}, missing: [] });
    const body = { selection: { adAccountId: 'act_1' } };
    const picked = await call('PATCH', `/v1/connections/${id}`, { env: world.env, ...holder, body });
    expect(picked.body.error.details.reason).toBe('nothing_to_select');
    expect(await connectAds(world, holder)).toBe(id);
    const other = await mintAccount('brand');
    for (const { key } of [partner, other]) {
      expect((await call('GET', `/v1/connections/${id}`, { key })).status).toBe(404);
      expect((await call('GET', '/v1/connections', { key })).body.data).toEqual([]);
    }
    expect(await eventsAbout(creator)).toEqual([
      { type: 'connection.connected', account_id: null },
      { type: 'connection.connected', account_id: null },
    ]);
  });

  it('that leaves something out, says no, or comes with a used code is not connected', async () => {
    const world = await socialWorld(provider);
    const browser = new Browser(world);
    const url = await begin(world, holder);
    const scope = provider === 'instagram' ? 'instagram_business_manage_insights' : 'video.list';
    for (const form of [{ decline: scope }, { answer: 'deny' }] as Record<string, string>[]) {
      const back = await world.consent(await toConsent(browser, url), form);
      const answer = await browser.go('GET', back.pathname + back.search);
      expect(answer.headers.get('location')).toBe(`${RETURN}&status=error#`);
    }
    const back = await world.consent(await toConsent(browser, url), { user: GRACE[provider] });
    await world.fault('fail_after', 'POST oauth/', {});
    const lost = await browser.go('GET', back.pathname + back.search);
    expect(lost.headers.get('location')).toBe(`${RETURN}&status=error#`);
    // The code was used up by the lost answer, and the state by the first try.
    expect((await browser.go('GET', back.pathname + back.search)).status).toBe(410);
    expect(await eventsAbout(creator)).toEqual([]);
    expect((await call('GET', '/v1/connections', holder)).body.data).toEqual([]);
  });

  it('disconnects: the tokens are gone, and the consent is given back where the platform takes it', async () => {
    const world = await socialWorld(provider);
    const id = await connectAds(world, holder);
    await testEnv.DB.prepare('DELETE FROM connections WHERE holder <> ?').bind(creator).run();
    const body = { status: 'disconnected' };
    const answer = await call('PATCH', `/v1/connections/${id}`, { env: world.env, ...holder, body });
    expect(answer.body.data).toMatchObject({ status: 'disconnected', canDisconnect: false });
    expect(await rowOf(world, id)).toMatchObject({ token: null, refreshToken: null, renewAt: null });
    const counts = await world.sim('counts');
    expect(counts['POST oauth/revoke']).toBe(provider === 'tiktok' ? 1 : undefined);
    expect((await eventsAbout(creator)).map(({ type }) => type)).toEqual([
      ...['connection.connected', 'connection.disconnected'],
    ]);
  });

  it('whose access was taken away there is expired when it is used, and only then', async () => {
    const world = await socialWorld(provider);
    const id = await connectAds(world, holder);
    await world.sim('tokens', { user: ADA[provider] });
    expect((await get(world, id)).body.data.status).toBe('active');
    await expect(read(world, id)).rejects.toMatchObject({ details: { reason: 'reconnect_required' } });
    expect((await get(world, id)).body.data).toMatchObject({
      status: 'expired',
      error: expect.stringContaining('no longer accepts'),
    });
    expect(await connectAds(world, holder)).toBe(id);
    expect((await read(world, id)).items).toEqual([]);
  });

  it('that is down for the moment, or limits requests, stays connected', async () => {
    const world = await socialWorld(provider);
    const id = await connectAds(world, holder);
    const list = provider === 'instagram' ? 'GET ' : 'POST video/list';
    await world.fault('fail_before', list);
    await expect(read(world, id)).rejects.toMatchObject({ kind: 'transient' });
    await world.fault('rate_limit', list);
    await expect(read(world, id)).rejects.toMatchObject({
      kind: 'rate_limited',
      retryAfterMs: provider === 'instagram' ? 30 * MINUTE_MS : MINUTE_MS,
    });
    await world.fault('answer_after', list, { body: '<html>' });
    await expect(read(world, id)).rejects.toMatchObject({ kind: 'unreadable' });
    expect((await get(world, id)).body.data.status).toBe('active');
  });

  it('lives on unused for 59 days, and dies of nothing that a killed renewal leaves behind', async () => {
    await testEnv.DB.prepare('DELETE FROM connections').run();
    let world = await socialWorld(provider);
    let id = '';
    const half = provider === 'instagram' ? 30 * DAY_MS : 90 * DAY_MS;
    const contacts = await atEveryDeath({
      async scene() {
        clock.release();
        world = await socialWorld(provider);
        id = await connectAds(world, holder);
        clock.hold();
        await pass(world, half);
        return { env: world.env };
      },
      live: async (_, env) => await renewUnused(systemCtx(env, clock.now())),
      async afterwards() {
        // A lease of a minute is left behind, at most.
        await pass(world, MINUTE_MS);
        await renewUnused(world.ctx());
        await pass(world, half - HOUR_MS);
        expect((await read(world, id)).items).toEqual([]);
        expect((await rowOf(world, id)).status).toBe('active');
      },
    });
    expect(contacts.filter((name) => name.startsWith('platform'))).toHaveLength(1);
  }, 60_000);
});

describe('tokens', () => {
  it('of Instagram are renewed on day 30 though nobody uses them, not before, and still on day 59', async () => {
    clock.hold();
    const world = await socialWorld('instagram');
    const id = await connectAds(world, holder);
    const { token, endsAt } = await rowOf(world, id);
    expect(endsAt).toBe(clock.now() + 60 * DAY_MS);
    await pass(world, 30 * DAY_MS - 1);
    await renewUnused(world.ctx());
    expect((await rowOf(world, id)).token).toBe(token);
    await pass(world, 1);
    await renewUnused(world.ctx());
    expect((await rowOf(world, id)).endsAt).toBe(endsAt! + 30 * DAY_MS);
    // Nothing ran for 59 days.
    await pass(world, 59 * DAY_MS);
    await renewUnused(world.ctx());
    await watchConnections(world.ctx());
    await pass(world, 59 * DAY_MS);
    expect((await read(world, id)).items).toEqual([]);
    expect((await world.sim('counts'))['GET refresh_access_token']).toBe(2);
  });

  it('of TikTok are renewed when they are used, and the newest refresh token is kept', async () => {
    clock.hold();
    const world = await socialWorld('tiktok');
    const id = await connectAds(world, holder);
    const before = await rowOf(world, id);
    await pass(world, 2 * HOUR_MS);
    await read(world, id);
    const after = await rowOf(world, id);
    expect(after.refreshToken).not.toBe(before.refreshToken);
    expect(after.renewAt).toBe(clock.now() + 90 * DAY_MS);
    await pass(world, 89 * DAY_MS);
    await renewUnused(world.ctx());
    expect((await rowOf(world, id)).refreshToken).toBe(after.refreshToken);
    await pass(world, DAY_MS);
    await renewUnused(world.ctx());
    expect((await rowOf(world, id)).refreshToken).not.toBe(after.refreshToken);
  });

  it('whose end does not move are not renewed each minute before it, and their owner is told', async () => {
    clock.hold();
    const world = await socialWorld('tiktok');
    const id = await connectAds(world, holder);
    const person = await mintPerson();
    await commit((ctx) => verifyAddress(ctx, person.id, email));
    // As an older page has it: the refresh token ends a year after the consent, whatever happens.
    for (let left = 4 * HOUR_MS; left > 0; left -= MINUTE_MS) {
      await world.sim('settings', { refreshLives: left });
      if (left === 4 * HOUR_MS)
        await testEnv.DB.prepare('UPDATE connections SET renew_at = ?, ends_at = ? WHERE id = ?')
          .bind(clock.now(), clock.now() + left, id)
          .run();
      if ((await rowOf(world, id)).renewAt! <= clock.now()) await renewUnused(world.ctx());
      clock.advance(MINUTE_MS);
    }
    expect((await world.sim('counts'))['POST oauth/token']).toBeLessThan(8);
    await watchConnections(world.ctx());
    expect((await rowOf(world, id)).status).toBe('expired');
  });

  it('that end soon are told to the creator, or to the account that still acts as it', async () => {
    const world = await socialWorld('instagram');
    const owner = await mintPerson({ [partner.id]: 'owner' });
    const person = await mintPerson();
    const id = await connectAds(world, holder);
    const set = testEnv.DB.prepare('UPDATE connections SET ends_at = ?, warned_at = NULL WHERE id = ?');
    const soon = () => set.bind(clock.now() + 6 * DAY_MS, id).run();
    await soon();
    await watchConnections(world.ctx());
    await noticed();
    const told = 'to Instagram ends within a week. Connect it again before then';
    expect(await subjectsOf([owner])).toEqual([[expect.stringMatching(` ${told}$`)]]);
    await commit((ctx) => verifyAddress(ctx, person.id, email));
    await commit((ctx) => takeOver(ctx, person.id, holder.as));
    await soon();
    await watchConnections(world.ctx());
    await noticed();
    expect(await noticesOf(person, holder.as)).toMatchObject([{ text: `The connection ${told}` }]);
    expect(await noticesOf(owner, partner.id)).toHaveLength(1);
  });
});

describe('a personal Instagram account', () => {
  it('is not connected, and its owner is told how to change it', async () => {
    const world = await socialWorld('instagram');
    for (const [body, label] of [
      [{ returnUrl: undefined }, 'Try again'],
      [{}, 'Go back'],
    ] as const) {
      const browser = new Browser(world);
      const back = await world.consent(await toConsent(browser, await begin(world, holder, body)), {
        user: PERSONAL,
      });
      const answer = await browser.go('GET', back.pathname + back.search);
      const text = String(answer.body);
      expect([answer.status, text]).toEqual([
        200,
        expect.stringContaining('switch to a professional account'),
      ]);
      expect(text).toContain(label);
    }
    expect(await eventsAbout(creator)).toEqual([]);
  });
});

describe('who asks', () => {
  it('is refused where the provider is not theirs', async () => {
    const brand = await mintAccount('brand');
    const world = await socialWorld('instagram');
    const ask = async (key: string, provider: string, as?: string) => {
      const answer = await call('POST', '/v1/connections', {
        env: world.env,
        key,
        body: { provider },
        ...(as ? { as } : {}),
      });
      return [answer.status, answer.body.error?.details?.reason];
    };
    expect(await ask(brand.key, 'instagram')).toEqual([422, 'creators_only']);
    expect(await ask(partner.key, 'instagram')).toEqual([422, 'creators_only']);
    expect(await ask(partner.key, 'tiktok')).toEqual([422, 'brands_only']);
    expect(await ask(partner.key, 'meta', creator)).toEqual([422, 'brands_only']);
    expect(await ask(partner.key, 'tiktok', creator)).toEqual([422, 'provider_unavailable']);
    expect(await ask(partner.key, 'instagram', creator)).toEqual([201, undefined]);
  });

  it('is named on the page, and ends with the account that acted as the creator', async () => {
    const world = await socialWorld('instagram');
    const browser = new Browser(world);
    const url = await begin(world, holder);
    const page = String((await browser.go('GET', url)).body);
    const { name } = (await call('GET', '/v1/account', { key: partner.key })).body.data;
    expect(page).toContain(`${name}, for the creator Ada Example, asks for access to Instagram`);
    const back = await world.consent(await toConsent(browser, url));
    const person = await mintPerson();
    await commit((ctx) => verifyAddress(ctx, person.id, email));
    for (const [method, path] of [
      ['GET', url],
      ['POST', url],
      ['GET', back.pathname + back.search],
    ] as const)
      expect([method, (await browser.go(method, path)).status]).toEqual([method, 410]);
    await commit((ctx) => takeOver(ctx, person.id, creator));
    expect((await browser.go('GET', url)).status).toBe(410);
    expect(await eventsAbout(creator)).toEqual([]);
  });
});

it('one callback serves the brand’s TikTok and the creator’s, each with its own app', async () => {
  const ads = await tiktokWorld();
  const world = await socialWorld('tiktok', ads.env);
  const brand = await mintAccount('brand', { origins: ['https://app.brand.example'] });
  const own = await connectAds({ ...ads, env: world.env }, brand);
  const posts = await connectAds(world, holder);
  const shown = async (id: string, who: { key: string; as?: string }) => {
    const { provider, status, handle } = (
      await call('GET', `/v1/connections/${id}`, { env: world.env, ...who })
    ).body.data;
    return [provider, status, handle];
  };
  expect(await shown(own, brand)).toEqual(['tiktok', 'connected', null]);
  expect(await shown(posts, holder)).toEqual(['tiktok', 'active', 'ada.sim']);
  // The answer of one app means nothing to the other.
  const browser = new Browser(world);
  const consent = new URL(await toConsent(browser, await begin(world, holder)));
  expect(consent.searchParams.get('client_key')).toBe(world.site().app.id);
  const answer = await browser.go(
    'GET',
    `/connections/callback/instagram?code=x&state=${consent.searchParams.get('state')}`,
  );
  expect(answer.status).toBe(410);
});
