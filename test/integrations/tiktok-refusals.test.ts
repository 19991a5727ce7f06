// Every refusal of TikTok gets one of our error codes, and none of its words get beyond the adapter.
import { beforeAll, describe, expect, it } from 'vitest';
import { vars } from '../../src/env.ts';
import type { AdSession } from '../../src/integrations/ads/platform.ts';
import { tiktokAdapter as tiktok } from '../../src/integrations/tiktok/adapter.ts';
import { adSet, campaign, errorOf, GOAL } from '../harness/ads/ad-steps.ts';
import type { ScriptedAds } from '../harness/ads/scripted-ads.ts';
import { ADA, CLOSED, GRACE, PIXEL, REDIRECT, tiktokWorld } from '../harness/ads/tiktok.ts';
import { expectLogged } from '../harness/logs.ts';

let world: ScriptedAds;
let session: AdSession;
beforeAll(async () => {
  world = await tiktokWorld();
  session = await world.session();
});

describe('what goes wrong', () => {
  it.each([
    [{ kind: 'rate_limit', code: 40100 }, 'rate_limited', 503, 60_000, false],
    [{ kind: 'rate_limit', code: 40133 }, 'rate_limited', 503, 60_000, false],
    [{ kind: 'fail_before' }, 'transient', 503, null, true],
    [{ kind: 'refuse', code: 40901 }, 'transient', 503, null, true],
    [{ kind: 'expire' }, 'auth_expired', 422, null, false],
    [{ kind: 'refuse', code: 40001 }, 'permission', 422, null, false],
    [{ kind: 'refuse', code: 40300 }, 'not_found', 422, null, false],
    [{ kind: 'refuse', code: 40002 }, 'invalid', 422, null, false],
    [{ kind: 'refuse', code: 20001 }, 'unreadable', 502, null, true],
    [{ kind: 'refuse', code: 7 }, 'unreadable', 502, null, true],
  ])('%j is %s', async (fault, kind, status, retryAfterMs, mayHaveHappened) => {
    const message = `${session.token} of ada@example.com`;
    await world.fault(fault.kind, 'POST smart_plus', { ...fault, message });
    const error = await errorOf(tiktok.create(session, campaign()));
    expect(error).toMatchObject({ kind, status, retryAfterMs, mayHaveHappened, field: null });
    const told = JSON.stringify([error.message, error.details, error.headers, error.stack]);
    expect(told).not.toContain('ada@');
    expect(told).not.toContain(session.token);
  });

  it('names the field that was refused, and nothing that only looks like one', async () => {
    const { id } = await tiktok.create(session, campaign());
    const goal = { ...GOAL, pixel: PIXEL };
    const fieldOf = async (asked: Promise<unknown>) => {
      const { kind, field, mayHaveHappened } = await errorOf(asked);
      return [kind, field, mayHaveHappened];
    };
    const low = adSet(id, { goal, budget: { daily: 1999 } });
    expect(await fieldOf(tiktok.create(session, low))).toEqual(['invalid', 'budget', false]);
    const nowhere = adSet(id, { goal, audience: { ...low.audience, countries: ['AQ'] } });
    expect(await fieldOf(tiktok.create(session, nowhere))).toEqual(['invalid', 'location_ids', false]);
    const unknown = adSet(id, { goal, audience: { ...low.audience, locations: ['1'] } });
    expect(await fieldOf(tiktok.create(session, unknown))).toEqual(['invalid', 'location_ids', false]);
    const goalless = adSet(id, { goal: { ...goal, pixel: null } });
    expect(await fieldOf(tiktok.create(session, goalless))).toEqual(['invalid', 'pixel_id', false]);
    const path = { ...session, selection: { advertiserId: '1/../x' } };
    expect(await fieldOf(tiktok.create(path, campaign()))).toEqual(['invalid', 'advertiserId', false]);
    await world.fault('refuse', 'POST smart_plus', { code: 40002, message: `${session.token}: no` });
    expect(await fieldOf(tiktok.create(session, campaign()))).toEqual(['invalid', null, false]);
    const closed = { ...session, selection: { advertiserId: CLOSED } };
    expect((await errorOf(tiktok.create(closed, campaign()))).kind).toBe('permission');
  });

  it('does not turn on what was deleted, and reads no money of another currency', async () => {
    const { id } = await tiktok.create(session, campaign());
    await tiktok.setRunning(session, 'campaign', id, 'archived');
    expect((await errorOf(tiktok.setRunning(session, 'campaign', id, 'active'))).kind).toBe('invalid');
    const day = { ad_id_v2: '1', stat_time_day: '2026-01-01 00:00:00' };
    const good = {
      campaign_id: '1',
      adgroup_id: '1',
      currency: 'USD',
      spend: '1.00',
      impressions: '1',
      clicks: '1',
    };
    const range = { since: '2026-01-01', until: '2026-01-01', next: null };
    const answer = async (metrics: object) => {
      const page_info = { page: 1, page_size: 500, total_number: 1, total_page: 1 };
      const body = JSON.stringify({
        code: 0,
        message: 'OK',
        data: { list: [{ dimensions: day, metrics }], page_info },
      });
      await world.fault('answer_after', 'GET report', { body });
    };
    for (const odd of [
      { currency: 'EUR' },
      { spend: '-1' },
      { spend: 1 },
      { clicks: 'x' },
      { campaign_id: null },
    ]) {
      await answer({ ...good, ...odd });
      expect((await errorOf(tiktok.days(session, range))).kind, JSON.stringify(odd)).toBe('unreadable');
    }
    await answer({ ...good, complete_payment: '-', total_purchase: '2', total_purchase_value: '3.005' });
    expect((await tiktok.days(session, range)).items).toMatchObject([
      { spend: 100, conversions: { purchase: 2 }, revenue: 301 },
    ]);
  });
});

describe('signing in', () => {
  const ask = () => tiktok.authorizeUrl(world.site(), { state: 'st', redirectUri: REDIRECT });
  const exchange = (back: URL) =>
    tiktok.exchangeCode(world.site(), {
      code: back.searchParams.get('code')!,
      redirectUri: REDIRECT,
      now: 1,
    });

  it('says whose it is and what is missing, has no end, and can be taken back', async () => {
    const back = await world.consent(ask());
    const grant = await exchange(back);
    expect(grant).toMatchObject({
      refreshToken: null,
      expiresAt: null,
      user: { id: ADA, name: 'Ada Sim' },
      missing: [],
    });
    expect((await errorOf(exchange(back))).kind).toBe('invalid');
    await tiktok.revoke(world.site(), grant);
    expect((await errorOf(tiktok.setup({ ...session, token: grant.token }, {}))).kind).toBe('auth_expired');
    const none = { user: GRACE, decline: '7200000000000000001' };
    const half = await exchange(await world.consent(ask(), none));
    expect(half.missing).toEqual([]);
    await world.sim(`nodes/7200000000000000004`, { _users: [] });
    expect((await exchange(await world.consent(ask(), none))).missing).toEqual(['every advertiser']);
  });

  it('needs an app of ours', () => {
    expectLogged('error', /TIKTOK_APP_SECRET is not set on creator-marketing-service/);
    const without = vars({ ...world.env, TIKTOK_APP_SECRET: undefined } as never);
    expect(tiktok.configured(without)).toBe(false);
    expect(() => tiktok.site(without)).toThrow(/not configured/);
  });
});
