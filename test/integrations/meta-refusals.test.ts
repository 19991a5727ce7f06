// Every answer of Meta gets one of our error codes, and none of its words get beyond the adapter.
import { beforeAll, describe, expect, it } from 'vitest';
import { vars } from '../../src/env.ts';
import type { AdSession } from '../../src/integrations/ads/platform.ts';
import { metaAdapter as meta } from '../../src/integrations/meta/adapter.ts';
import { DAY_MS } from '../../src/kit/time.ts';
import { adSet, campaign, errorOf, GOAL } from '../harness/ads/ad-steps.ts';
import { MAIN, type MetaWorld, metaWorld, PAGE, REDIRECT } from '../harness/ads/meta.ts';
import { expectLogged } from '../harness/logs.ts';

let world: MetaWorld;
let session: AdSession;
beforeAll(async () => {
  world = await metaWorld();
  session = await world.session();
});

describe('what goes wrong', () => {
  it.each([
    [{ kind: 'rate_limit', code: 80_004, minutes: 7 }, 'rate_limited', 503, 420_000],
    [{ kind: 'rate_limit', code: 4, minutes: 0 }, 'rate_limited', 503, 300_000],
    [{ kind: 'fail_before' }, 'transient', 503, null],
    [{ kind: 'expire' }, 'auth_expired', 422, null],
    [{ kind: 'refuse', status: 403, code: 200 }, 'permission', 422, null],
    [{ kind: 'refuse', status: 400, code: 10 }, 'permission', 422, null],
    [{ kind: 'refuse', status: 400, code: 368 }, 'needs_human', 422, null],
    [{ kind: 'refuse', status: 400, code: 803 }, 'not_found', 422, null],
    [{ kind: 'refuse', status: 400, code: 100, subcode: 33 }, 'not_found', 422, null],
    [{ kind: 'refuse', status: 400, code: 100 }, 'invalid', 422, null],
    [{ kind: 'refuse', status: 400, code: 2635 }, 'unreadable', 502, null],
  ])('%j is %s', async (fault, kind, status, retryAfterMs) => {
    const secret = `${session.token} of ada@example.com`;
    await world.fault(fault.kind, 'GET act_', { ...fault, message: secret });
    const error = await errorOf(meta.budgetFloor(session));
    expect(error).toMatchObject({ kind, status, retryAfterMs });
    const told = JSON.stringify([error.message, error.details, error.headers, error.stack]);
    expect(told).not.toContain('ada@');
    expect(told).not.toContain(session.token);
  });

  it('names the field that was refused', async () => {
    const { id } = await meta.create(session, campaign());
    expect(await errorOf(meta.create(session, adSet(id, { budget: { daily: 50 } })))).toMatchObject({
      kind: 'invalid',
      field: 'daily_budget',
      mayHaveHappened: false,
    });
    const wrong = await errorOf(
      meta.create({ ...session, selection: { adAccountId: 'act_1/../me' } }, campaign()),
    );
    expect([wrong.kind, wrong.field]).toEqual(['invalid', 'adAccountId']);
    const goalless = adSet(id, { goal: { ...GOAL, pixel: null } });
    expect(await errorOf(meta.create(session, goalless))).toMatchObject({
      kind: 'invalid',
      field: 'pixel_id',
    });
  });

  it.each([
    ['HTML', { type: 'text/html', body: '<html>Sorry</html>' }],
    ['nothing', { body: '' }],
    ['a list', { body: '[]' }],
    ['null', { body: 'null' }],
    ['a missing field', { body: '{"success":true}' }],
    ['a wrong type', { body: '{"id":12}' }],
    ['an ID that is a path', { body: '{"id":"../me"}' }],
    ['an error that is none', { body: '{"error":"no"}' }],
    ['a page of an error', { status: 400, type: 'text/html', body: '<html>' }],
    ['a redirect', { status: 302, body: '{}' }],
    ['a huge answer', { lead: '{"id":"1"}', body: ' '.repeat(1000), repeat: 9000 }],
  ])('%s in place of an answer is unreadable, and may have taken effect', async (_, answer) => {
    const step = campaign();
    await world.fault('answer_after', 'POST act_', answer);
    const error = await errorOf(meta.create(session, step));
    expect(error).toMatchObject({
      kind: 'unreadable',
      code: 'provider_error',
      status: 502,
      mayHaveHappened: true,
    });
    expect(await meta.find(session, step)).not.toBeNull();
  });

  it('reads nothing out of numbers and lists that are not what they should be', async () => {
    const row = {
      date_start: '2026-01-01',
      date_stop: '2026-01-01',
      campaign_id: '1',
      adset_id: '1',
      ad_id: '1',
    };
    const good = { ...row, account_currency: 'USD', spend: '1.00', impressions: '1', clicks: '1' };
    const range = { since: '2026-01-01', until: '2026-01-01', next: null };
    const odd = [
      { spend: '-1' },
      { spend: 1 },
      { account_currency: 'EUR' },
      { date_stop: '2026-01-02' },
      { clicks: 'x' },
      { ad_id: null },
    ];
    for (const change of odd) {
      await world.fault('answer_after', 'GET act_', {
        body: JSON.stringify({ data: [{ ...good, ...change }] }),
      });
      expect((await errorOf(meta.days(session, range))).kind, JSON.stringify(change)).toBe('unreadable');
    }
    await world.fault('answer_after', 'GET act_', { body: JSON.stringify({ data: [good] }) });
    expect((await meta.days(session, range)).items).toMatchObject([
      { spend: 100, conversions: {}, revenue: 0 },
    ]);
  });

  it('is told of an ad that leads nowhere: a link counts in the fields alone that Meta has for it', async () => {
    await world.sim('posts', { ad_code: 'code' });
    const post = async (edge: string, params: object) => {
      const texts = Object.entries(params).map(([name, value]): [string, string] => [
        name,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]);
      const answer = await fetch(`${session.site.at.api}/v26.0/${MAIN}/${edge}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${session.token}` },
        body: new URLSearchParams(texts),
      });
      return (await answer.json()) as { id: string; error?: { error_data: unknown } };
    };
    const made = await post('adcreatives', {
      name: 'Nowhere',
      object_id: PAGE,
      link: 'https://shop.example/',
      object_url: 'https://shop.example/',
      branded_content: { instagram_boost_post_access_token: 'code', link: 'https://shop.example/' },
      url_tags: 'service_id=sub_1',
    });
    const into = async (objective: 'conversions' | 'engagement') => {
      const { id } = await meta.create(session, campaign({ objective }));
      const set = await meta.create(session, adSet(id, { objective }));
      const creative = { creative_id: made.id };
      return await post('ads', { name: 'Ad', adset_id: set.id, creative, status: 'PAUSED' });
    };
    expect((await into('conversions')).error?.error_data).toEqual(
      JSON.stringify({ blame_field_specs: [['creative']] }),
    );
    expect(await world.sim('clicks', { ad: (await into('engagement')).id })).toEqual({ url: null });
  });

  it('is not waited for longer than it may take, and use is told', async () => {
    await world.fault('slow_after', 'POST act_', { ms: 1500 });
    const step = campaign();
    expect(await errorOf(meta.create({ ...session, timeoutMs: 200 }, step))).toMatchObject({
      kind: 'transient',
      mayHaveHappened: true,
    });
    const used: number[] = [];
    await meta.find({ ...session, onUse: (percent) => void used.push(percent) }, step);
    expect(used).toEqual([expect.any(Number)]);
  });
});

describe('signing in', () => {
  const answer = (url: URL) => ({
    code: url.searchParams.get('code')!,
    redirectUri: REDIRECT,
    now: 1_000_000,
  });
  const ask = () => meta.authorizeUrl(world.site(), { state: 'st', redirectUri: REDIRECT });

  it('says whose it is, how long it is good for and what is missing, and can be taken back', async () => {
    const grant = await meta.exchangeCode(
      world.site(),
      answer(await world.consent(ask(), { decline: 'ads_read' })),
    );
    expect(grant).toMatchObject({
      refreshToken: null,
      expiresAt: 1_000_000 + 60 * DAY_MS,
      user: { id: expect.any(String), name: 'Ada Sim' },
      missing: ['reading results'],
    });
    await meta.revoke(world.site(), grant);
    expect((await errorOf(meta.setup({ ...session, token: grant.token }, {}))).kind).toBe('auth_expired');
    session = await world.session();
  });

  it('takes a code once, and no token of another app', async () => {
    const back = answer(await world.consent(ask()));
    await meta.exchangeCode(world.site(), back);
    expect((await errorOf(meta.exchangeCode(world.site(), back))).kind).toBe('invalid');
    const elsewhere = { data: { app_id: '1', is_valid: true, user_id: '100000000000001', scopes: [] } };
    await world.fault('answer_after', 'GET debug_token', { body: JSON.stringify(elsewhere) });
    const again = answer(await world.consent(ask()));
    expect((await errorOf(meta.exchangeCode(world.site(), again))).kind).toBe('unreadable');
  });

  it('needs an app of ours', () => {
    expectLogged('error', /META_APP_SECRET is not set on creator-marketing-service/);
    const none = vars({ ...world.env, META_APP_SECRET: undefined } as never);
    expect(meta.configured(none)).toBe(false);
    expect(() => meta.site(none)).toThrow(/not configured/);
  });
});
