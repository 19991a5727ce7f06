// Plans at the last second before 29 February, for ad accounts whose day is another one: the end that a platform gets is the end of
// the account's day, and what is blocked waits for a day of 24 hours.
import { afterAll, describe, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '../../../../src/kit/time.ts';
import { CAMPAIGN_PLACES, serveFilms } from '../../../harness/ads/campaign-places.ts';
import { campaignWorld } from '../../../harness/ads/campaigns.ts';
import { planOn } from '../../../harness/ads/executed-plans.ts';
import { planDesk } from '../../../harness/ads/plan-desk.ts';
import * as clock from '../../../harness/clock.ts';
import { testEnv } from '../../../harness/world.ts';

const META = CAMPAIGN_PLACES.find(({ name }) => name === 'meta')!;
const NIGHT = Date.parse('2032-02-28T23:59:59Z');
const NEXT_NIGHT = Date.parse('2032-02-29T23:59:59Z');

afterAll(() => {
  vi.unstubAllGlobals();
  clock.release();
});

describe.each([
  ['Pacific/Kiritimati', '2032-02-29', '2032-02-29T10:00:00Z'],
  ['Pacific/Honolulu', '2032-02-28', '2032-03-01T10:00:00Z'],
])('for an ad account in %s, where it is %s', (zone, today, ends) => {
  it('a campaign ends with its day, and what is blocked fails in the same second a day later', async () => {
    serveFilms();
    clock.hold(NIGHT - 5 * MINUTE_MS);
    const world = await campaignWorld(META.at);
    const desk = planDesk(world);
    const turn = (set: string) =>
      testEnv.DB.prepare(`UPDATE connections SET ${set} WHERE id = ?`).bind(world.connection).run();
    await turn(`timezone = '${zone}'`);
    const schedule = { startDate: today, endDate: '2032-03-09' };
    const budget = { billingLimit: 90_000 };
    const body = world.body({ launch: false, schedule, budget, creatives: world.submissions.slice(0, 1) });
    const made = await world.send('POST', '/v1/campaigns', body);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    for (let n = 0; n < 3; n++) await world.passAds();
    const campaign = made.body.data;
    const execute = async (input: Record<string, unknown>) => {
      const step = { id: 'all', resourceKind: 'campaign', mutation: 'update', input };
      return (await desk.execute(planOn(META, campaign, [step], 'auction'))).plan.id as string;
    };
    const past = planOn(
      META,
      campaign,
      [{ resourceKind: 'campaign', mutation: 'update', input: { schedule: { endDate: '2032-02-27' } } }],
      'auction',
    );
    expect((await desk.api('POST', '/ads/plans', past)).status).toBe(422);
    const ended = await execute({ schedule: { endDate: '2032-02-29' } });
    await world.passAds();
    expect(await desk.states(ended)).toEqual({ meta: 'succeeded' });
    const [set] = (await world.meta.sim('nodes', { kind: 'adset' })).data;
    expect(set.end_time).toBe(Date.parse(ends));

    await world.passAds(NIGHT - clock.now());
    const blocked = await execute({ name: 'Leap' });
    await turn("status = 'disconnected'");
    for (const ms of [MINUTE_MS, NEXT_NIGHT - NIGHT - MINUTE_MS - 1000]) {
      await world.passAds(ms);
      expect(await desk.states(blocked)).toEqual({ meta: 'blocked' });
    }
    await world.passAds(1000);
    expect(clock.now()).toBe(NEXT_NIGHT);
    const operation = await desk.operation(blocked);
    expect([operation.state, operation.steps[0]!.error!.code]).toEqual(['failed', 'blocked_too_long']);
    expect((await desk.campaign(campaign.id)).pendingChange).toBeNull();
  });
});
