// What a grant allows, and every way in which it ends: after that neither of its tokens works.
import { describe, expect, it } from 'vitest';
import type { Actor, Role } from '../../../../src/auth/actor.ts';
import { endLeftGrants } from '../../../../src/domains/accounts/apps/end-left-grants.ts';
import { appOperations } from '../../../../src/domains/accounts/apps/operations.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../src/kit/time.ts';
import { reactions } from '../../../../src/reactions.ts';
import { loadRoutes } from '../../../../src/routes.ts';
import * as clock from '../../../harness/clock.ts';
import { mintApproved, mintRuled, paymentsFor, tick } from '../../../harness/money/earnings.ts';
import {
  basic,
  connected,
  consented,
  mintApp,
  mintScene,
  type OwnApp,
  opens,
  postForm,
  refresh,
  type Tokens,
} from '../../../harness/people/apps.ts';
import { listedBy, perform, performed, personOf } from '../../../harness/people/person.ts';
import { call, mintAccount, systemCtx, testEnv } from '../../../harness/world.ts';

const run = (text: string, ...values: unknown[]) =>
  testEnv.DB.prepare(text)
    .bind(...values)
    .run();

interface Scene {
  app: OwnApp;
  brand: { id: string };
  owner: Actor;
  tokens: Tokens;
}

async function scene(): Promise<Scene> {
  const { app, brand, owner } = await mintScene();
  return { app, brand, owner, tokens: await connected(owner, app) };
}

/** Whether either token still works. */
async function isOver({ app, tokens }: Scene, client = app): Promise<boolean> {
  const read = await opens(tokens.access_token);
  const again = await refresh(client, tokens.refresh_token);
  expect([200, 400]).toContain(again.status);
  return read === 401 && again.status === 400 && again.body.error === 'invalid_grant';
}

describe('a grant', () => {
  it('opens the account as its person, for an hour, and is renewed', async () => {
    const { app, brand, tokens } = await scene();
    expect(tokens).toMatchObject({
      access_token: expect.stringMatching(/^service_at_[0-9A-Za-z]{49}$/),
      refresh_token: expect.stringMatching(/^service_rt_[0-9A-Za-z]{49}$/),
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'write offline_access',
    });
    const account = await call('GET', '/v1/account', { key: tokens.access_token });
    expect(account.body.data.id).toBe(brand.id);
    const renamed = await call('PATCH', '/v1/account', {
      key: tokens.access_token,
      body: { description: 'New' },
    });
    expect(renamed.status).toBe(200);
    const again = await refresh(app, tokens.refresh_token);
    expect(again.status).toBe(200);
    expect(again.headers.get('Cache-Control')).toBe('no-store');
    expect(await opens(again.body.access_token)).toBe(200);
    const narrow = await refresh(app, again.body.refresh_token, { scope: 'read' });
    expect(narrow.body.scope).toBe('read');
    const write = await call('PATCH', '/v1/account', { key: narrow.body.access_token, body: {} });
    expect([write.status, write.body.error.code]).toEqual([403, 'permission_denied']);
    expect((await refresh(app, narrow.body.refresh_token)).body.scope).toBe('write offline_access');
    clock.hold();
    try {
      clock.advance(HOUR_MS);
      const late = await call('GET', '/v1/account', { key: tokens.access_token });
      expect([late.status, late.body.error.code]).toEqual([401, 'invalid_key']);
      expect(late.headers.get('WWW-Authenticate')).toContain('/.well-known/oauth-protected-resource/v1');
    } finally {
      clock.release();
    }
  });

  it('has no refresh token unless offline_access was asked for, reads unless more was, and never more than the app', async () => {
    const { app, owner } = await scene();
    const tokens = await connected(owner, app, 'read');
    expect(tokens.refresh_token).toBeUndefined();
    expect((await connected(owner, app, '')).scope).toBe('read');
    await run("UPDATE oauth_apps SET access = 'read' WHERE id = ?1", app.id);
    const { access_token: key } = await connected(owner, { ...app }, 'read');
    expect((await call('PATCH', '/v1/account', { key, body: {} })).status).toBe(403);
  });

  it('follows the role of its person: a demotion counts at the next request, a promotion widens nothing', async () => {
    const { app, brand } = await mintScene();
    const member = await personOf(brand, 'member');
    const tokens = await connected(member, app);
    expect(tokens.scope).toBe('read offline_access');
    const key = tokens.access_token;
    const statuses = async (token: string) => [
      (await call('GET', '/v1/programs', { key: token })).status,
      (await call('GET', '/v1/payments', { key: token })).status,
      (await call('GET', '/v1/balance', { key: token })).status,
      (await call('PATCH', '/v1/account', { key: token, body: {} })).status,
    ];
    expect(await statuses(key)).toEqual([200, 403, 403, 403]);
    const role = (person: Actor, to: string) =>
      run(
        'UPDATE memberships SET role = ?3 WHERE account_id = ?1 AND person_id = ?2',
        brand.id,
        person.callerId,
        to,
      );
    await role(member, 'owner');
    expect(await statuses(key)).toEqual([200, 200, 200, 403]);
    const owner = await personOf(brand);
    const { access_token: wide } = await connected(owner, app);
    expect(await statuses(wide)).toEqual([200, 200, 200, 200]);
    await role(owner, 'member');
    expect(await statuses(wide)).toEqual([200, 403, 403, 403]);
  });

  it('of a member shows nowhere what was paid for work; that of an admin does', async () => {
    const pair = await mintRuled([{ type: 'per_video', amount: 5_000 }]);
    const id = await mintApproved(pair);
    await tick();
    const [payment] = await paymentsFor(id);
    const app = await mintApp(await personOf(await mintAccount('partner')));
    const tokenOf = async (role: Role) =>
      (await connected(await personOf(pair.brand, role), app, 'read')).access_token;
    const lists = (await loadRoutes()).filter(
      ({ method, path }) => method === 'GET' && path.startsWith('/v1/') && !path.includes(':'),
    );
    const shown = [];
    for (const role of ['admin', 'member'] as const) {
      const key = await tokenOf(role);
      const paths = [`/v1/submissions/${id}`, ...lists.map(({ path }) => path)];
      const answers = await Promise.all(paths.map((path) => call('GET', path, { key })));
      const told = paths.filter((_, n) => JSON.stringify(answers[n]!.body).includes(payment!.id as string));
      const { body } = await call('GET', `/v1/programs/${pair.program}`, { key });
      const pays = answers[0]!.body.data.approvalPay?.amount ?? null;
      shown.push({ told: told.length, spend: body.data.stats.spend, pays });
    }
    expect(shown).toEqual([
      { told: expect.any(Number), spend: 5_000, pays: 5_000 },
      { told: 0, spend: null, pays: null },
    ]);
    expect(shown[0]!.told).toBeGreaterThan(2);
  });

  it("reaches a partner's clients by Service-Account and nobody else's, and an ended brand reads", async () => {
    const { app } = await mintScene();
    const partner = await mintAccount('partner');
    const client = await mintAccount('brand', { managedBy: partner.id });
    const { access_token: key } = await connected(await personOf(partner), app);
    expect((await call('GET', '/v1/account', { key, as: client.id })).body.data.id).toBe(client.id);
    const foreign = await call('GET', '/v1/account', { key, as: (await mintAccount()).id });
    expect([foreign.status, foreign.body.error.code]).toEqual([403, 'account_not_reachable']);
    const ended = await mintAccount('brand', { status: 'ended' });
    const { access_token: old } = await connected(await personOf(ended), app);
    expect(await opens(old)).toBe(200);
    expect((await call('PATCH', '/v1/account', { key: old, body: {} })).status).toBe(403);
  });

  it('is no key: it has no events, no settings, and opens neither internal routes nor what only people do', async () => {
    const { tokens } = await scene();
    const key = tokens.access_token;
    expect((await call('GET', '/v1/events', { key })).body).toEqual({ data: [], nextCursor: null });
    expect((await call('GET', '/v1/keys/current', { key })).status).toBe(404);
    const url = { webhookUrl: 'https://hooks.shop.com/in' };
    expect((await call('PATCH', '/v1/keys/current', { key, body: url })).status).toBe(404);
    const sample = await call('POST', '/v1/keys/current/test-events', { key, body: { type: 'file.ready' } });
    expect(sample.status).toBe(404);
    const staff = await call('GET', '/internal/v1/withdrawals', { key });
    expect([403, 404]).toContain(staff.status);
    expect((await call('GET', `/v1/account?access_token=${key}`)).status).toBe(401);
    expect((await call('POST', '/v1/payments', { key: tokens.refresh_token, body: {} })).status).toBe(401);
  });
});

describe('a grant ends', () => {
  it.each<[string, (all: Scene) => Promise<unknown>]>([
    [
      'when an owner disconnects the app',
      async ({ owner, app }) =>
        perform(owner, appOperations.disconnectApp, {
          params: { id: app.id },
          body: { personId: owner.callerId },
        }),
    ],
    [
      'when the app is edited',
      ({ app }) =>
        perform(app.owner, appOperations.updateApp, {
          params: { id: app.id },
          body: {
            name: app.redirectUri.slice(8, 11),
            redirectUris: [app.redirectUri],
            access: 'write',
            version: 1,
          },
        }),
    ],
    [
      'when a refresh token is revoked',
      ({ app, tokens }) => postForm('revoke', { token: tokens.refresh_token }, { headers: basic(app) }),
    ],
    [
      'when its person leaves or is removed',
      async ({ brand, owner }) => {
        const ctx = systemCtx();
        expect(
          (await Promise.all(reactions.membershipEnded.map((load) => load()))).includes(endLeftGrants),
        ).toBe(true);
        await endLeftGrants(ctx, { accountId: brand.id, personId: owner.callerId });
        await ctx.write.commit();
      },
    ],
    [
      'when the membership is gone, whatever was told',
      ({ brand, owner }) =>
        run('DELETE FROM memberships WHERE account_id = ?1 AND person_id = ?2', brand.id, owner.callerId),
    ],
  ])('%s', async (_, end) => {
    const all = await scene();
    const before = await consented(all.owner, all.app);
    await end(all);
    expect(await isOver(all)).toBe(true);
    // A code from just before that is not redeemed yet ends too, unless it belongs to a grant of its own.
    const code = await postForm('token', before.form, { headers: basic(all.app) });
    expect(code.status).toBe(_.includes('refresh token') ? 200 : 400);
  });

  it('when the secret is rotated or the app revoked: the old secret is worth nothing', async () => {
    const all = await scene();
    const rotated = await performed(all.app.owner, appOperations.rotateAppSecret, {
      params: { id: all.app.id },
      body: { version: 1 },
    });
    const old = await refresh(all.app, all.tokens.refresh_token);
    expect([old.status, old.body.error]).toEqual([401, 'invalid_client']);
    expect(await isOver(all, { ...all.app, secret: rotated.secret })).toBe(true);
    const other = await scene();
    await perform(other.app.owner, appOperations.revokeApp, {
      params: { id: other.app.id },
      body: { version: 1 },
    });
    expect(await opens(other.tokens.access_token)).toBe(401);
    expect((await refresh(other.app, other.tokens.refresh_token)).status).toBe(401);
  });

  it('when a refresh token or, after 10 s, a code comes twice; and not when it comes with a wrong secret or verifier', async () => {
    const all = await scene();
    const { body: pair } = await refresh(all.app, all.tokens.refresh_token);
    expect((await refresh(all.app, all.tokens.refresh_token)).status).toBe(400);
    expect(await isOver({ ...all, tokens: pair })).toBe(true);
    const { form } = await consented(all.owner, all.app);
    const redeem = (more: Record<string, string> = {}, client = all.app) =>
      postForm('token', { ...form, ...more }, { headers: basic(client) });
    const { body: tokens } = await redeem();
    expect((await redeem()).body.error).toBe('invalid_grant');
    expect(await opens(tokens.access_token)).toBe(200);
    clock.hold();
    try {
      clock.advance(11 * SECOND_MS);
      await redeem({ code_verifier: 'x'.repeat(43) });
      await redeem({}, { ...all.app, secret: `${all.app.secret.slice(0, -1)}_` });
      expect(await opens(tokens.access_token)).toBe(200);
      expect((await redeem()).body.error).toBe('invalid_grant');
      expect(await isOver({ ...all, tokens })).toBe(true);
    } finally {
      clock.release();
    }
  });

  it('after a year, however often it was renewed; and 30 days after it was renewed last', async () => {
    clock.hold();
    try {
      const all = await scene();
      const idle = await connected(all.owner, all.app);
      let { tokens } = all;
      for (let day = 0; day < 364; day += 26) {
        clock.advance(26 * DAY_MS);
        const { body, status } = await refresh(all.app, tokens.refresh_token);
        expect(status).toBe(200);
        tokens = body;
        if (day === 26) expect((await refresh(all.app, idle.refresh_token)).body.error).toBe('invalid_grant');
      }
      clock.advance(DAY_MS - 10 * MINUTE_MS);
      const { body: last } = await refresh(all.app, tokens.refresh_token);
      expect(last.expires_in).toBe(600);
      clock.advance(10 * MINUTE_MS);
      expect(await isOver({ ...all, tokens: last })).toBe(true);
    } finally {
      clock.release();
    }
  });

  it('never by the revocation of an access token, which ends that token alone, nor by what is unknown or foreign', async () => {
    const { app, owner, tokens } = await scene();
    const other = await mintApp(await personOf(await mintAccount()));
    for (const token of ['nonsense', tokens.access_token, tokens.refresh_token]) {
      const answer = await postForm('revoke', { token }, { headers: basic(other) });
      expect([answer.status, answer.body]).toEqual([200, null]);
    }
    expect(await opens(tokens.access_token)).toBe(200);
    await postForm('revoke', { token: tokens.access_token, token_type_hint: 'x' }, { headers: basic(app) });
    expect(await opens(tokens.access_token)).toBe(401);
    expect((await refresh(app, tokens.refresh_token)).status).toBe(200);
    expect(await listedBy(owner, appOperations.listGrants)).toHaveLength(1);
  });
});
