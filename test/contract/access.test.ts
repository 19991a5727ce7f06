// Who may call each route of the registry.
import { describe, expect, it } from 'vitest';
import { serving } from '../../src/app.ts';
import { newKeySecret } from '../../src/auth/key-secret.ts';
import type { ApiRoute } from '../../src/http/define-route.ts';
import { mintStaff } from '../harness/people/staff.ts';
import { routes as all } from '../harness/routes.ts';
import { portion } from '../harness/vitest/portion.ts';
import { call, mintAccount } from '../harness/world.ts';
import {
  BODIES,
  internalRoutes,
  keyRoutes,
  mintEndedBrand,
  pathOf,
  reads,
  revoke,
  titled,
  writes,
} from './support/samples.ts';

function send(route: ApiRoute, options: Parameters<typeof call>[2]) {
  const body = route.body ? { body: BODIES[route.operationId] ?? {} } : {};
  return call(route.method, pathOf(route), { ...body, ...options });
}

const CHALLENGE = 'Bearer resource_metadata="https://service.test/.well-known/oauth-protected-resource/v1"';

describe.each(titled(keyRoutes))('$title', ({ route }) => {
  it('answers 401 invalid_key without a usable key and says where to read about it', async () => {
    const revoked = await mintAccount();
    await revoke(revoked.keyId);
    const flipped = `${revoked.key.slice(0, -1)}${revoked.key.endsWith('a') ? 'b' : 'a'}`;
    const headers: Record<string, string>[] = [
      {},
      { Authorization: `Bearer ${newKeySecret()}` },
      { Authorization: `Bearer ${revoked.key}` },
      { Authorization: `Bearer ${flipped}` },
      { Authorization: 'Bearer nonsense' },
      { Authorization: 'Bearer' },
      { Authorization: `Basic ${btoa('a:b')}` },
    ];
    for (const header of headers) {
      const answer = await send(route, { headers: header });
      expect([answer.status, answer.body.error.code], JSON.stringify(header)).toEqual([401, 'invalid_key']);
      expect(answer.headers.get('WWW-Authenticate')).toBe(CHALLENGE);
    }
  });
});

describe.each(
  titled(
    portion(
      keyRoutes.filter((route) => route.envelope !== 'ok'),
      4,
    ),
  ),
)('$title', ({ route }) => {
  it('answers 403 account_not_reachable for an account that the key does not reach', async () => {
    const own = await mintAccount('partner');
    const foreign = await mintAccount();
    const missing = await send(route, { key: own.key, as: 'acct_00000000000000000000000000' });
    const other = await send(route, { key: own.key, as: foreign.id });
    expect(missing.status).toBe(403);
    expect(missing.body.error.code).toBe('account_not_reachable');
    expect({ ...other.body.error, requestId: '' }).toEqual({ ...missing.body.error, requestId: '' });
  });
});

describe.each(titled(writes))('$title', ({ route }) => {
  it('refuses a read key and an ended brand with 403 permission_denied', async () => {
    const brand = await mintAccount();
    const ended = await mintEndedBrand();
    for (const key of [brand.readKey, ended.key]) {
      const answer = await send(route, { key });
      expect([answer.status, answer.body.error.code]).toEqual([403, 'permission_denied']);
    }
  });
});

describe.each(titled(portion(writes, 4)))('$title', ({ route }) => {
  it('refuses a key from the moment that it is revoked', async () => {
    const brand = await mintAccount('partner');
    expect((await send(route, { key: brand.key })).status).not.toBe(401);
    await revoke(brand.keyId);
    expect((await send(route, { key: brand.key })).status).toBe(401);
  });
});

describe.each(titled(portion(reads, 4)))('$title', ({ route }) => {
  it('lets an ended brand and a read key read', async () => {
    const ended = await mintEndedBrand();
    for (const key of [ended.key, ended.readKey]) {
      expect([...route.status, 404]).toContain((await send(route, { key })).status);
    }
  });
});

describe.each(titled(internalRoutes))('$title', ({ route }) => {
  const refusal = async (options: Parameters<typeof call>[2]) => {
    const answer = await send(route, options);
    return [answer.status, answer.body.error?.code];
  };

  it('refuses every key with 403 internal_route, and with 401 what is no credential', async () => {
    const [{ env }, partner] = [mintStaff(), await mintAccount('partner')];
    for (const key of [partner.key, partner.readKey]) {
      expect(await refusal({ env, key })).toEqual([403, 'internal_route']);
    }
    await revoke(partner.keyId);
    const { token } = mintStaff();
    for (const key of [null, partner.key, newKeySecret(), token, `${token}x`, 'staff_', 'nonsense']) {
      expect(await refusal({ env, key }), `${key}`).toEqual([401, 'invalid_key']);
    }
  });

  it('is shut to everybody where no staff is configured', async () => {
    const [{ token }, partner] = [mintStaff(), await mintAccount('partner')];
    for (const key of [null, token, partner.key, 'nonsense']) {
      expect(await refusal({ key })).toEqual([403, 'internal_route']);
    }
  });

  it('lets the staff in', async () => {
    const { env, token } = mintStaff();
    expect([200, 404]).toContain((await send(route, { env, key: token })).status);
  });
});

describe.each(titled(portion(keyRoutes, 4)))('$title', ({ route }) => {
  it('is not opened by a staff token', async () => {
    const { env, token } = mintStaff();
    const answer = await send(route, { env, key: token });
    expect([answer.status, answer.body.error.code]).toEqual([401, 'invalid_key']);
  });
});

/** Refuses what is not signed with 401, as the platform that signs wants it. */
const SIGNED: readonly string[] = ['receiveShopWebhook', 'receiveRemoval'];

describe.each(titled(all.filter((route) => route.access.kind === 'open')))('$title', ({ route }) => {
  // A page's refusal is plain text, so only its status counts.
  const answerTo = async (options: Parameters<typeof call>[2]) => {
    const { status, headers, body } = await call(route.method, pathOf(route), {
      ...(route.method === 'GET' ? {} : { body: 'anything' }),
      ...options,
    });
    return { status, code: body.error?.code, challenge: headers.get('WWW-Authenticate') };
  };

  it('says why it is open', () => {
    expect(route.access).toMatchObject({ why: expect.stringMatching(/^[A-Z].{30,}\.$/) });
  });

  it('asks nobody for a key, and looks at none', async () => {
    const without = await answerTo({});
    if (SIGNED.includes(route.operationId)) expect(without.status).toBe(401);
    else expect([401, 403, 405]).not.toContain(without.status);
    // The status is the service's health, and no lane has ever run here.
    if (route.operationId === 'getHealth') expect(without.status).toBe(503);
    else if (route.kind === 'raw' && route.fromAnyOrigin) expect(without.status).toBe(200);
    else expect(without.status).toBeGreaterThanOrEqual(400);
    if (route.operationId !== 'getHealth') expect(without.status).toBeLessThan(500);
    if (!SIGNED.includes(route.operationId)) expect(without.challenge).toBeNull();
    const [{ env, token }, brand, ended] = [mintStaff(), await mintAccount(), await mintEndedBrand()];
    for (const key of ['nonsense', newKeySecret(), brand.key, brand.readKey, ended.key, token]) {
      expect(await answerTo({ env, key }), key).toEqual(without);
      expect(await answerTo({ key, as: 'acct_00000000000000000000000000' }), key).toEqual(without);
    }
  });
});

describe('the registry', () => {
  it('leaves nothing that answers out of these tests', () => {
    expect(new Set(all.map((route) => route.access.kind))).toEqual(new Set(['key', 'open', 'internal']));
    const others = all
      .filter((route) => route.kind !== 'api')
      .map((route) => `${route.method} ${route.path}`);
    expect(others.sort()).toEqual([
      'GET /.well-known/oauth-authorization-server/api/auth',
      'GET /.well-known/oauth-protected-resource/v1',
      'GET /connections/:visit',
      'GET /connections/:visit/again',
      'GET /connections/callback/:provider',
      'GET /files/:id',
      'GET /files/exports/:id',
      'GET /healthz',
      'GET /v1/threads/:id/live',
      'POST /api/auth/oauth2/register',
      'POST /api/auth/oauth2/revoke',
      'POST /api/auth/oauth2/token',
      'POST /connections/:visit',
      'POST /v1/embeds/:id/token',
      'POST /webhooks/mail/:mail/:signature',
      'POST /webhooks/shopify',
      'POST /webhooks/stripe',
      'POST /webhooks/tiktok',
      'PUT /files/:id/parts/:number',
    ]);
    const mounted = serving(all).routes.filter(({ method }) => !['ALL', 'OPTIONS'].includes(method));
    const listed = (found: readonly { method: string; path: string }[]) =>
      found.map(({ method, path }) => `${method} ${path}`).sort();
    expect(listed(mounted)).toEqual(listed(all));
  });

  it('gives every route its own operationId, method and path', () => {
    const ids = all.map((route) => route.operationId);
    const paths = all.map((route) => `${route.method} ${route.path}`);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('lets no GET write', () => {
    const wrong = writes.filter((route) => route.method === 'GET').map((route) => route.operationId);
    expect(wrong).toEqual([]);
  });
});
