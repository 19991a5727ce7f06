// The page on which a person answers an app's request, as a browser sees it.
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../../../src/auth/actor.ts';
import { answerPage } from '../../../../src/console/app.tsx';
import { randomBase62, sha256Hex } from '../../../../src/kit/crypto.ts';
import { newId } from '../../../../src/kit/ids.ts';
import { HOUR_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import {
  type Asking,
  authorizeQuery,
  basic,
  CALLBACK,
  type Client,
  mintScene,
  type OwnApp,
  postForm,
  register,
} from '../../../harness/people/apps.ts';
import { givePassword } from '../../../harness/people/people.ts';
import { personOf } from '../../../harness/people/person.ts';
import { endProofs } from '../../../harness/people/second-factors.ts';
import { call, mintAccount, ORIGIN, testEnv } from '../../../harness/world.ts';

const PATH = '/api/auth/oauth2/authorize';

/** A browser with the person's session. */
async function browserOf(personId: string) {
  const token = randomBase62(43);
  const now = clock.now();
  await testEnv.DB.prepare(
    'INSERT INTO sessions (id, person_id, token_hash, expires_at, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?5, ?5)',
  )
    .bind(newId('session', now), personId, sha256Hex(token), now + HOUR_MS, now)
    .run();
  return new Browser(token);
}

/** A person without an account. */
async function creatorAlone(): Promise<string> {
  const id = newId('person', clock.now());
  await testEnv.DB.prepare(
    "INSERT INTO people (id, name, email, email_verified, created_at, updated_at) VALUES (?1, 'Cy', ?2, 1, 0, 0)",
  )
    .bind(id, `${id}@example.com`)
    .run();
  return id;
}

class Browser {
  readonly #cookies = new Map<string, string>();

  constructor(token: string | null) {
    if (token !== null) this.#cookies.set('__Host-session', token);
  }

  async send(path: string, init: RequestInit = {}): Promise<{ response: Response; text: string }> {
    const headers = new Headers(init.headers);
    headers.set('Cookie', [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const execution = createExecutionContext();
    const request = new Request(ORIGIN + path, { ...init, headers, redirect: 'manual' });
    const response = await answerPage(request, testEnv, execution);
    await waitOnExecutionContext(execution);
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      this.#cookies.set(name!, value!);
    }
    return { response, text: await response.text() };
  }

  open = (query: URLSearchParams) => this.send(`${PATH}?${query}`);

  /** Submits one of a page's forms. */
  answer(query: URLSearchParams, page: string, action: string, more: Record<string, string> = {}) {
    const form = page.split('<form').find((part) => part.includes(`value="${action}"`))!;
    const fields = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
    const body = new URLSearchParams(fields.map(([, name, value]): [string, string] => [name!, value!]));
    for (const [name, value] of Object.entries(more)) body.set(name, value);
    return this.send(`${PATH}?${query}`, {
      method: 'POST',
      body: String(body),
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        'Sec-Fetch-Site': 'same-origin',
        Origin: 'null',
      },
    });
  }
}

const locationOf = (response: Response) => new URL(response.headers.get('Location')!);

describe('consent', () => {
  let app: OwnApp;
  let owner: Actor;
  let brand: { id: string };
  const ask = (asking: Asking = {}, client: Client = app) =>
    authorizeQuery(client, { state: 'abc', ...asking });

  beforeAll(async () => {
    ({ app, owner, brand } = await mintScene());
  });

  it('leads through the sign-in and back, to an app that is known', async () => {
    const { query } = ask();
    const { response } = await new Browser(null).open(query);
    expect(response.status).toBe(303);
    const there = new URL(response.headers.get('Location')!, ORIGIN);
    expect([there.pathname, there.searchParams.get('to')]).toEqual(['/sign-in', `${PATH}?${query}`]);
    // Before that nobody is redirected to the app, whatever is wrong; and nobody is ever redirected to an
    // unregistered URL.
    const wrong = ask({ scope: 'admin' }).query;
    expect((await new Browser(null).open(wrong)).response.headers.get('Location')).toMatch(/^\/sign-in/);
    query.set('redirect_uri', 'https://evil.example/cb');
    for (const browser of [new Browser(null), await browserOf(owner.callerId)]) {
      const { response: refused, text } = await browser.open(query);
      expect([refused.status, refused.headers.get('Location')]).toEqual([400, null]);
      expect(text).not.toContain('evil.example');
    }
    const back = await (await browserOf(owner.callerId)).open(wrong);
    expect(back.response.status).toBe(303);
    expect(locationOf(back.response).searchParams.get('error')).toBe('invalid_scope');
  });

  it('names the app, whose it is and what it may do, in a page that nothing else frames, reads or learns of', async () => {
    const browser = await browserOf(owner.callerId);
    const { response, text } = await browser.open(ask().query);
    expect(response.status).toBe(200);
    for (const words of ['Planner', 'by Account', 'Change what you can change', 'app.example', brand.id])
      expect(text).toContain(words);
    const { headers } = response;
    const policy = headers.get('Content-Security-Policy');
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("form-action 'self' https://app.example;");
    expect(headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(headers.get('Cache-Control')).toBe('no-store');
    const foreign = await browser.send(`${PATH}?${ask().query}`, {
      headers: { Origin: 'https://evil.example' },
    });
    expect(foreign.response.headers.get('Access-Control-Allow-Origin')).toBeNull();
    const preflight = await browser.send(PATH, {
      method: 'OPTIONS',
      headers: { Origin: 'https://evil.example' },
    });
    expect([
      preflight.response.status,
      preflight.response.headers.get('Access-Control-Allow-Origin'),
    ]).toEqual([405, null]);
  });

  it('sends a code with state and issuer by 303, once, and tokens never in an address', async () => {
    const browser = await browserOf(owner.callerId);
    const { query, verifier } = ask();
    const page = (await browser.open(query)).text;
    const none = await browser.answer(query, page, 'allow');
    expect(none.response.status).toBe(422);
    expect(none.text).toContain('Choose one of your accounts.');
    const { response } = await browser.answer(query, page, 'allow', { account: brand.id });
    expect(response.status).toBe(303);
    const there = locationOf(response);
    expect(there.href.startsWith(`${CALLBACK}&code=`)).toBe(true);
    expect([...there.searchParams.keys()].sort()).toEqual(['code', 'from', 'iss', 'state']);
    expect(there.searchParams.get('iss')).toBe(`${ORIGIN}/api/auth`);
    const form = {
      grant_type: 'authorization_code',
      code: there.searchParams.get('code')!,
      code_verifier: verifier,
      redirect_uri: CALLBACK,
    };
    const { body } = await postForm('token', form, { headers: basic(app) });
    expect((await call('GET', '/v1/account', { key: body.access_token })).body.data.id).toBe(brand.id);
    const again = await browser.answer(query, page, 'allow', { account: brand.id });
    expect([again.response.status, again.response.headers.get('Location')]).toEqual([410, null]);
    const declined = await browser.answer(query, again.text, 'deny');
    expect(locationOf(declined.response).searchParams.get('error')).toBe('access_denied');
  });

  it('asks for a fresh proof of who lets an app write, and grants nothing without it', async () => {
    const careful = await personOf(brand);
    await givePassword('correct horse battery', [careful.callerId]);
    const browser = await browserOf(careful.callerId);
    await endProofs({ id: careful.callerId });
    const reads = ask({ scope: 'read offline_access' }).query;
    const reading = (await browser.open(reads)).text;
    expect(reading).not.toContain('name="proof"');
    const read = await browser.answer(reads, reading, 'allow', { account: brand.id });
    expect(locationOf(read.response).searchParams.has('code')).toBe(true);
    const { query } = ask({ scope: 'write' });
    const page = (await browser.open(query)).text;
    expect(page).toContain('You signed in more than ten minutes ago');
    for (const [address, proof] of [
      [query, ''],
      [query, 'wrong'],
      // An address that asks for less than the question that it answers.
      [reads, ''],
    ] as const) {
      const refused = await browser.answer(address, page, 'allow', { account: brand.id, proof });
      expect([refused.response.status, refused.response.headers.get('Location')]).toEqual([422, null]);
    }
    const found = await testEnv.DB.prepare('SELECT COUNT(*) AS n FROM oauth_codes WHERE person_id = ?')
      .bind(careful.callerId)
      .first();
    expect(found).toEqual({ n: 1 });
    const proof = 'correct horse battery';
    const { response } = await browser.answer(query, page, 'allow', { account: brand.id, proof });
    expect(locationOf(response).searchParams.has('code')).toBe(true);
    // The question was answered already. The page that says so asks another one, with a proof of its own.
    await endProofs({ id: careful.callerId });
    const again = await browser.answer(query, page, 'allow', { account: brand.id, proof });
    expect([again.response.status, again.text.includes('name="proof"')]).toEqual([410, true]);
  });

  it('takes no answer of another browser, another site or without the page, and none for a foreign account', async () => {
    const browser = await browserOf(owner.callerId);
    const { query } = ask();
    const page = (await browser.open(query)).text;
    const other = await mintAccount();
    const foreign = await browser.answer(query, page, 'allow', { account: other.id });
    expect(foreign.response.status).toBe(422);
    const thief = await browserOf((await personOf(other)).callerId);
    await thief.open(query);
    const stolen = await thief.answer(query, page, 'allow', { account: other.id });
    expect(stolen.response.status).toBe(403);
    expect(stolen.response.headers.get('Location')).toBeNull();
    const body = 'action=allow';
    const cross = await browser.send(`${PATH}?${query}`, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'cross-site' },
    });
    expect(cross.response.status).toBe(403);
  });

  it('offers a member reads, a partner the reach of its clients, and sends a creator away', async () => {
    const member = await personOf(brand, 'member');
    const browser = await browserOf(member.callerId);
    const { query, verifier } = ask();
    const page = (await browser.open(query)).text;
    expect(page).toContain('the app may only read');
    const { response } = await browser.answer(query, page, 'allow', { account: brand.id });
    const code = locationOf(response).searchParams.get('code')!;
    const form = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: CALLBACK };
    const { body } = await postForm('token', form, { headers: basic(app) });
    expect(body.scope).toBe('read offline_access');
    const agent = await browserOf((await personOf(await mintAccount('partner'))).callerId);
    expect((await agent.open(ask().query)).text).toContain('each of the agency’s client brands');
    const creator = await (await browserOf(await creatorAlone())).open(ask().query);
    expect(Object.fromEntries(locationOf(creator.response).searchParams)).toMatchObject({
      error: 'access_denied',
      state: 'abc',
    });
  });

  it('calls a client that registered itself by where it sends people', async () => {
    const browser = await browserOf(owner.callerId);
    const { body } = await register({
      client_name: '<b>Desk</b>',
      redirect_uris: ['http://127.0.0.1/cb', 'http://[::1]/cb'],
    });
    const client = (redirectUri: string) => ({ clientId: body.client_id, secret: '', redirectUri });
    const { text, response } = await browser.open(ask({}, client('http://127.0.0.1:4567/cb')).query);
    expect(text).toContain('An app on this computer');
    expect(text).toContain('&lt;b&gt;Desk');
    expect(response.headers.get('Content-Security-Policy')).toContain(
      "form-action 'self' http://127.0.0.1:4567;",
    );
    const six = await browser.open(ask({}, client('http://[::1]:4567/cb')).query);
    expect(six.response.headers.get('Content-Security-Policy')).toContain("form-action 'self' http:;");
  });

  it('shows an error on a page where a client registered itself with an address on the web, and redirects elsewhere', async () => {
    const WEB = 'https://desk.example/cb';
    const { body } = await register({ client_name: 'Desk', redirect_uris: [WEB, 'http://127.0.0.1/cb'] });
    const registered = (redirectUri: string) => ({ clientId: body.client_id, secret: '', redirectUri });
    const signed = await browserOf(owner.callerId);
    const wrong: [string, string | null, string][] = [
      ['response_type', null, 'invalid_request'],
      ['response_type', 'token', 'unsupported_response_type'],
      ['response_mode', 'fragment', 'invalid_request'],
      ['code_challenge', null, 'invalid_request'],
      ['code_challenge_method', 'plain', 'invalid_request'],
      ['scope', 'admin', 'invalid_scope'],
      ['resource', 'https://evil.example/v1', 'invalid_target'],
      ['state', 'x'.repeat(4097), 'invalid_request'],
    ];
    const cases = wrong.map(([name, value, error]) => {
      const change = (query: URLSearchParams) =>
        value === null ? query.delete(name) : query.set(name, value);
      return { what: `${name}=${value?.slice(0, 30)}`, browser: signed, change, error };
    });
    const twice = (query: URLSearchParams) => query.append('scope', 'read');
    cases.push({ what: 'scope twice', browser: signed, change: twice, error: 'invalid_request' });
    const creator = await browserOf(await creatorAlone());
    cases.push({ what: 'a creator', browser: creator, change: () => {}, error: 'access_denied' });
    for (const { what, browser, change, error } of cases) {
      for (const client of [registered(WEB), registered('http://127.0.0.1:4567/cb'), app]) {
        const { query } = ask({}, client);
        change(query);
        const at = `${what} at ${client.redirectUri}`;
        const { response, text } = await browser.open(query);
        const stays = client.redirectUri === WEB;
        expect([response.status, response.headers.has('Location')], at).toEqual([stays ? 400 : 303, !stays]);
        const link = text.match(/href="(https:\/\/desk\.example[^"]*)"/)?.[1]?.replaceAll('&amp;', '&');
        const there = stays ? new URL(link!) : locationOf(response);
        expect(there.href.startsWith(client.redirectUri), at).toBe(true);
        expect(there.searchParams.get('error'), at).toBe(error);
        if (stays) expect(text).not.toContain('http-equiv');
        const stranger = await new Browser(null).open(query);
        expect(stranger.response.headers.get('Location'), at).toMatch(/^\/sign-in\?/);
      }
    }
    const { query } = ask({}, registered(WEB));
    const page = await signed.open(query);
    const declined = await signed.answer(query, page.text, 'deny');
    expect(locationOf(declined.response).href).toMatch(/^https:\/\/desk\.example\/cb\?error=access_denied/);
  });
});
