// Connecting Meta: only the browser that began gets the connection, each answer works once, and tokens are
// never readable.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '../../../../src/kit/time.ts';
import {
  Browser,
  begin,
  connectAds,
  eventsOf,
  RETURN,
  toConsent,
} from '../../../harness/ads/ad-connections.ts';
import { GRACE, type MetaWorld, metaWorld } from '../../../harness/ads/meta.ts';
import * as clock from '../../../harness/clock.ts';
import { expectLogged } from '../../../harness/logs.ts';
import { call, type Minted, mintAccount, ORIGIN, testEnv } from '../../../harness/world.ts';

const ORIGINS = { origins: ['https://app.brand.example'] };
let meta: MetaWorld;
let brand: Minted;
beforeEach(async () => {
  meta = await metaWorld();
  brand = await mintAccount('brand', { ...ORIGINS, name: `Acme <b> ${crypto.randomUUID()}` });
});
afterEach(() => clock.release());

const listed = async (key = brand.key) =>
  (await call('GET', '/v1/connections', { env: meta.env, key })).body.data as {
    id: string;
    status: string;
  }[];
const path = (url: URL) => url.pathname + url.search;

describe('a person who connects', () => {
  it('is told who asks for what, agrees at the platform, and comes back connected', async () => {
    const url = await begin(meta, brand);
    expect(url).toMatch(new RegExp(`^${ORIGIN}/connections/[A-Za-z0-9]{32}$`));
    const browser = new Browser(meta);
    const page = await browser.go('GET', url);
    expect([page.status, page.headers.get('set-cookie')]).toEqual([200, null]);
    expect(page.body).toContain('Acme &lt;b&gt;');
    expect(page.body).toContain('your ad accounts');
    const dialog = await toConsent(browser, url);
    expect(new URL(dialog).searchParams.get('redirect_uri')).toBe(`${ORIGIN}/connections/callback/meta`);
    const back = await meta.consent(dialog);
    const answer = await browser.go('GET', path(back));
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${RETURN}&status=connected#`]);
    expect(await listed()).toMatchObject([
      { status: 'connected', name: 'Ada Sim', error: null, canDisconnect: true },
    ]);
    expect(await eventsOf(brand.id)).toEqual(['connection.connected']);
    // Loading a page again changes nothing.
    expect((await browser.go('GET', path(back))).status).toBe(410);
    for (const method of ['GET', 'POST'] as const)
      expect((await browser.go(method, url)).headers.get('location')).toBe(`${RETURN}&status=connected`);
    expect(await listed()).toHaveLength(1);
  });

  it('ends on a page of ours without a returnUrl, and may try again after a no', async () => {
    const url = await begin(meta, brand, { returnUrl: undefined });
    const browser = new Browser(meta);
    const no = await browser.go(
      'GET',
      path(await meta.consent(await toConsent(browser, url), { answer: 'deny' })),
    );
    expect([no.status, no.body.includes('Nothing was connected'), no.body.includes('Try again')]).toEqual([
      200,
      true,
      true,
    ]);
    const half = await meta.consent(await toConsent(browser, url), { decline: 'ads_management' });
    expect((await browser.go('GET', path(half))).body).toContain('making and changing ads');
    expect(await listed()).toEqual([]);
    const yes = await browser.go('GET', path(await meta.consent(await toConsent(browser, url))));
    expect(yes.body).toContain('You can close this page');
  });

  it('is told that it is not available where the Worker of the pages lacks the secret, and the log names it', async () => {
    const url = await begin(meta, brand);
    expectLogged('error', /META_APP_SECRET is not set on creator-marketing-pages/);
    const pages = {
      ...meta.env,
      META_APP_SECRET: undefined,
      WORKER_NAME: 'creator-marketing-pages',
    } as never;
    const bare = new Browser({ ...meta, env: pages });
    const answer = await bare.go('POST', url, { from: ORIGIN });
    expect([answer.status, answer.body.includes('Not available')]).toEqual([503, true]);
  });

  it('is led back with an error, and nothing is kept, when the platform answers nonsense', async () => {
    const warned: unknown[] = [];
    const spy = vi.spyOn(console, 'warn').mockImplementation((...line) => void warned.push(line));
    const bodies = ['<html>', '{"access_token":5}', '{}', '{"error":{"code":190,"message":"EAASIMsecret"}}'];
    for (const body of bodies) {
      const browser = new Browser(meta);
      const back = await meta.consent(await toConsent(browser, await begin(meta, brand)));
      await meta.fault('answer_after', 'GET oauth', { body });
      const answer = await browser.go('GET', path(back));
      expect(answer.headers.get('location')).toBe(`${RETURN}&status=error#`);
    }
    spy.mockRestore();
    const printed = JSON.stringify(warned);
    expect(printed).toContain('a consent brought no connection');
    expect(printed).not.toContain('EAASIM');
    expect(await listed()).toEqual([]);
  });
});

describe('a link that is forwarded', () => {
  it('to the platform binds nothing in another browser, and stays good in its own', async () => {
    const browser = new Browser(meta);
    const dialog = await toConsent(browser, await begin(meta, brand));
    // Another person consents, with their own account.
    const back = await meta.consent(dialog, { user: GRACE });
    const stranger = new Browser(meta);
    for (const visitor of [stranger, await withCookie()]) {
      const answer = await visitor.go('GET', path(back));
      expect([answer.status, answer.headers.get('location')]).toEqual([403, null]);
    }
    expect([await listed(), await eventsOf(brand.id)]).toEqual([[], []]);
    expect((await browser.go('GET', path(back))).headers.get('location')).toBe(`${RETURN}&status=connected#`);
  });

  it("to our page is the first browser's that goes on, which a preview does not", async () => {
    const url = await begin(meta, brand);
    for (let preview = 0; preview < 2; preview++)
      expect((await new Browser(meta).go('GET', url)).status).toBe(200);
    const browser = new Browser(meta);
    await toConsent(browser, url);
    const other = await new Browser(meta).go('POST', url);
    expect([other.status, other.headers.get('location')]).toEqual([403, null]);
    await toConsent(browser, url);
  });

  it('can not be followed by a form of another site, which would skip our page', async () => {
    const url = await begin(meta, brand);
    const origins = [{ 'Sec-Fetch-Site': 'cross-site' }, { 'Sec-Fetch-Site': 'same-site' }];
    for (const headers of origins) {
      const answer = await new Browser(meta).go('POST', url, headers);
      expect([answer.status, answer.headers.get('location'), answer.headers.get('set-cookie')]).toEqual([
        200,
        null,
        null,
      ]);
    }
  });

  /** A browser that has begun a visit of its own. */
  async function withCookie(): Promise<Browser> {
    const other = new Browser(meta);
    await toConsent(other, await begin(meta, await mintAccount('brand', ORIGINS)));
    return other;
  }
});

describe("the platform's answer", () => {
  it('is good for 30 minutes, and a newer one makes it void', async () => {
    clock.hold();
    const url = await begin(meta, brand);
    const browser = new Browser(meta);
    const [first, second] = [await toConsent(browser, url), await toConsent(browser, url)];
    expect((await browser.go('GET', path(await meta.consent(first)))).status).toBe(410);
    const back = await meta.consent(second);
    clock.advance(30 * MINUTE_MS);
    expect((await browser.go('GET', path(back))).status).toBe(410);
    expect(await listed()).toEqual([]);
    const third = await toConsent(browser, url);
    clock.advance(29 * MINUTE_MS);
    expect((await browser.go('GET', path(await meta.consent(third)))).status).toBe(303);
  });

  it('counts once, however often it comes at the same time', async () => {
    const browser = new Browser(meta);
    const back = await meta.consent(await toConsent(browser, await begin(meta, brand)));
    const answers = await Promise.all([1, 2, 3].map(() => browser.go('GET', path(back))));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 410, 410]);
    expect(await eventsOf(brand.id)).toEqual(['connection.connected']);
  });

  it('of an unknown platform or with another state is for nobody', async () => {
    const browser = new Browser(meta);
    const back = await meta.consent(await toConsent(browser, await begin(meta, brand)));
    const wrong = [
      '/connections/callback/nothing',
      '/connections/callback/constructor',
      '/connections/callback/card',
    ];
    for (const other of wrong) expect((await browser.go('GET', other + back.search)).status).toBe(404);
    for (const state of ['', 'x', 'x'.repeat(32), "'"]) {
      const changed = new URL(back);
      changed.searchParams.set('state', state);
      expect((await browser.go('GET', path(changed))).status).toBe(410);
    }
  });
});

describe('the same person', () => {
  it('renews the same connection, also twice at once; another has one of their own', async () => {
    const id = await connectAds(meta, brand);
    const ways = await Promise.all(
      [1, 2, 3].map(async () => {
        const browser = new Browser(meta);
        return { browser, back: await meta.consent(await toConsent(browser, await begin(meta, brand))) };
      }),
    );
    const answers = await Promise.all(ways.map(({ browser, back }) => browser.go('GET', path(back))));
    for (const answer of answers) expect(answer.headers.get('location')).toBe(`${RETURN}&status=connected#`);
    expect((await listed()).map((one) => one.id)).toEqual([id]);
    expect(await connectAds(meta, brand, { user: GRACE })).not.toBe(id);
    expect(await listed()).toHaveLength(2);
    const other = await mintAccount('brand', ORIGINS);
    expect(await connectAds(meta, other)).not.toBe(id);
    expect((await listed(other.key)).map((one) => one.id)).not.toContain(id);
  });

  it('connects for a first time twice at once, and there is one', async () => {
    const ways = await Promise.all(
      [1, 2].map(async () => {
        const browser = new Browser(meta);
        return { browser, back: await meta.consent(await toConsent(browser, await begin(meta, brand))) };
      }),
    );
    const answers = await Promise.all(ways.map(({ browser, back }) => browser.go('GET', path(back))));
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect(await listed()).toHaveLength(1);
  });
});

describe('who may connect', () => {
  it('is a brand, or its partner for it', async () => {
    const partner = await mintAccount('partner', ORIGINS);
    const client = await mintAccount('brand', { managedBy: partner.id });
    const ask = (key: string, as?: string, body: object = {}) =>
      call('POST', '/v1/connections', {
        env: meta.env,
        key,
        body: { provider: 'meta', ...body },
        ...(as ? { as } : {}),
      });
    const refused = await ask(partner.key);
    expect([refused.status, refused.body.error.details.reason]).toEqual([422, 'brands_only']);
    expect((await ask(brand.key, undefined, { checkout: 'elements' })).body.error.details.reason).toBe(
      'hosted_only',
    );
    expect(await connectAds(meta, { ...partner, as: client.id })).toMatch(/^conn_/);
    expect(await listed(client.key)).toHaveLength(1);
    const unsealed = { ...meta.env, SEALING_KEYS: undefined } as never;
    const without = await call('POST', '/v1/connections', {
      env: unsealed,
      key: brand.key,
      body: { provider: 'meta' },
    });
    expect(without.body.error.details.reason).toBe('provider_unavailable');
  });

  it('is nobody once the brand has ended', async () => {
    const partner = await mintAccount('partner');
    const client = await mintAccount('brand', { managedBy: partner.id, ...ORIGINS });
    const browser = new Browser(meta);
    const url = await begin(meta, client);
    const back = await meta.consent(await toConsent(browser, url));
    await testEnv.DB.prepare("UPDATE accounts SET status = 'ended' WHERE id = ?").bind(client.id).run();
    for (const way of [url, path(back)]) expect((await browser.go('GET', way)).status).toBe(410);
    expect(await listed(client.key)).toEqual([]);
  });
});

describe('a token', () => {
  it('is nowhere in the database, in a log or in an answer', async () => {
    const printed: unknown[] = [];
    const told: string[] = [];
    for (const level of ['log', 'warn', 'error', 'info'] as const)
      vi.spyOn(console, level).mockImplementation((...line) => void printed.push(line));
    const id = await connectAds(meta, brand);
    const get = async (way: string) => {
      const answer = await call('GET', way, { env: meta.env, key: brand.key });
      told.push(JSON.stringify([...answer.headers, answer.body]));
    };
    for (const way of ['/v1/connections', `/v1/connections/${id}`, `/v1/connections/${id}/setup`])
      await get(way);
    await meta.fault('refuse', 'GET me/adaccounts', { status: 400, code: 190, message: 'EAASIM1xsecret' });
    await get(`/v1/connections/${id}/setup`);
    vi.restoreAllMocks();
    const { results: tables } = await testEnv.DB.prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
    ).all<{ name: string }>();
    const rows = await Promise.all(
      tables.map(({ name }) => testEnv.DB.prepare(`SELECT * FROM "${name}"`).all()),
    );
    const stored = JSON.stringify(rows.map(({ results }) => results));
    expect(stored).toContain(id);
    for (const text of [stored, JSON.stringify(printed), told.join()]) expect(text).not.toContain('EAASIM');
    expect(told.join()).not.toContain('test.');
  });

  it('that was sealed for one connection opens for no other', async () => {
    const other = await mintAccount('brand', ORIGINS);
    const [mine, theirs] = [await connectAds(meta, brand), await connectAds(meta, other)];
    await testEnv.DB.prepare(
      'UPDATE connections SET token = (SELECT token FROM connections WHERE id = ?1) WHERE id = ?2',
    )
      .bind(theirs, mine)
      .run();
    const answer = await call('GET', `/v1/connections/${mine}/setup`, { env: meta.env, key: brand.key });
    expect([answer.status, answer.body.error.code]).toEqual([503, 'unavailable']);
  });
});
