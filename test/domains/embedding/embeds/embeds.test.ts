// Sessions of frames on customers' pages: who makes them, what their secrets open, and what ends them.
import { afterEach, describe, expect, it } from 'vitest';
import { pruneEmbeds } from '../../../../src/domains/embedding/embeds/prune-embeds.ts';
import {
  ACTIONS,
  embedMachine,
  PARTIES,
  STATES,
} from '../../../../src/domains/embedding/embeds/transitions.ts';
import { DAY_MS, MINUTE_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import { ask, browserOf, wordsOf } from '../../../harness/pages/pages.ts';
import { mintPerson } from '../../../harness/people/people.ts';
import { mintCreator } from '../../../harness/work/creators.ts';
import {
  beginEmbed,
  claimRecord,
  type EmbedScene,
  exchange,
  mintEmbedScene,
  openFrame,
  SHOP,
} from '../../../harness/work/embeds.ts';
import { type Answer, call, mintAccount, systemCtx, testEnv, withVars } from '../../../harness/world.ts';

afterEach(() => clock.release());
const run = (text: string, ...values: unknown[]) =>
  testEnv.DB.prepare(text)
    .bind(...values)
    .run();
const refusal = ({ status, body }: Answer) => [
  status,
  body.error?.code,
  body.error?.details?.reason ?? body.error?.details?.[0]?.code,
];
const readAs = (token: string) => call('GET', '/v1/programs', { key: token });
const apply = (scene: EmbedScene, token: string) =>
  call('POST', '/v1/applications', { key: token, body: { program: scene.program } });

describe('an embed session', () => {
  it('is made by a key for its own origin and creator, and shows its secret once', async () => {
    const scene = await mintEmbedScene();
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const body = { component: 'programs', creator: scene.creator, origin: SHOP, locale: 'de-AT' };
    const make = () => call('POST', '/v1/embeds', { key: scene.brand.key, body, headers });
    const made = await make();
    expect(made.status).toBe(201);
    const { clientSecret, ...record } = made.body.data;
    expect(clientSecret).toMatch(new RegExp(`^${record.id}_secret_[0-9A-Za-z]{49}$`));
    expect(record).toMatchObject({
      ...{ component: 'programs', creator: scene.creator, key: scene.brand.keyId, origin: SHOP },
      ...{ features: ['apply'], locale: 'de-AT', status: 'created', endedBy: null, openedAt: null },
    });
    expect(Date.parse(record.expiresAt) - Date.parse(record.createdAt)).toBe(5 * MINUTE_MS);
    const key = { key: scene.brand.readKey };
    const without = { ...record, clientSecret: null };
    expect((await call('GET', `/v1/embeds/${record.id}`, key)).body.data).toEqual(without);
    expect((await call('GET', '/v1/embeds', key)).body.data).toEqual([without]);
    expect((await make()).body.data.clientSecret ?? null).toBeNull();
    const stored = await testEnv.DB.prepare('SELECT * FROM embed_sessions').all();
    expect(JSON.stringify(stored.results)).not.toContain(clientSecret.slice(-49));
  });

  it('is refused for what the key does not list or reach', async () => {
    const scene = await mintEmbedScene();
    const other = await mintEmbedScene();
    const origin = [422, 'validation_failed', 'unknown_origin'];
    for (const one of ['https://elsewhere.example.com', `${SHOP}/`, SHOP.toUpperCase(), 'null', '*'])
      expect(refusal(await beginEmbed(scene, { origin: one })), one).toEqual(origin);
    const strange = await beginEmbed({ ...scene, creator: other.creator });
    expect(refusal(strange)).toEqual([422, 'operation_rejected', 'creator_not_found']);
    const missing = await beginEmbed({ ...scene, creator: `crtr_${'0'.repeat(26)}` });
    expect({ ...missing.body.error, requestId: '' }).toEqual({ ...strange.body.error, requestId: '' });
    expect(refusal(await beginEmbed(scene, { component: 'payouts' }))[0]).toBe(422);
    expect(refusal(await beginEmbed(scene, { features: ['upload'] }))[0]).toBe(422);
    expect(refusal(await beginEmbed(scene, { locale: '<b>' }))[0]).toBe(422);
    const read = await beginEmbed({ ...scene, brand: { ...scene.brand, key: scene.brand.readKey } });
    expect(refusal(read)).toEqual([403, 'permission_denied', undefined]);
    await call('PATCH', `/v1/creators/${scene.creator}`, {
      key: scene.brand.key,
      body: { status: 'removed' },
    });
    expect(refusal(await beginEmbed(scene))).toEqual([422, 'operation_rejected', 'creator_not_on_roster']);
  });

  it('is made by a partner for a creator of its client, and opens nothing of one that somebody else answers for', async () => {
    const partner = await mintAccount('partner', { origins: [SHOP] });
    const client = await mintAccount('brand', { managedBy: partner.id });
    const creator = (await mintCreator(partner.key, {}, client.id)).id;
    const body = { component: 'programs', creator, origin: SHOP };
    const made = await call('POST', '/v1/embeds', { key: partner.key, as: client.id, body });
    const { token } = (await exchange(made.body.data.id, made.body.data.clientSecret)).body.data;
    expect((await readAs(token)).status).toBe(200);
    const own = await call('GET', `/v1/embeds/${made.body.data.id}`, { key: client.key });
    expect(own.body.data.status).toBe('open');
    await run('UPDATE accounts SET managed_by = NULL WHERE id = ?', client.id);
    expect(refusal(await readAs(token))).toEqual([401, 'invalid_key', 'account_left']);

    const other = await mintAccount('partner');
    const shown = (await mintCreator(other.key, { visibility: 'network' })).id;
    const brand = await mintEmbedScene();
    const invited = { program: brand.program, creator: shown };
    await call('POST', '/v1/applications', { key: brand.brand.key, body: invited });
    const strange = await openFrame({ ...brand, creator: shown });
    expect(refusal(await readAs(strange.token))[1]).toBe('account_not_reachable');
  });

  it('is shown to its account alone, which ends it', async () => {
    const [scene, other] = [await mintEmbedScene(), await mintEmbedScene()];
    const { id, token } = await openFrame(scene);
    const path = `/v1/embeds/${id}`;
    for (const method of ['GET', 'PATCH']) {
      const body = method === 'PATCH' ? { body: { status: 'ended' } } : {};
      expect((await call(method, path, { key: other.brand.key, ...body })).status).toBe(404);
    }
    const open = (await call('GET', path, { key: scene.brand.key })).body.data;
    expect(open.status).toBe('open');
    const stale = { status: 'ended', version: open.version - 1 };
    expect((await call('PATCH', path, { key: scene.brand.key, body: stale })).status).toBe(409);
    const ended = await call('PATCH', path, { key: scene.brand.key, body: { status: 'ended' } });
    expect(ended.body.data).toMatchObject({ status: 'ended', endedBy: 'ended', version: open.version + 1 });
    expect(refusal(await readAs(token))).toEqual([401, 'invalid_key', 'ended']);
    expect((await call('PATCH', path, { key: scene.brand.key, body: { status: 'ended' } })).status).toBe(409);
  });

  it('is moved by its table alone', () => {
    const found = STATES.flatMap((state) =>
      ACTIONS.flatMap((action) =>
        PARTIES.map((by) => {
          const verdict = embedMachine.decide(state, action, by, {});
          return `${state} ${action} ${by}: ${'move' in verdict ? verdict.move.to : verdict.refusal}`;
        }),
      ),
    );
    expect(found.filter((one) => !/conflict|forbidden/.test(one))).toEqual([
      'created open frame: open',
      'created end account: ended',
      'open end account: ended',
    ]);
  });

  it('is limited by day, and forgotten: unopened after a day, others after thirty', async () => {
    const scene = await mintEmbedScene();
    const env = withVars(testEnv, { EMBEDS_A_DAY: '2' });
    const body = { component: 'programs', creator: scene.creator, origin: SHOP };
    const make = () => call('POST', '/v1/embeds', { key: scene.brand.key, body, env });
    clock.hold(clock.noon());
    const [first] = [await make(), await make()];
    expect(refusal(await make()).slice(0, 2)).toEqual([429, 'rate_limited']);
    await exchange(first.body.data.id, first.body.data.clientSecret);
    const left = async (ms: number) => {
      await pruneEmbeds(systemCtx(clock.now() + ms));
      const { results } = await testEnv.DB.prepare('SELECT id FROM embed_sessions WHERE account_id = ?')
        .bind(scene.brand.id)
        .all();
      return results.length;
    };
    expect(await left(DAY_MS - MINUTE_MS)).toBe(2);
    expect(await left(DAY_MS + MINUTE_MS)).toBe(1);
    expect(await left(30 * DAY_MS - MINUTE_MS)).toBe(1);
    expect(await left(30 * DAY_MS + MINUTE_MS)).toBe(0);
  });
});

describe('a client secret', () => {
  it('is exchanged once, for a token of fifteen minutes, and says which browser did', async () => {
    const scene = await mintEmbedScene();
    const { id, clientSecret } = (await beginEmbed(scene)).body.data;
    clock.hold();
    const opened = await exchange(id, clientSecret, { 'User-Agent': 'Browser/2' });
    expect([opened.status, opened.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(opened.body.data).toMatchObject({ session: id, creator: scene.creator, features: ['apply'] });
    const { token, expiresAt } = opened.body.data;
    expect(Date.parse(expiresAt) - clock.now()).toBe(15 * MINUTE_MS);
    expect(refusal(await exchange(id, clientSecret))).toEqual([410, 'gone', 'secret_used']);
    expect((await call('GET', `/v1/embeds/${id}`, { key: scene.brand.key })).body.data).toMatchObject({
      ...{ status: 'open', expiresAt, openedWith: 'Browser/2' },
    });
    expect((await readAs(token)).status).toBe(200);
    clock.advance(15 * MINUTE_MS);
    expect(refusal(await readAs(token)).slice(0, 2)).toEqual([401, 'invalid_key']);
    const late = await call('GET', `/v1/embeds/${id}`, { key: scene.brand.key });
    expect(late.body.data.status).toBe('expired');
  });

  it('goes to one of two frames that exchange it at once', async () => {
    const scene = await mintEmbedScene();
    const { id, clientSecret } = (await beginEmbed(scene)).body.data;
    const both = await Promise.all([exchange(id, clientSecret), exchange(id, clientSecret)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 410]);
  });

  it('works neither late, nor after the end, nor changed', async () => {
    const scene = await mintEmbedScene();
    clock.hold();
    const [late, ended, kept] = [
      await beginEmbed(scene),
      await beginEmbed(scene),
      await beginEmbed(scene),
    ].map(({ body }) => body.data);
    await call('PATCH', `/v1/embeds/${ended.id}`, { key: scene.brand.key, body: { status: 'ended' } });
    expect(refusal(await exchange(ended.id, ended.clientSecret))).toEqual([401, 'invalid_key', 'ended']);
    const last = kept.clientSecret.endsWith('a') ? 'b' : 'a';
    for (const wrong of [`${kept.clientSecret.slice(0, -1)}${last}`, kept.id, '', 'x'.repeat(120)])
      expect((await exchange(kept.id, wrong)).status).toBe(404);
    for (const body of ['', 'x', '[]', '{}', '{"clientSecret":1}', `{"clientSecret":"${'x'.repeat(2_000)}"}`])
      expect((await call('POST', `/v1/embeds/${kept.id}/token`, { body })).status).toBeOneOf([400, 413]);
    clock.advance(5 * MINUTE_MS);
    expect(refusal(await exchange(late.id, late.clientSecret))).toEqual([410, 'gone', 'secret_expired']);
  });

  it('renews the frame of the same account, creator, component and origin, and no other', async () => {
    const NEWS = 'https://news.example.com';
    const scene = await mintEmbedScene([SHOP, NEWS]);
    const other = await mintEmbedScene();
    const second = (await mintCreator(scene.brand.key)).id;
    const shown = (await beginEmbed(scene)).body.data.id;
    const renewal = (await beginEmbed(scene)).body.data;
    const foreign = [
      (await beginEmbed(other)).body.data,
      (await beginEmbed(scene, { origin: NEWS })).body.data,
      (await beginEmbed({ ...scene, creator: second })).body.data,
    ];
    for (const { clientSecret } of foreign)
      expect(refusal(await exchange(shown, clientSecret))).toEqual([410, 'gone', 'other_frame']);
    expect(refusal(await exchange(`emb_${'0'.repeat(26)}`, renewal.clientSecret))[2]).toBe('other_frame');
    expect((await exchange(shown, renewal.clientSecret)).status).toBe(200);
    for (const { id, clientSecret } of foreign) expect((await exchange(id, clientSecret)).status).toBe(200);
  });
});

describe('the token of a frame', () => {
  it('ends, for reads as for writes, with whatever its session rests on', async () => {
    const ends: Record<string, (scene: EmbedScene) => Promise<unknown>> = {
      key_revoked: ({ brand }) => run('UPDATE api_keys SET revoked_at = 1 WHERE id = ?', brand.keyId),
      origin_removed: ({ brand }) => run('DELETE FROM key_origins WHERE key_id = ?', brand.keyId),
      creator_removed: ({ brand, creator }) =>
        call('PATCH', `/v1/creators/${creator}`, { key: brand.key, body: { status: 'removed' } }),
      taken_over: async ({ creator }) =>
        run(
          'UPDATE creators SET person_id = ?, claimed_at = 1 WHERE id = ?',
          (await mintPerson()).id,
          creator,
        ),
    };
    for (const [why, end] of Object.entries(ends)) {
      const scene = await mintEmbedScene();
      const waiting = (await beginEmbed(scene)).body.data;
      const { id, token } = await openFrame(scene);
      expect((await readAs(token)).status).toBe(200);
      await end(scene);
      const ended = [401, 'invalid_key', why];
      expect(refusal(await readAs(token))).toEqual(ended);
      expect(refusal(await apply(scene, token))).toEqual(ended);
      expect(refusal(await exchange(waiting.id, waiting.clientSecret))).toEqual(ended);
      const seen = await call('GET', `/v1/embeds/${id}`, { key: scene.brand.readKey });
      expect(seen.body.data, why).toMatchObject({ status: 'ended', endedBy: why });
    }
  });

  it('only reads once a person has verified the address, until the record is taken over', async () => {
    const scene = await mintEmbedScene();
    const { token } = await openFrame(scene);
    const { id: person } = await mintPerson();
    await run(
      `INSERT INTO verified_emails (email, person_id, verified_at)
        SELECT email, ?, 1 FROM creators WHERE id = ?`,
      person,
      scene.creator,
    );
    expect((await readAs(token)).status).toBe(200);
    expect(refusal(await apply(scene, token))).toEqual([403, 'permission_denied', 'person_verified']);
  });

  it('has the window say to a person what can be done in it', async () => {
    const scene = await mintEmbedScene();
    const browser = browserOf(await claimRecord(scene.creator));
    const wordsFor = async (body: Record<string, unknown>) => {
      const { id } = await openFrame(scene, body);
      return wordsOf(await ask(browser, `/embed/window/${id}?lang=en`));
    };
    expect(await wordsFor({ features: [] })).toContain('Nothing can be changed there.');
    const onboarding = await wordsFor({ component: 'onboarding', features: ['agreements'] });
    expect(onboarding).toContain('accept agreements');
    expect(onboarding).not.toContain('edit the profile');
  });

  it('acts as its creator alone, and writes only with the feature', async () => {
    const scene = await mintEmbedScene();
    const reading = await openFrame(scene, { features: [] });
    expect(refusal(await apply(scene, reading.token)).slice(0, 2)).toEqual([403, 'permission_denied']);
    const { token } = await openFrame(scene);
    const applied = await apply(scene, token);
    expect([applied.status, applied.body.data.creator]).toEqual([201, scene.creator]);
    const other = (await mintCreator(scene.brand.key)).id;
    for (const as of [other, scene.brand.id, 'nonsense'])
      expect(refusal(await call('GET', '/v1/programs', { key: token, as }))[1]).toBe('account_not_reachable');
    expect((await call('GET', '/v1/programs', { key: token, as: scene.creator })).status).toBe(200);
  });
});
