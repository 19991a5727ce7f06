// Who is let in, on every route of the registry.
import { describe, expect, it } from 'vitest';
import { newKeySecret } from '../../src/auth/key-secret.ts';
import type { Route } from '../../src/http/define-route.ts';
import { routes } from '../../src/routes.ts';
import { call, mintAccount } from '../harness/world.ts';
import {
  BODIES,
  keyRoutes,
  mintEndedBrand,
  pathOf,
  reads,
  revoke,
  titled,
  writes,
} from './support/samples.ts';

function send(route: Route, options: Parameters<typeof call>[2]) {
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

  it('refuses a key from the moment that it is revoked', async () => {
    const brand = await mintAccount('partner');
    expect((await send(route, { key: brand.key })).status).not.toBe(401);
    await revoke(brand.keyId);
    expect((await send(route, { key: brand.key })).status).toBe(401);
  });
});

describe.each(titled(reads))('$title', ({ route }) => {
  it('lets an ended brand and a read key read', async () => {
    const ended = await mintEndedBrand();
    for (const key of [ended.key, ended.readKey]) {
      expect([200, 404]).toContain((await send(route, { key })).status);
    }
  });
});

describe('the registry', () => {
  it('gives every route its own operationId, method and path', () => {
    const ids = routes.map((route) => route.operationId);
    const paths = routes.map((route) => `${route.method} ${route.path}`);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('lets no GET write', () => {
    const wrong = writes.filter((route) => route.method === 'GET').map((route) => route.operationId);
    expect(wrong).toEqual([]);
  });

  it('refuses every key on a route for the own pages', async () => {
    const partner = await mintAccount('partner');
    for (const route of routes.filter((one) => one.access.kind === 'internal')) {
      const answer = await send(route, { key: partner.key });
      expect([answer.status, answer.body.error.code]).toEqual([403, 'internal_route']);
    }
  });
});
