// RFC 9700's rules for the endpoints that programs call, and many calls at once.
import { describe, expect, it } from 'vitest';
import * as clock from '../../../harness/clock.ts';
import { withSlowDatabase } from '../../../harness/faults/slow-database.ts';
import {
  basic,
  connected,
  consented,
  mintApp,
  mintScene,
  opens,
  postForm,
  refresh,
} from '../../../harness/people/apps.ts';
import { personOf } from '../../../harness/people/person.ts';
import { call, mintAccount, ORIGIN } from '../../../harness/world.ts';

const ISSUER = `${ORIGIN}/api/auth`;

describe('the token endpoint', () => {
  it('knows two grants, the client by HTTP Basic alone, and forms', async () => {
    const { app, owner } = await mintScene();
    const { form } = await consented(owner, app);
    const own = { headers: basic(app) };
    const cases: [Record<string, string> | string, Parameters<typeof postForm>[2], number, string][] = [
      [{ grant_type: 'password', username: 'a', password: 'b' }, own, 400, 'unsupported_grant_type'],
      [{ grant_type: 'client_credentials' }, own, 400, 'unsupported_grant_type'],
      [{ grant_type: 'implicit' }, own, 400, 'unsupported_grant_type'],
      [{}, own, 400, 'invalid_request'],
      [`${new URLSearchParams(form)}&code=x`, own, 400, 'invalid_request'],
      [{ ...form, client_secret: app.secret }, own, 400, 'invalid_request'],
      [{ ...form, client_id: 'service_ci_other' }, own, 400, 'invalid_request'],
      [{ ...form, client_id: app.clientId, client_secret: app.secret }, {}, 401, 'invalid_client'],
      [form, {}, 401, 'invalid_client'],
      [form, { headers: { Authorization: `Bearer ${app.secret}` } }, 401, 'invalid_client'],
      [form, { headers: { Authorization: 'Basic !!!' } }, 401, 'invalid_client'],
      [form, { headers: { Authorization: `Basic ${btoa('%zz:x')}` } }, 401, 'invalid_client'],
      [form, { headers: basic({ ...app, secret: '' }) }, 401, 'invalid_client'],
      [form, { headers: basic({ ...app, clientId: 'service_ci_x' }) }, 401, 'invalid_client'],
      [form, { headers: { ...basic(app), 'Content-Type': 'application/json' } }, 415, 'invalid_request'],
      [{ ...form, code: '' }, own, 400, 'invalid_request'],
      [{ ...form, code_verifier: 'short' }, own, 400, 'invalid_request'],
      [{ ...form, code_verifier: '~'.repeat(43) }, own, 400, 'invalid_grant'],
      [{ ...form, redirect_uri: 'https://app.example/callback' }, own, 400, 'invalid_grant'],
      [{ ...form, code: 'x' }, own, 400, 'invalid_grant'],
      [{ ...form, resource: 'https://evil.example' }, own, 400, 'invalid_target'],
      [{ ...form, padding: 'x'.repeat(17_000) }, own, 413, 'invalid_request'],
    ];
    for (const [sent, posted, status, error] of cases) {
      const answer = await postForm('token', sent, posted);
      expect([answer.status, answer.body.error], JSON.stringify(sent).slice(0, 200)).toEqual([status, error]);
      const challenge = answer.headers.get('WWW-Authenticate');
      if (status === 401) expect(challenge).toMatch(/^Basic /);
      else expect(challenge).toBeNull();
    }
    // None of these used up the code, which a client may send with unknown parameters.
    const encoded = {
      Authorization: `Basic ${btoa(`${app.clientId.replaceAll('_', '%5F')}:${app.secret}`)}`,
    };
    const answer = await postForm('token', { ...form, unknown: 'x', scope: '' }, { headers: encoded });
    expect(answer.status).toBe(200);
    expect([answer.headers.get('Cache-Control'), answer.headers.get('Pragma')]).toEqual([
      'no-store',
      'no-cache',
    ]);
  });

  it("gives nobody another client's code or token, and none to a client that somebody else's person was sent by", async () => {
    const { app, owner } = await mintScene();
    const other = await mintApp(await personOf(await mintAccount()));
    const { form } = await consented(owner, app);
    const mixed = await postForm('token', form, { headers: basic(other) });
    expect(mixed.body.error).toBe('invalid_grant');
    const { body: tokens } = await postForm('token', form, { headers: basic(app) });
    expect((await refresh(other, tokens.refresh_token)).body.error).toBe('invalid_grant');
    expect((await refresh(app, tokens.access_token)).body.error).toBe('invalid_grant');
    expect(
      (await refresh(app, tokens.refresh_token, { scope: 'write offline_access admin' })).body.error,
    ).toBe('invalid_scope');
    const reader = await connected(owner, app, 'read offline_access');
    expect((await refresh(app, reader.refresh_token, { scope: 'write' })).body.error).toBe('invalid_scope');
    const elsewhere = await refresh(app, reader.refresh_token, { resource: 'https://evil.example' });
    expect(elsewhere.body.error).toBe('invalid_target');
    expect((await refresh(app, reader.refresh_token, { resource: `${ORIGIN}/v1` })).status).toBe(200);
    clock.hold();
    try {
      const late = await consented(owner, app);
      clock.advance(600_000);
      expect((await postForm('token', late.form, { headers: basic(app) })).body.error).toBe('invalid_grant');
    } finally {
      clock.release();
    }
  });

  it('is not for scripts of other pages; the metadata are for everybody', async () => {
    const from = { Origin: 'https://evil.example' };
    for (const path of ['token', 'revoke', 'register']) {
      const preflight = await call('OPTIONS', `/api/auth/oauth2/${path}`, { headers: from });
      expect(preflight.status).toBe(403);
      const sent = await call('POST', `/api/auth/oauth2/${path}`, { headers: from, body: 'x' });
      expect(sent.headers.get('Access-Control-Allow-Origin')).toBeNull();
    }
    const server = '/.well-known/oauth-authorization-server/api/auth';
    const { body, headers } = await call('GET', server, { headers: from });
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(headers.get('Cache-Control')).toContain('max-age');
    expect(body).toMatchObject({
      issuer: ISSUER,
      token_endpoint: `${ISSUER}/oauth2/token`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['client_secret_basic'],
      code_challenge_methods_supported: ['S256'],
      scopes_supported: ['read', 'write', 'offline_access'],
      authorization_response_iss_parameter_supported: true,
    });
    expect((await call('OPTIONS', server, { headers: from })).status).toBe(204);
    const resource = await call('GET', '/.well-known/oauth-protected-resource/v1');
    expect(resource.body).toMatchObject({ resource: `${ORIGIN}/v1`, authorization_servers: [ISSUER] });
  });
});

describe('many at once', () => {
  const slow = withSlowDatabase(15);
  const tally = (statuses: number[]) => statuses.toSorted((a, b) => a - b);

  it('of 20 that redeem one code exactly one wins, in 10 rounds', async () => {
    const { app, owner } = await mintScene();
    for (let round = 0; round < 10; round++) {
      const { form } = await consented(owner, app);
      const all = Array.from({ length: 20 }, () =>
        postForm('token', form, { headers: basic(app), env: slow }),
      );
      const answers = await Promise.all(all);
      expect(tally(answers.map(({ status }) => status))).toEqual([200, ...Array(19).fill(400)]);
      const won = answers.find(({ status }) => status === 200)!;
      expect(await opens(won.body.access_token)).toBe(200);
    }
  }, 120_000);

  it('of 10 that refresh with one token one wins, and the grant is over', async () => {
    const { app, owner } = await mintScene();
    for (let round = 0; round < 3; round++) {
      const { refresh_token } = await connected(owner, app);
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => refresh(app, refresh_token, {}, slow)),
      );
      expect(tally(answers.map(({ status }) => status))).toEqual([200, ...Array(9).fill(400)]);
      const won = answers.find(({ status }) => status === 200)!;
      expect(await opens(won.body.access_token)).toBe(401);
      expect((await refresh(app, won.body.refresh_token)).body.error).toBe('invalid_grant');
    }
  });
});
