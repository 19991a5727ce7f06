// Every answer of Snapchat gets one of our error codes, and neither its words nor our token get anywhere
// else.
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AdSession } from '../../src/integrations/ads/platform.ts';
import { snapchatAdapter as snapchat } from '../../src/integrations/snapchat/adapter.ts';
import { adSet, campaign, creative, errorOf, GOAL } from '../harness/ads/ad-steps.ts';
import type { ScriptedAds } from '../harness/ads/scripted-ads.ts';
import { PIXEL, snapchatWorld } from '../harness/ads/snapchat.ts';

let world: ScriptedAds;
let session: AdSession;
beforeAll(async () => {
  world = await snapchatWorld();
  session = await world.session();
});
afterEach(() => vi.unstubAllGlobals());

const goal = { ...GOAL, pixel: PIXEL };

describe('what goes wrong', () => {
  it.each([
    [{ kind: 'rate_limit', seconds: 7 }, 'rate_limited', 503, 7000],
    [{ kind: 'rate_limit' }, 'rate_limited', 503, 10_000],
    [{ kind: 'fail_before' }, 'transient', 503, null],
    [{ kind: 'expire' }, 'auth_expired', 422, null],
    [{ kind: 'refuse', status: 403, code: 'E2003' }, 'permission', 422, null],
    [{ kind: 'refuse', status: 400, code: 'E1001' }, 'invalid', 422, null],
    [{ kind: 'refuse', status: 200, code: 'E1001' }, 'invalid', 422, null],
    [{ kind: 'refuse', status: 200, code: 'E3003' }, 'not_found', 422, null],
    [{ kind: 'refuse', status: 410, code: 'E1001' }, 'unreadable', 502, null],
  ])('%j is %s', async (fault, kind, status, retryAfterMs) => {
    const secret = `${session.token} of ada@example.com`;
    await world.fault(fault.kind, 'GET me/organizations', { ...fault, message: secret });
    const error = await errorOf(snapchat.setup(session, {}));
    expect(error).toMatchObject({ kind, status, retryAfterMs, mayHaveHappened: false });
    const told = JSON.stringify([error.message, error.details, error.headers, error.stack]);
    expect(told).not.toContain('ada@');
    expect(told).not.toContain(session.token);
  });

  it('names the field that was refused, also of an entity in an answer that is well', async () => {
    const { id } = await snapchat.create(session, campaign({ goal }));
    await world.sim('settings', { ineligible: ['PIXEL_PURCHASE'] });
    const step = adSet(id, { goal });
    const ineligible = { kind: 'invalid', field: 'optimization_goal', mayHaveHappened: false };
    expect(await errorOf(snapchat.create(session, step))).toMatchObject(ineligible);
    expect(await snapchat.find(session, step)).toBeNull();
    await world.sim('settings', { ineligible: [] });
    await world.fault('refuse_item', 'POST adaccounts', { message: 'ada@example.com has a bad headline' });
    const error = await errorOf(snapchat.create(session, campaign({ goal })));
    expect(error).toMatchObject({ kind: 'invalid', field: 'headline' });
    expect(JSON.stringify([error.message, error.details])).not.toContain('ada@');
  });

  it('of ours is told before the platform hears of it', async () => {
    const before = await world.sim('counts');
    const made = { ...creative('33333333-0000-4000-8000-000000000001', ''), cover: null };
    for (const [step, field] of [
      [campaign({ goal, objective: 'app_promotion' }), 'objective_v2_type'],
      [adSet('../me', { goal }), 'campaign_id'],
      [adSet(PIXEL, { goal: { ...goal, event: 'contact' } }), 'optimization_goal'],
      [adSet(PIXEL, { goal, budget: null }), 'daily_budget_micro'],
      [{ ...made, headline: null }, 'headline'],
      [{ ...made, partner: { code: 'x' } }, 'profile_id'],
    ] as const)
      expect(await errorOf(snapchat.create(session, step))).toMatchObject({ kind: 'invalid', field });
    expect(await world.sim('counts')).toEqual(before);
  });
});

describe('a list', () => {
  const listed = (next_link: string | null) => ({
    request_status: 'SUCCESS',
    request_id: 'r',
    paging: next_link === null ? {} : { next_link },
    organizations: [],
  });

  it('that goes on elsewhere takes the token nowhere', async () => {
    const asked: URL[] = [];
    const links = ['https://evil.example/v1/me/organizations?cursor=abc&limit=50', null];
    vi.stubGlobal('fetch', async (url: URL) => {
      asked.push(url);
      return Response.json(listed(links[asked.length - 1]!));
    });
    await snapchat.setup(session, {});
    expect(asked.map(({ origin }) => origin)).toEqual(Array(2).fill(new URL(session.site.at.api).origin));
    expect(asked[1]!.searchParams.get('cursor')).toBe('abc');
  });

  it('that never ends, or can not go on, is not taken for the whole', async () => {
    vi.stubGlobal('fetch', async () => Response.json(listed('https://x.example/?cursor=again')));
    expect((await errorOf(snapchat.setup(session, {}))).kind).toBe('unreadable');
    vi.stubGlobal('fetch', async () => Response.json(listed('https://x.example/')));
    expect((await errorOf(snapchat.setup(session, {}))).kind).toBe('unreadable');
  });

  it('of parts goes nowhere but to the platform', async () => {
    const real = globalThis.fetch;
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (url: URL | string, init?: RequestInit) => {
      asked.push(String(url));
      if (String(url).includes('action=INIT'))
        return Response.json({
          request_status: 'SUCCESS',
          request_id: 'r',
          upload_id: 'u',
          add_path: '@evil.example/v1',
          finalize_path: '/../x',
        });
      if (String(url).includes('/_sim/file'))
        return new Response('x', { headers: { 'Content-Length': '33000000' } });
      return await real(url, init);
    });
    const step = { kind: 'video', intent: { key: 'partsabc' }, name: 'V', url: world.file(1) } as const;
    expect((await errorOf(snapchat.create(session, step))).kind).toBe('unreadable');
    expect(asked.filter((url) => url.includes('evil'))).toEqual([]);
  });
});
