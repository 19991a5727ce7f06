// Preflight problems that need a special account. The harness checks the words of each.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CampaignProblem } from '../../../../src/domains/ads/campaign-record/campaign-problem.ts';
import { DAY_MS } from '../../../../src/kit/time.ts';
import { type CampaignWorld, campaignWorld, mintApproved } from '../../../harness/ads/campaigns.ts';
import * as tiktok from '../../../harness/ads/tiktok.ts';
import { ON_BOTH, type TwoPlatforms, twoPlatforms } from '../../../harness/ads/two-platforms.ts';
import * as clock from '../../../harness/clock.ts';
import { testEnv } from '../../../harness/world.ts';

let both: TwoPlatforms;
let one: CampaignWorld;
beforeAll(async () => {
  both = await twoPlatforms();
  const selection = { advertiserId: tiktok.MAIN, identityId: tiktok.IDENTITY };
  one = await campaignWorld({ world: tiktok.tiktokWorld, selection, pixel: tiktok.PIXEL });
});
afterAll(() => clock.release());

const day = (n: number) => new Date(clock.now() + n * DAY_MS).toISOString().slice(0, 10);
const said = async (world: CampaignWorld, more: object): Promise<CampaignProblem[]> => {
  const answer = await world.send('POST', '/v1/campaign-preflights', world.body(more));
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data.problems;
};
const codes = async (world: CampaignWorld, more: object) => (await said(world, more)).map(({ code }) => code);
const run = (sql: string, ...values: unknown[]) =>
  testEnv.DB.prepare(sql)
    .bind(...values)
    .run();

describe('a problem', () => {
  it('of the ages, the dates, the budget or the attribution is found', async () => {
    const { world } = both;
    expect(await codes(world, { audience: { countries: ['US'], ageMin: 40, ageMax: 30 } })).toEqual([
      'below_min',
    ]);
    const schedule = { startDate: day(1), endDate: day(3) };
    const late = new Date(clock.now() + 9 * DAY_MS).toISOString();
    expect(await codes(world, { schedule, scheduledLaunchAt: late })).toEqual(['after_end']);
    expect(await codes(world, { budget: { daily: 20_000, billingLimit: 15_000 } })).toEqual(['below_daily']);
    const store = { type: 'ios_app_store', value: 'https://apps.apple.com/us/app/acme/id123456789' };
    const app = { destination: store, optimizationEvent: 'install', settings: { app: '700000000000001' } };
    expect(await codes(world, { ...app, attribution: { source: 'service' } })).toEqual(['website_only']);
  });

  it('of a submission or its video is found', async () => {
    const { world } = both;
    const { id } = world.brand;
    const [short, large, gone, other] = [
      await mintApproved(id, { duration: 0.5 }),
      ...[await mintApproved(id), await mintApproved(id), await mintApproved(id)],
    ];
    const fileOf = '(SELECT file_id FROM submissions WHERE id = ?)';
    await run(`UPDATE files SET size = 9000000000 WHERE id = ${fileOf}`, large);
    await run(`UPDATE files SET status = 'awaiting' WHERE id = ${fileOf}`, gone);
    const creatives = [short, large, gone];
    expect(await codes(world, { creatives })).toEqual(['duration', 'file_size', 'no_file']);
    const ads = [...world.submissions, other].map((creative) => ({ creative }));
    expect(await codes(world, { adSets: [{ ads }] })).toEqual(['not_listed']);
  });

  it('of shares where the campaign has one budget is found', async () => {
    const [first, second] = one.submissions;
    const adSets = [
      { budgetShare: 70, ads: [{ creative: first }] },
      { budgetShare: 30, ads: [{ creative: second }] },
    ];
    const settings = { pixel: tiktok.PIXEL, budgetOptimization: 'campaign' };
    expect(await codes(one, { settings, adSets })).toEqual(['equal_shares']);
    expect(await codes(one, { settings, budget: { daily: 1_999 } })).toContain('below_floor');
    expect(await codes(one, { settings, budget: { daily: 2_000 } })).not.toContain('below_floor');
  });

  it('of the currency or the connections of an added platform is found', async () => {
    const { world } = both;
    const { id } = world.brand;
    const settings = ON_BOTH;
    expect(await codes(world, { settings })).toEqual([]);
    const added = "provider = 'snapchat' AND holder = ?";
    await run(`UPDATE connections SET currency = 'eur' WHERE ${added}`, id);
    expect(await codes(world, { settings })).toEqual(['other_currency']);
    await run(`UPDATE connections SET currency = 'usd', status = 'disconnected' WHERE ${added}`, id);
    expect(await said(world, { settings })).toMatchObject([
      { code: 'one_connection', path: '/settings/snapchat', fix: 'Connect Snapchat.' },
    ]);
    await run('UPDATE connections SET currency = ? WHERE id = ?', 'kwd', world.connection);
    const creatorPay = { model: 'ad_spend', creatorShare: 10 };
    expect(await codes(world, { creatorPay })).toContain('unsupported_currency');
  });
});
