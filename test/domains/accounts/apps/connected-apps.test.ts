// The apps that are connected to an account, and what is deleted about them over time.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../../../src/auth/actor.ts';
import { appOperations } from '../../../../src/domains/accounts/apps/operations.ts';
import { auditOperations } from '../../../../src/domains/accounts/audit/operations.ts';
import { oauthOperations } from '../../../../src/domains/accounts/oauth/operations.ts';
import { requestPasswordReset } from '../../../../src/domains/accounts/people/request-password-reset.ts';
import { DAY_MS, HOUR_MS } from '../../../../src/kit/time.ts';
import { runJobs } from '../../../../src/run-jobs.ts';
import * as clock from '../../../harness/clock.ts';
import { jobsNamed } from '../../../harness/jobs.ts';
import { ask, newBrowser, send, signedIn, wordsOf } from '../../../harness/pages/pages.ts';
import {
  asked,
  authorizeQuery,
  basic,
  connected,
  consented,
  mintScene,
  type OwnApp,
  opens,
  postForm,
  refresh,
  register,
  type Tokens,
} from '../../../harness/people/apps.ts';
import { commit, linkTo } from '../../../harness/people/people.ts';
import { listedBy, perform, personOf } from '../../../harness/people/person.ts';
import { mintAccount, testEnv } from '../../../harness/world.ts';

interface Scene {
  app: OwnApp;
  brand: { id: string };
  owner: Actor;
  tokens: Tokens;
}

const clientOf = (body: Record<string, string>) => ({
  clientId: body.client_id!,
  secret: body.client_secret!,
});

async function scene(): Promise<Scene> {
  const { app, brand, owner } = await mintScene();
  return { app, brand, owner, tokens: await connected(owner, app) };
}

describe('connected apps', () => {
  let all: Scene;
  beforeAll(async () => {
    all = await scene();
  });

  it('are shown with who connected them; a member sees and disconnects its own, and nobody a foreign one', async () => {
    const { app, brand, owner } = all;
    const member = await personOf(brand, 'member');
    await connected(member, app);
    await connected(member, app);
    const shown = await listedBy(owner, appOperations.listGrants);
    expect(shown).toHaveLength(2);
    expect(shown).toContainEqual(
      expect.objectContaining({ appId: app.id, name: 'Planner', personId: owner.callerId, access: 'write' }),
    );
    const own = await listedBy(member, appOperations.listGrants);
    expect(own).toMatchObject([{ personId: member.callerId, access: 'read' }]);
    const disconnect = (actor: Actor, personId: string) =>
      perform(actor, appOperations.disconnectApp, { params: { id: app.id }, body: { personId } });
    const stranger = await personOf(await mintAccount());
    for (const actor of [member, stranger]) {
      await expect(disconnect(actor, owner.callerId)).rejects.toMatchObject({ code: 'not_found' });
    }
    await disconnect(member, member.callerId);
    expect(await listedBy(member, appOperations.listGrants)).toEqual([]);
    expect(await listedBy(owner, appOperations.listGrants)).toHaveLength(1);
  });

  it('stand on one of the pages each, however many others there are', async () => {
    const { brand, owner } = await scene();
    // 205 newer apps with read access, which are listed before it.
    const apps = `WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 205)
      SELECT printf('%03d', i) AS i FROM n`;
    await testEnv.DB.batch([
      testEnv.DB.prepare(
        `INSERT INTO oauth_apps (id, account_id, client_id, secret_hash, name, redirect_uris, access, version, created_at, updated_at)
         SELECT 'oapp_z' || i, 'acct_maker', 'ci_' || i, '', 'Other ' || i, '[]', 'read', 1, 0, 0 FROM (${apps})`,
      ),
      testEnv.DB.prepare(
        `INSERT INTO oauth_grants (id, app_id, account_id, person_id, scope, created_at, expires_at)
         SELECT 'ogr_z' || i, 'oapp_z' || i, ?1, ?2, 'read', ?3, ?4 FROM (${apps})`,
      ).bind(brand.id, owner.callerId, clock.now(), clock.now() + DAY_MS),
      testEnv.DB.prepare(
        `INSERT INTO oauth_tokens (hash, grant_id, kind, access, created_at, expires_at)
         SELECT 'hash' || i, 'ogr_z' || i, 'access', 'read', ?1, ?2 FROM (${apps})`,
      ).bind(clock.now(), clock.now() + DAY_MS),
    ]);
    const browser = await signedIn(owner);
    const path = `/app/${brand.id}/connected-apps`;
    const named: string[] = [];
    let next: string | undefined = path;
    for (let pages = 0; next && pages < 20; pages++) {
      const { html } = await ask(browser, next);
      named.push(...[...html.matchAll(/>(Other \d{3}|Planner)</g)].map(([, name]) => name!));
      next = /href="([^"]*cursor=[^"]*)"[^>]*><span>Next page/.exec(html)?.[1]?.replaceAll('&amp;', '&');
    }
    expect([new Set(named).size, named.includes('Planner')]).toEqual([206, true]);
    const found = await perform(owner, appOperations.listGrants, { query: { limit: '100' } });
    const { nextCursor } = (found as { list: { nextCursor: string } }).list;
    const stranger = await personOf(await mintAccount());
    await expect(
      perform(stranger, appOperations.listGrants, { query: { cursor: nextCursor } }),
    ).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('are named where their person resets its password, and end with that if the person says so', async () => {
    const { app, brand, owner, tokens } = await scene();
    const colleague = await personOf(brand);
    const others = await connected(colleague, app);
    const second = await mintAccount();
    await testEnv.DB.prepare("INSERT INTO memberships VALUES (?, ?, 'owner', 0, 0)")
      .bind(second.id, owner.callerId)
      .run();
    const { home, account } = await personOf(second);
    const elsewhere = await connected({ ...owner, home, account }, app, 'read offline_access');
    await testEnv.DB.prepare(
      "INSERT INTO credentials (id, person_id, subject, provider, password, created_at, updated_at) VALUES (?1, ?1, ?1, 'credential', 'x:y', 0, 0)",
    )
      .bind(owner.callerId)
      .run();
    const email = `${owner.callerId}@example.com`;
    const reset = async (fields: Record<string, string>) => {
      await commit((ctx) => requestPasswordReset(ctx, email, null));
      const path = `/reset?token=${await linkTo(email)}`;
      return { path, answer: await send(newBrowser(), path, 'set', fields) };
    };
    const open = async () =>
      Promise.all([tokens, elsewhere, others].map(({ access_token }) => opens(access_token)));

    const kept = await reset({ password: 'another password' });
    expect([kept.answer.status, await open()]).toEqual([303, [200, 200, 200]]);
    const { path, answer } = await reset({ password: 'short', disconnect: 'on' });
    expect([answer.status, await open()]).toEqual([422, [200, 200, 200]]);
    expect(wordsOf(answer)).toContain('Planner (read and write)');
    expect((await ask(newBrowser(), path)).html).not.toMatch(/name="disconnect"[^>]* checked/);
    for (const dead of [kept.path, '/reset?token=x']) {
      expect(wordsOf(await ask(newBrowser(), dead))).not.toContain('Planner');
      const sent = await send(newBrowser(), dead, 'set', { password: 'yet another one', disconnect: 'on' });
      expect([sent.status, await open()]).toEqual([410, [200, 200, 200]]);
    }
    const { form } = await consented(owner, app);
    await signedIn(owner);
    const session = await testEnv.DB.prepare('SELECT id FROM sessions WHERE person_id = ?')
      .bind(owner.callerId)
      .first<string>('id');
    const request = await asked(authorizeQuery(app).query, session!);
    const inLogs = async () =>
      Promise.all(
        [owner, { ...owner, home, account }].map((at) => listedBy(at, auditOperations.listAuditEntries)),
      );
    const before = await inLogs();
    expect(before.flat().map(({ operation }) => operation)).not.toContain('disconnectPersonsApps');
    const ended = await send(
      newBrowser(),
      path,
      'set',
      { password: 'yet another one', disconnect: 'on' },
      { headers: { 'User-Agent': 'Firefox', 'CF-Connecting-IP': '192.0.2.7' } },
    );
    expect([ended.status, await open()]).toEqual([303, [401, 401, 200]]);
    const added = (await inLogs()).map((log, n) => log.slice(0, log.length - before[n]!.length));
    expect(added).toEqual(
      [brand, second].map(({ id }) => [
        expect.objectContaining({
          operation: 'disconnectPersonsApps',
          subject: app.id,
          partner: null,
          creator: null,
          address: '192.0.2.7',
          browser: 'Firefox',
          caller: { id: owner.callerId, name: 'Ada' },
          account: expect.objectContaining({ id }),
        }),
      ]),
    );
    expect(wordsOf(await ask(await signedIn(owner), `/app/${brand.id}/audit`))).toContain(
      `Disconnect app by a password reset ${app.id}`,
    );
    for (const { refresh_token } of [tokens, elsewhere])
      expect((await refresh(app, refresh_token)).body.error).toBe('invalid_grant');
    expect((await postForm('token', form, { headers: basic(app) })).body.error).toBe('invalid_grant');
    const body = { request, sessionId: session! };
    await expect(perform(owner, oauthOperations.grantAuthorization, { body })).rejects.toMatchObject({
      code: 'gone',
    });
    expect(await listedBy(colleague, appOperations.listGrants)).toHaveLength(1);
  });

  it('that registered themselves go after 24 hours if nobody was asked, and after 30 days if unused, with all that is over', async () => {
    const { owner, app } = all;
    const { body: used } = await register({ client_name: 'Used', redirect_uris: ['http://127.0.0.1/cb'] });
    const { body: unused } = await register({
      client_name: 'Unused',
      redirect_uris: ['http://127.0.0.1/cb'],
    });
    await register({ client_name: 'Never shown', redirect_uris: ['http://127.0.0.1/cb'] });
    const shown = authorizeQuery({ ...clientOf(unused), redirectUri: 'http://127.0.0.1:5/cb' });
    await asked(shown.query);
    const shownAt = async () =>
      (await testEnv.DB.prepare("SELECT shown_at FROM oauth_apps WHERE name = 'Unused'").first())?.shown_at;
    const first = await shownAt();
    expect(first).toBeGreaterThan(0);
    clock.hold();
    clock.advance(1_000);
    await asked(shown.query);
    clock.release();
    expect(await shownAt()).toBe(first);
    await connected(owner, { ...clientOf(used), redirectUri: 'http://127.0.0.1:5/cb' });
    await consented(owner, app);
    const names = async () => {
      const { results } = await testEnv.DB.prepare(
        'SELECT name, registered_from AS place FROM oauth_apps WHERE account_id IS NULL ORDER BY name',
      ).all();
      return results;
    };
    const forget = (at: number) => runJobs(jobsNamed('forget what apps had'), at, testEnv);
    const sweep = (at: number) =>
      runJobs(jobsNamed('forget clients that nobody was asked about'), at, testEnv);
    await sweep(clock.now() + 23 * HOUR_MS);
    expect(await names()).toHaveLength(3);
    await sweep(clock.now() + 25 * HOUR_MS);
    await forget(clock.now() + 29 * DAY_MS);
    expect(await names()).toEqual([
      { name: 'Unused', place: null },
      { name: 'Used', place: null },
    ]);
    await forget(clock.now() + 31 * DAY_MS);
    expect(await names()).toEqual([{ name: 'Used', place: null }]);
    await forget(clock.now() + 396 * DAY_MS);
    await forget(clock.now() + 396 * DAY_MS);
    expect(await names()).toEqual([]);
    for (const table of ['oauth_requests', 'oauth_codes', 'oauth_tokens', 'oauth_grants']) {
      const row = await testEnv.DB.prepare(`SELECT count(*) AS many FROM ${table}`).first();
      expect([table, row]).toEqual([table, { many: 0 }]);
    }
  });
});
