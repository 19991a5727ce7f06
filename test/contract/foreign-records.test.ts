// Another account's record answers exactly as one that does not exist.
import { describe, expect, it } from 'vitest';
import type { ApiRoute } from '../../src/http/define-route.ts';
import { call } from '../harness/world.ts';
import { BODIES, mintCallerOf, pathOf, RECORDS, recordKey, titled, withId } from './support/samples.ts';

function send(route: ApiRoute, id: string, key: string, as?: string) {
  const body = route.body ? { body: BODIES[route.operationId] ?? {} } : {};
  return call(route.method, pathOf(route, id), { key, ...body, ...(as ? { as } : {}) });
}

/** Operations for brands with a connected platform: a partner's record is found and then refused. */
const BRANDS_ONLY = ['copyCampaign'];
/** Operations that name what was read: the example names another plan. */
const AS_READ = ['approveAdsPlan', 'rejectAdsPlan', 'executeAdsPlan'];

const known = withId.filter((route) => RECORDS[recordKey(route)]);

describe.each(titled(known))('$title', ({ route }) => {
  it('answers 404 for a foreign record, in the words used for a missing one', async () => {
    const [owner, stranger] = [await mintCallerOf(route), await mintCallerOf(route)];
    const id = await RECORDS[recordKey(route)]!(owner);
    const missing = await send(
      route,
      `${id.slice(0, id.indexOf('_'))}_00000000000000000000000000`,
      stranger.key,
    );
    const foreign = await send(route, id, stranger.key);
    expect(foreign.status).toBe(404);
    expect(foreign.body.error.code).toBe('not_found');
    expect({ ...foreign.body.error, requestId: '' }).toEqual({ ...missing.body.error, requestId: '' });
    expect(JSON.stringify(foreign.body)).not.toContain(owner.id);
    const own = await send(route, id, owner.key);
    // This test sends no bytes to a route that takes bytes. Only the owner gets the error for that; a
    // stranger must not learn that the record exists.
    if (route.bytes) expect([own.status, own.body.error.code]).toEqual([422, 'operation_rejected']);
    else if (BRANDS_ONLY.includes(route.operationId))
      expect(own.body.error.details.reason).toBe('brands_only');
    else if (AS_READ.includes(route.operationId)) expect(own.body.error.code).toBe('version_conflict');
    else expect(own.status, JSON.stringify(own.body)).toBeLessThan(300);
  });

  it('answers 404 for any text that is no ID', async () => {
    const owner = await mintCallerOf(route);
    for (const id of ['x', '%00', '%E0%A4%A', "'%20OR%201=1--", '..%2f', 'a'.repeat(64), '%F0%9F%A6%8A']) {
      const answer = await send(route, id, owner.key);
      expect([id, [400, 404].includes(answer.status)]).toEqual([id, true]);
    }
  });
});

describe('the samples', () => {
  it('have a record for every path with an ID', () => {
    expect(withId.map(recordKey).filter((key) => !RECORDS[key])).toEqual([]);
  });
});
