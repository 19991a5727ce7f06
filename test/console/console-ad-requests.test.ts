// The page where a creator without an account authorizes an ad, or declines.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askToAdvertise, connectBrand, mintToAdvertise } from '../harness/ads/permissions.ts';
import type { ScriptedAds } from '../harness/ads/scripted-ads.ts';
import { IDENTITY, MAIN, tiktokWorld } from '../harness/ads/tiktok.ts';
import * as clock from '../harness/clock.ts';
import { ask, browserOf, newBrowser, send, sendShown, signedIn, wordsOf } from '../harness/pages/pages.ts';
import { personOf } from '../harness/people/person.ts';
import { put } from '../harness/put.ts';
import { claimRecord } from '../harness/work/embeds.ts';
import { mintPair, type Pair } from '../harness/work/submissions.ts';
import { call, ORIGIN, testEnv } from '../harness/world.ts';

const DAY_MS = 86_400_000;
let tiktok: ScriptedAds;
let pair: Pair;
beforeAll(async () => {
  clock.hold(clock.now());
  [tiktok, pair] = [await tiktokWorld(), await mintPair()];
  await connectBrand(tiktok, { advertiserId: MAIN, identityId: IDENTITY }, pair);
  await tiktok.sim('posts', { auth_code: '#good=', handle: 'maya', days: 30 });
});
afterAll(() => clock.release());

const get = async (id: string) => (await call('GET', `/v1/ad-authorizations/${id}`, pair.brand)).body.data;

async function asked(platform = 'tiktok'): Promise<{ id: string; path: string }> {
  const { id, requestUrl } = await askToAdvertise(pair, await mintToAdvertise(pair), platform);
  expect(requestUrl).toMatch(new RegExp(`^${ORIGIN}/ad-requests/${id}\\.`));
  return { id, path: requestUrl!.slice(ORIGIN.length) };
}

const env = () => ({ env: tiktok.env });
const answer = (path: string, action: string, fields: Record<string, string> = {}) =>
  send(newBrowser(), path, action, fields, env());

it('is asked for on the page of approved work, once for each platform', async () => {
  const submission = await mintToAdvertise(pair);
  const owner = await signedIn(await personOf(pair.brand));
  const path = `/app/${pair.brand.id}/submissions/${submission}`;
  const page = async () => wordsOf(await ask(owner, path));
  expect(await page()).toMatch(/Ask the creator for an ad on Meta TikTok Ask creator/);
  const sent = await send(owner, path, 'askForAd', { platform: 'tiktok' });
  expect([sent.status, sent.headers.get('location')]).toEqual([
    303,
    expect.stringMatching(/\/ad-authorizations\/adauth_/),
  ]);
  expect(await page()).toMatch(/TikTok Requested Ask the creator for an ad on Meta Ask creator/);
  const shown = wordsOf(await ask(owner, new URL(sent.headers.get('location')!, ORIGIN).pathname));
  expect(shown).toMatch(/Requested .*Link for the creator .*Withdraw request/);
  await send(owner, path, 'askForAd', { platform: 'meta' });
  expect(await page()).not.toContain('Ask creator');
  const listed = async (query: string) =>
    wordsOf(await ask(owner, `/app/${pair.brand.id}/ad-authorizations?${query}`)).match(
      /(?<=Requested )(?:TikTok|Meta)|No ad authorizations match/g,
    );
  const of = `submission=${submission}`;
  expect(await listed(of)).toEqual(['Meta', 'TikTok']);
  expect(await listed(`${of}&sort=createdAt`)).toEqual(['TikTok', 'Meta']);
  expect(await listed(`${of}&platform=tiktok`)).toEqual(['TikTok']);
  expect(await listed(`${of}&status=granted`)).toEqual(['No ad authorizations match']);
  const member = await signedIn(await personOf(pair.brand, 'member'));
  expect(wordsOf(await ask(member, path))).toContain('TikTok Requested');
});

describe('the request page', () => {
  it('takes a code, which the platform judges and no page shows, and lets its creator withdraw', async () => {
    const { id, path } = await asked();
    const page = await ask(newBrowser(), path, env());
    expect([page.status, wordsOf(page).includes('asks to show your post as an ad on TikTok')]).toEqual([
      200,
      true,
    ]);
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    const wrong = await answer(path, 'authorize', { sparkCode: '#wrong=' });
    expect([wrong.status, wordsOf(wrong).includes('TikTok does not know this code')]).toEqual([422, true]);
    expect(wrong.html).not.toContain('#wrong=');
    expect((await answer(path, 'authorize', { sparkCode: '' })).status).toBe(422);
    expect((await answer(path, 'authorize', { sparkCode: '#good=' })).status).toBe(303);
    const granted = await get(id);
    expect(granted).toMatchObject({ status: 'granted', handle: 'maya', requestUrl: null });
    const again = await ask(newBrowser(), path, env());
    expect(wordsOf(again)).toContain('Authorized');
    expect(JSON.stringify([granted, again.html])).not.toContain('#good');
    expect((await answer(path, 'decline')).status).toBe(303);
    expect(await get(id)).toMatchObject({ status: 'revoked' });
    expect(wordsOf(await ask(newBrowser(), path, env()))).toContain('Declined');
  });

  it('opens for 30 days, for the very link alone, and not once the profile has its person', async () => {
    const { id, path } = await asked('meta');
    for (const odd of ['x', path.slice(13, -1), `${path.slice(13, -1)}0x`, path.slice(13).replace('.', '.1')])
      expect((await ask(newBrowser(), `/ad-requests/${odd}`, env())).status, odd).toBe(404);
    clock.hold(clock.now() + 29 * DAY_MS);
    expect((await ask(newBrowser(), path, env())).status).toBe(200);
    clock.hold(clock.now() + DAY_MS);
    expect((await ask(newBrowser(), path, env())).status).toBe(404);
    expect((await get(id)).requestUrl).toBeNull();

    const [young, browser] = [await asked(), newBrowser()];
    const before = await ask(browser, young.path, env());
    await testEnv.DB.prepare("UPDATE creators SET email = 'maya@people.example' WHERE id = ?")
      .bind(pair.creator.as)
      .run();
    await put('verified_emails', { email: 'maya@people.example', person_id: 'per_x', verified_at: 1 });
    const owned = await ask(newBrowser(), young.path, env());
    expect(wordsOf(owned)).toContain('This request is answered in');
    expect(owned.html).not.toContain('<form');
    expect((await get(young.id)).requestUrl).toBeNull();
    // A form that was opened before is refused all the same.
    const late = await sendShown(browser, young.path, before, 'authorize', { sparkCode: '#good=' }, env());
    expect([late.status, (await get(young.id)).status]).toEqual([403, 'requested']);
    await testEnv.DB.prepare('DELETE FROM verified_emails').run();
  });

  it('takes no day that does not exist, and no code for an account that the creator has parted from', async () => {
    const { id, path } = await asked('meta');
    for (const expiresAt of ['2027-02-29', 'soon', '2020-01-01']) {
      const refused = await answer(path, 'authorize', { adCode: 'adcode_9', expiresAt });
      expect([expiresAt, refused.status]).toEqual([expiresAt, 422]);
    }
    expect((await answer(path, 'authorize', { adCode: 'adcode_9', expiresAt: '2028-02-29' })).status).toBe(
      303,
    );
    expect((await get(id)).expiresAt).toBe('2028-03-01T00:00:00.000Z');
    // The same of a creator who is signed in.
    const mine = await asked('meta');
    const own = browserOf(await claimRecord(pair.creator.as));
    const signed = `/app/${pair.creator.as}/ad-authorizations/${mine.id}`;
    const granted = { adCode: 'adcode_9', expiresAt: '2028-02-29' };
    expect((await send(own, signed, 'grant', { ...granted, expiresAt: '2027-02-29' }, env())).status).toBe(
      422,
    );
    expect((await send(own, signed, 'grant', granted, env())).status).toBe(303);
    expect(await get(mine.id)).toMatchObject({ status: 'granted', expiresAt: '2028-03-01T00:00:00.000Z' });
    await testEnv.DB.prepare('UPDATE creators SET person_id = NULL, claimed_at = NULL WHERE id = ?')
      .bind(pair.creator.as)
      .run();
    const consent = (to: string) =>
      testEnv.DB.prepare('UPDATE creator_relationships SET consent = ?2 WHERE account_id = ?1')
        .bind(pair.brand.id, to)
        .run();
    const [parted, before] = [await asked(), newBrowser()];
    const shown = await ask(before, parted.path, env());
    await tiktok.sim('posts', { auth_code: '#parted=', days: 30 });
    await consent('ended');
    const page = await ask(newBrowser(), parted.path, env());
    expect(wordsOf(page)).toContain('no longer work together');
    expect(page.html).not.toContain('sparkCode');
    const late = await sendShown(before, parted.path, shown, 'authorize', { sparkCode: '#parted=' }, env());
    expect([late.status, (await get(parted.id)).status]).toEqual([409, 'requested']);
    expect((await answer(parted.path, 'decline')).status).toBe(303);
    expect((await get(parted.id)).status).toBe('revoked');
    await consent('agreed');
  });

  it('takes five wrong codes an hour and twenty codes a day, whatever the link’s holder sends', async () => {
    const { id, path } = await asked();
    await tiktok.sim('posts', { auth_code: '#long=', days: 365 });
    const tried = async (sparkCode: string) => (await answer(path, 'authorize', { sparkCode })).status;
    for (let n = 0; n < 5; n++) expect(await tried(`#wrong${n}=`)).toBe(422);
    const before = (await tiktok.sim('counts'))['GET tt_video/info'];
    for (let n = 0; n < 3; n++) expect(await tried('#long=')).toBe(429);
    expect((await tiktok.sim('counts'))['GET tt_video/info']).toBe(before);
    expect((await get(id)).status).toBe('requested');
    clock.hold(clock.now() + 61 * 60_000);
    for (let n = 5; n < 20; n++) expect(await tried('#long=')).toBe(303);
    expect(await tried('#long=')).toBe(429);
  });
});
