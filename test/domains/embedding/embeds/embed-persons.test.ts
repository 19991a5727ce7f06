// Frames for records that a person verified or took over: nothing before that person's yes in a window of ours, and
// what it then hands to the frame that opened the window alone.
import { afterEach, describe, expect, it } from 'vitest';
import { sha256Hex } from '../../../../src/kit/crypto.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/kit/time.ts';
import { BODIES, keyRoutes, pathOf } from '../../../contract/support/samples.ts';
import * as clock from '../../../harness/clock.ts';
import { ask, browserOf, newBrowser, send, wordsOf } from '../../../harness/pages/pages.ts';
import { mintPerson } from '../../../harness/people/people.ts';
import { mintCreator } from '../../../harness/work/creators.ts';
import {
  allowIn,
  beginEmbed,
  claimRecord,
  type EmbedScene,
  exchange,
  fetchYes,
  mintEmbedScene,
  openAsPerson,
  openFrame,
  SHOP,
  VERIFIER,
} from '../../../harness/work/embeds.ts';
import { type Answer, call, mintAccount, testEnv } from '../../../harness/world.ts';

afterEach(() => clock.release());

const run = (text: string, ...values: unknown[]) =>
  testEnv.DB.prepare(text)
    .bind(...values)
    .run();
const refusal = ({ status, body }: Answer) => [status, body.error?.code, body.error?.details?.reason];
const readAs = (token: string) => call('GET', '/v1/programs', { key: token });
const apply = (scene: EmbedScene, token: string) =>
  call('POST', '/v1/applications', { key: token, body: { program: scene.program } });
const verify = (creator: string, person: string) =>
  run(
    'INSERT INTO verified_emails (email, person_id, verified_at) SELECT email, ?, 1 FROM creators WHERE id = ?',
    person,
    creator,
  );

describe('a session for a record that a person answers for', () => {
  it('is made while account and creator work together, and opens call by call no more than the key', async () => {
    for (const claimed of [true, false]) {
      const scene = await mintEmbedScene();
      const person = claimed ? await claimRecord(scene.creator) : await mintPerson();
      if (!claimed) await verify(scene.creator, person.id);
      for (const component of ['programs', 'earnings']) {
        const { id, clientSecret } = (await beginEmbed(scene, { component })).body.data;
        const opened = (await exchange(id, clientSecret)).body.data;
        expect(opened).toMatchObject({ needsPerson: true, personToken: null });
        for (const route of keyRoutes) {
          const body = route.body ? { body: BODIES[route.operationId] ?? {} } : {};
          const frame = await call(route.method, pathOf(route), { key: opened.token, ...body });
          if (claimed) expect(frame.status, route.operationId).toBe(403);
          if (frame.body?.error?.code === 'permission_denied') continue;
          const key = await call(route.method, pathOf(route), {
            key: scene.brand.key,
            as: scene.creator,
            ...body,
          });
          expect([frame.status, frame.body.data, frame.body.error?.code], route.operationId).toEqual([
            key.status,
            key.body.data,
            key.body.error?.code,
          ]);
          // Writes are the person's alone.
          if (route.method !== 'GET') expect(frame.status, route.operationId).toBe(403);
        }
      }
    }
    const scene = await mintEmbedScene();
    const unverified = (await beginEmbed(scene)).body.data;
    const opened = (await exchange(unverified.id, unverified.clientSecret)).body.data;
    expect(opened).toMatchObject({ needsPerson: false, personToken: null });
    await call('PATCH', `/v1/creators/${scene.creator}`, {
      key: scene.brand.key,
      body: { status: 'removed' },
    });
    expect(refusal(await beginEmbed(scene))[2]).toBe('creator_not_on_roster');
  });

  it('says the same of a record whether a person or another account answers for it', async () => {
    const other = await mintAccount('partner');
    const found: unknown[] = [];
    for (const claimed of [true, false]) {
      const scene = await mintEmbedScene();
      const shown = (await mintCreator(other.key, { visibility: 'network' })).id;
      await call('POST', '/v1/applications', {
        key: scene.brand.key,
        body: { program: scene.program, creator: shown },
      });
      if (claimed) await claimRecord(shown);
      const { id, clientSecret, ...made } = (await beginEmbed({ ...scene, creator: shown })).body.data;
      const opened = (await exchange(id, clientSecret)).body.data;
      found.push([made.status, opened.needsPerson, (await readAs(opened.token)).status]);
      const person = await mintPerson();
      found.push((await ask(browserOf(person), `/embed/window/${id}?lang=en`)).status);
      // A person of another record reads the account's name alone.
      const page = await ask(browserOf(person), `/embed/window/${id}?lang=en`);
      expect(page.html).not.toContain(shown);
    }
    expect(found.slice(0, 2)).toEqual(found.slice(2));
    expect(found[1]).toBe(403);
  });
});

describe('the yes of a person', () => {
  it('lets the frame act as the creator, by the operations of its component alone', async () => {
    const scene = await mintEmbedScene();
    const { token, personToken, person, id } = await openAsPerson(scene);
    expect(personToken).toMatch(/^service_pt_/);
    expect(refusal(await apply(scene, token))[1]).toBe('account_not_reachable');
    const applied = await apply(scene, personToken);
    expect([applied.status, applied.body.data.creator]).toEqual([201, scene.creator]);
    for (const [method, path, body] of [
      ['POST', '/v1/withdrawals', { amount: 100 }],
      ['POST', '/v1/connections', { provider: 'stripe' }],
      ['GET', '/v1/balance'],
      ['PATCH', `/v1/creators/${scene.creator}`, { bio: 'x' }],
      ['GET', '/v1/embeds'],
    ] as const) {
      const headers = { 'Idempotency-Key': crypto.randomUUID() };
      const refused = await call(method, path, { key: personToken, headers, ...(body && { body }) });
      expect(refusal(refused)[1], path).toBe('permission_denied');
    }
    const stored = await testEnv.DB.prepare('SELECT * FROM embed_sessions WHERE id = ?').bind(id).all();
    expect(JSON.stringify(stored.results)).not.toContain(personToken.slice(-49));
    const shown = (await call('GET', `/v1/embeds/${id}`, { key: scene.brand.key })).body.data;
    expect(JSON.stringify(shown)).not.toContain(person.id);
    const reading = await mintEmbedScene();
    const only = await openAsPerson(reading, { features: [] });
    expect((await readAs(only.personToken)).status).toBe(200);
    expect(refusal(await apply(reading, only.personToken))[1]).toBe('permission_denied');
  });

  it('is given by nobody but the person of the record, and by a form of ours alone', async () => {
    const scene = await mintEmbedScene();
    const own = await claimRecord(scene.creator);
    const { id } = await openFrame(scene);
    const path = `/embed/window/${id}?lang=en`;
    const challenge = sha256Hex(VERIFIER);
    expect((await ask(newBrowser(), path)).headers.get('location')).toMatch(
      /^\/embed\/window\/emb_\w+\/sign-in\?/,
    );
    const stranger = browserOf(await mintPerson());
    expect(await allowIn(stranger, id)).toBeNull();
    const page = await ask(stranger, path);
    expect([page.status, wordsOf(page)]).toEqual([403, expect.stringContaining('belongs to somebody else')]);
    expect(page.html).not.toContain(scene.creator);
    expect(page.html).not.toContain(own.email);
    const browser = browserOf(own);
    const foreign = { 'Sec-Fetch-Site': 'cross-site' };
    expect((await send(browser, path, 'allow', { challenge }, { headers: foreign })).status).toBe(403);
    expect((await send(browser, path, 'allow', { challenge: 'x' })).html).not.toContain('data-code');
    // The form of one person is not sent by another who has signed in meanwhile.
    const shown = await ask(browser, path);
    browser.cookies.set('__Host-session', stranger.cookies.get('__Host-session')!);
    const token = /name="_token" value="([^"]+)"/.exec(shown.html)![1]!;
    const crossed = await ask(browser, path, {
      headers: { 'Sec-Fetch-Site': 'same-origin' },
      fields: { _token: token, _action: 'allow', challenge },
    });
    expect([crossed.status, crossed.headers.get('location')]).toEqual([303, path]);
  });

  it('is of use to the frame that knows the secret alone, once, within a minute', async () => {
    const scene = await mintEmbedScene();
    const browser = browserOf(await claimRecord(scene.creator));
    const [one, other] = [await openFrame(scene), await openFrame(scene)];
    clock.hold();
    const gone = [410, 'gone', 'no_yes'];
    const code = await allowIn(browser, one.id);
    expect(refusal(await fetchYes(one.id, code, 'a'.repeat(64)))).toEqual(gone);
    expect(refusal(await fetchYes(other.id, code))).toEqual(gone);
    expect(refusal(await fetchYes(one.id, `${code!.slice(0, -1)}-`))).toEqual(gone);
    const both = await Promise.all([fetchYes(one.id, code), fetchYes(one.id, code)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 410]);
    const late = await allowIn(browser, one.id);
    clock.advance(MINUTE_MS);
    expect(refusal(await fetchYes(one.id, late))).toEqual(gone);
    for (const wrong of [{ code }, { code, verifier: VERIFIER, more: 1 }, { code: 1, verifier: 2 }])
      expect((await call('POST', `/v1/embeds/${one.id}/token`, { body: wrong })).status).toBe(400);
  });

  it('ends with the sign-in, the record, the key, the origin, the roster and the session, for reads as for writes', async () => {
    const ends: Record<string, (scene: EmbedScene, own: { person: string; id: string }) => Promise<unknown>> =
      {
        signed_out: (_, { person }) => run('DELETE FROM sessions WHERE person_id = ?', person),
        taken_over: async ({ creator }) => await claimRecord(creator),
        key_revoked: ({ brand }) => run('UPDATE api_keys SET revoked_at = 1 WHERE id = ?', brand.keyId),
        origin_removed: ({ brand }) => run('DELETE FROM key_origins WHERE key_id = ?', brand.keyId),
        creator_removed: ({ brand, creator }) =>
          call('PATCH', `/v1/creators/${creator}`, { key: brand.key, body: { status: 'removed' } }),
        ended: ({ brand }, { id }) =>
          call('PATCH', `/v1/embeds/${id}`, { key: brand.key, body: { status: 'ended' } }),
      };
    for (const [why, end] of Object.entries(ends)) {
      const scene = await mintEmbedScene();
      const { id, personToken, person, browser } = await openAsPerson(scene);
      const waiting = await allowIn(browser, id);
      const { personToken: again } = (await fetchYes(id, waiting)).body.data;
      expect((await readAs(personToken)).status).toBe(401);
      expect((await readAs(again)).status).toBe(200);
      await end(scene, { person: person.id, id });
      const ended = [401, 'invalid_key', why];
      expect(refusal(await readAs(again)), why).toEqual(ended);
      expect(refusal(await apply(scene, again)), why).toEqual(ended);
      expect(await allowIn(browser, id), why).toBeNull();
    }
  });

  it('lasts fifteen minutes, is renewed by the frame itself, and for twelve hours at the most', async () => {
    const scene = await mintEmbedScene();
    clock.hold();
    const { id, personToken } = await openAsPerson(scene);
    const renew = async (frame: string, token: unknown) => {
      const { clientSecret } = (await beginEmbed(scene)).body.data;
      return (await call('POST', `/v1/embeds/${frame}/token`, { body: { clientSecret, personToken: token } }))
        .body.data;
    };
    clock.advance(14 * MINUTE_MS);
    let { session, personToken: next } = await renew(id, personToken);
    clock.advance(2 * MINUTE_MS);
    expect(refusal(await readAs(personToken))).toEqual([401, 'invalid_key', undefined]);
    expect((await apply(scene, next)).status).toBe(201);
    expect(await renew(session, personToken)).toMatchObject({ needsPerson: true, personToken: null });
    expect(await renew(session, 'service_pt_x')).toMatchObject({ personToken: null });
    for (let passed = 0; passed < 12 * HOUR_MS; passed += 12 * MINUTE_MS) {
      clock.advance(12 * MINUTE_MS);
      const renewed = await renew(session, next);
      if (renewed.personToken === null) {
        expect(passed).toBeGreaterThan(11 * HOUR_MS);
        return;
      }
      ({ session, personToken: next } = renewed);
    }
    expect.unreachable('a yes goes on after twelve hours');
  }, 60_000);

  it('is not renewed for another creator, component or origin, nor once the session was ended', async () => {
    const scene = await mintEmbedScene([SHOP, 'https://news.example.com']);
    const { id, personToken, browser } = await openAsPerson(scene);
    const other = (await mintCreator(scene.brand.key)).id;
    for (const body of [
      { origin: 'https://news.example.com' },
      { component: 'earnings' },
      { creator: other },
    ]) {
      const made = (await beginEmbed(scene, body)).body.data;
      const opened = await call('POST', `/v1/embeds/${made.id}/token`, {
        body: { clientSecret: made.clientSecret, personToken },
      });
      expect(opened.body.data, JSON.stringify(body)).toMatchObject({ personToken: null });
    }
    await call('PATCH', `/v1/embeds/${id}`, { key: scene.brand.key, body: { status: 'ended' } });
    const next = (await beginEmbed(scene)).body.data;
    const after = await call('POST', `/v1/embeds/${next.id}/token`, {
      body: { clientSecret: next.clientSecret, personToken },
    });
    expect(after.body.data).toMatchObject({ needsPerson: true, personToken: null });
    expect(await allowIn(browser, next.id)).toMatch(/^\w{43}$/);
  });

  it('is renewed for as much as was said yes to or less, and for nothing more', async () => {
    const renewals = async (before: string[], after: string[]) => {
      const scene = await mintEmbedScene();
      const { personToken } = await openAsPerson(scene, { features: before });
      const { id, clientSecret } = (await beginEmbed(scene, { features: after })).body.data;
      const body = { clientSecret, personToken };
      return (await call('POST', `/v1/embeds/${id}/token`, { body })).body.data.personToken;
    };
    expect(await renewals([], ['apply'])).toBeNull();
    for (const less of [[], ['apply']]) expect(await renewals(['apply'], less)).toMatch(/^service_pt_/);
  });
});

describe('the window', () => {
  it('offers the record to whoever verified its address, and lets the frame go on once it was taken over', async () => {
    const scene = await mintEmbedScene();
    const { id, token } = await openFrame(scene);
    const person = await mintPerson();
    await verify(scene.creator, person.id);
    const browser = browserOf(person);
    const first = (await ask(browser, `/embed/window/${id}?lang=de`)).headers.get('location')!;
    expect(first).toMatch(/\/claim\?lang=de&to=/);
    expect(wordsOf(await ask(browser, first))).toContain('Dein Profil übernehmen');
    const claimed = await send(browser, first, 'takeOver');
    expect([claimed.status, claimed.headers.get('location')]).toEqual([303, `/embed/window/${id}?lang=de`]);
    // Between the two the embedder's own token has ended.
    expect(refusal(await readAs(token))[2]).toBe('taken_over');
    const { personToken } = (await fetchYes(id, await allowIn(browser, id))).body.data;
    expect((await apply(scene, personToken)).status).toBe(201);
    expect(refusal(await readAs(token))[1]).toBe('account_not_reachable');
  });

  it('keeps its opener on each of its pages, refusals too, may be framed by nobody, and is over after a day', async () => {
    const scene = await mintEmbedScene();
    const browser = browserOf(await claimRecord(scene.creator));
    clock.hold();
    const { id } = await openFrame(scene);
    const unopened = (await beginEmbed(scene)).body.data.id;
    const at = (path: string) => `/embed/window/${id}${path}`;
    const pages: [string, number][] = [
      [at('?lang=de'), 200],
      [at('/sign-in?lang=en'), 200],
      [at('/sign-up?lang=en'), 200],
      [at('/none'), 404],
      [`/embed/window/${unopened}`, 410],
      ['/embed/window/x', 404],
    ];
    const check = async ([path, status]: [string, number]) => {
      const page = await ask(browser, path);
      expect(page.status, path).toBe(status);
      expect(page.headers.get('cross-origin-opener-policy'), path).toBe('unsafe-none');
      expect(page.headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'$/);
      expect(page.headers.get('x-frame-options')).toBe('DENY');
      // Links out of the window open a tab of their own.
      expect(page.html, path).not.toMatch(/href="\/(?!embed|ui)[^"]*"(?! target="_blank")/);
    };
    for (const one of pages) await check(one);
    for (const path of ['/sign-in', '/app', '/claims']) {
      const console = await ask(newBrowser(), path);
      if (console.status === 200)
        expect(console.headers.get('cross-origin-opener-policy')).toBe('same-origin');
    }
    clock.advance(DAY_MS);
    await check([at(''), 410]);
  });

  it('goes on within itself alone', async () => {
    const scene = await mintEmbedScene();
    await claimRecord(scene.creator);
    const { id } = await openFrame(scene);
    for (const to of [
      'https://elsewhere.example',
      '//elsewhere.example',
      '/app',
      `/embed/window/${id}/../../app`,
    ]) {
      const page = await ask(
        newBrowser(),
        `/embed/window/${id}/sign-in?lang=en&to=${encodeURIComponent(to)}`,
      );
      const next = decodeURIComponent(/sign-up\?lang=en&amp;to=([^"]+)"/.exec(page.html)![1]!);
      expect(next, to).toBe(`/embed/window/${id}?lang=en`);
    }
  });
});
