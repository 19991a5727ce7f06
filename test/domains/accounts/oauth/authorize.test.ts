import { describe, expect, it } from 'vitest';
import { appOperations } from '../../../../src/domains/accounts/apps/operations.ts';
import { checkAuthorization } from '../../../../src/domains/accounts/oauth/check-authorization.ts';
import { denyAuthorization } from '../../../../src/domains/accounts/oauth/deny-authorization.ts';
import { oauthOperations } from '../../../../src/domains/accounts/oauth/operations.ts';
import * as clock from '../../../harness/clock.ts';
import {
  asked,
  authorizeQuery,
  CALLBACK,
  mintApp,
  mintScene,
  SESSION,
} from '../../../harness/people/apps.ts';
import { perform, performed } from '../../../harness/people/person.ts';
import { ORIGIN, systemCtx, testEnv } from '../../../harness/world.ts';

const ISSUER = `${ORIGIN}/api/auth`;
const check = (query: URLSearchParams) => checkAuthorization(systemCtx(), query);

/** The URL that a person is sent back to, and its parameters. */
async function refused(query: URLSearchParams): Promise<Record<string, string>> {
  const answer = await check(query);
  if (!('error' in answer)) throw new Error('It was not refused.');
  expect(answer.location.startsWith(`${CALLBACK}&`)).toBe(true);
  return Object.fromEntries(new URL(answer.location).searchParams);
}

describe('a request for authorization', () => {
  it('of an unknown app, or to an address that is not registered letter by letter, sends nobody anywhere', async () => {
    const { app, maker } = await mintScene();
    const revoked = await mintApp(maker);
    await perform(maker, appOperations.revokeApp, { params: { id: revoked.id }, body: { version: 1 } });
    const other = await performed(maker, appOperations.createApp, {
      body: { name: 'Other', redirectUris: ['https://other.example/cb'], access: 'read' },
    });
    const changes: [string, string | null][] = [
      ['client_id', null],
      ['client_id', 'service_ci_unknown'],
      ['client_id', app.id],
      ['client_id', revoked.clientId],
      ['client_id', other.clientId],
      ...[
        null,
        '',
        'https://app.example/callback',
        `${CALLBACK}&more=1`,
        `${CALLBACK}/`,
        `${CALLBACK}#x`,
        CALLBACK.toUpperCase(),
        CALLBACK.replace('app.', 'app.evil.'),
        CALLBACK.replace('app.example', 'app.example@evil.example'),
        CALLBACK.replace('https', 'http'),
        CALLBACK.replace('/callback', '/x/../callback'),
        CALLBACK.replace('app.example', 'app.example:443'),
        'https://other.example/cb',
        'http://127.0.0.1/callback',
        '//evil.example',
        'javascript:alert(1)',
      ].map((uri): [string, string | null] => ['redirect_uri', uri]),
    ];
    for (const [name, value] of changes) {
      const { query } = authorizeQuery(app);
      if (value === null) query.delete(name);
      else query.set(name, value);
      await expect(check(query), `${name}=${value}`).rejects.toMatchObject({
        code: 'invalid_request',
        status: 400,
      });
    }
    for (const name of ['client_id', 'redirect_uri']) {
      const { query } = authorizeQuery(app);
      query.append(name, query.get(name)!);
      await expect(check(query)).rejects.toMatchObject({ status: 400 });
    }
  });

  it.each<[string, string | null, string]>([
    ['response_type', null, 'invalid_request'],
    ['response_type', 'token', 'unsupported_response_type'],
    ['response_type', 'code id_token', 'unsupported_response_type'],
    ['response_mode', 'fragment', 'invalid_request'],
    ['code_challenge', null, 'invalid_request'],
    ['code_challenge', 'short', 'invalid_request'],
    ['code_challenge_method', null, 'invalid_request'],
    ['code_challenge_method', 'plain', 'invalid_request'],
    ['scope', 'openid', 'invalid_scope'],
    ['scope', 'read admin', 'invalid_scope'],
    ['resource', 'https://service.test/v2', 'invalid_target'],
    ['resource', 'https://evil.example/v1', 'invalid_target'],
  ])('with %s %s goes back with %s %s, the state and the issuer', async (name, value, error) => {
    const { app } = await mintScene();
    const { query } = authorizeQuery(app, { state: 'a b&c=d' });
    if (value === null) query.delete(name);
    else query.set(name, value);
    query.set('unknown', 'ignored');
    const description = expect.any(String);
    expect(await refused(query)).toEqual({
      from: 'service',
      error,
      error_description: description,
      state: 'a b&c=d',
      iss: ISSUER,
    });
  });

  it('that says a thing twice, or asks for writes with an app that reads, is refused; a state of none stays none', async () => {
    const { maker } = await mintScene();
    const reader = await mintApp(maker, 'read');
    const { query } = authorizeQuery(reader);
    expect(await refused(query)).toMatchObject({ error: 'invalid_scope' });
    expect(await refused(query)).not.toHaveProperty('state');
    const twice = authorizeQuery(reader, { scope: 'read', state: 'x' }).query;
    twice.append('state', 'y');
    expect(await refused(twice)).toMatchObject({ error: 'invalid_request' });
    const fine = authorizeQuery(reader, { scope: 'read', resource: `${ORIGIN}/v1` }).query;
    expect(await check(fine)).toMatchObject({ scope: 'read' });
  });

  it('is answered once, by the session that was asked, within 10 minutes, and unless the app has changed', async () => {
    const { app, owner } = await mintScene();
    const answer = (request: string, sessionId = SESSION) =>
      perform(owner, oauthOperations.grantAuthorization, { body: { request, sessionId } });
    const ask = () => asked(authorizeQuery(app, { state: 's' }).query);
    const once = await ask();
    await expect(answer(once, 'ses_other')).rejects.toMatchObject({ code: 'gone' });
    const all = await Promise.allSettled([answer(once), answer(once), answer(once)]);
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(answer(once)).rejects.toMatchObject({ code: 'gone' });
    const denied = systemCtx();
    const { location } = await denyAuthorization(denied, { request: await ask(), sessionId: SESSION });
    await denied.write.commit();
    expect(Object.fromEntries(new URL(location).searchParams)).toMatchObject({
      error: 'access_denied',
      state: 's',
      iss: ISSUER,
    });
    const before = await ask();
    const body = { name: 'Renamed', redirectUris: [CALLBACK], access: 'write', version: 1 };
    await perform(app.owner, appOperations.updateApp, { params: { id: app.id }, body });
    await expect(answer(before)).rejects.toMatchObject({ code: 'gone' });
    clock.hold();
    try {
      const late = await ask();
      clock.advance(600_000);
      await expect(answer(late)).rejects.toMatchObject({ code: 'gone' });
    } finally {
      clock.release();
    }
  });

  it('keeps no more than 20 pages of a session', async () => {
    const { app } = await mintScene();
    clock.hold();
    try {
      for (let n = 0; n < 25; n++) {
        clock.advance(1);
        await asked(authorizeQuery(app).query, 'ses_many');
      }
    } finally {
      clock.release();
    }
    const row = await testEnv.DB.prepare(
      "SELECT count(*) AS many FROM oauth_requests WHERE session_id = 'ses_many'",
    ).first();
    expect(row).toEqual({ many: 20 });
  });
});
