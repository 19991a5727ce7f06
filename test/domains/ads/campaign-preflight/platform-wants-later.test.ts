// What Meta requires of a running campaign: a change that lacks something is a problem before the platform is
// asked, and fields that the platform needs together are sent together.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../../src/kit/time.ts';
import { endOfDayIn } from '../../../../src/kit/zone.ts';
import { type CampaignWorld, campaignWorld } from '../../../harness/ads/campaigns.ts';
import { PIXEL } from '../../../harness/ads/meta.ts';
import * as clock from '../../../harness/clock.ts';

let world: CampaignWorld;
const day = (n: number) => new Date(clock.now() + n * DAY_MS).toISOString().slice(0, 10);

beforeAll(async () => {
  world = await campaignWorld();
});
afterAll(() => clock.release());

async function live(more: object) {
  const { body } = await world.send('POST', '/v1/campaigns', world.body(more));
  for (let minutes = 0; minutes < 3; minutes++) await world.passAds(31 * 60_000);
  const { data } = (await world.send('GET', `/v1/campaigns/${body.data.id}`)).body;
  expect(data).toMatchObject({ status: 'live', pendingChange: null });
  return data;
}
const patch = async (path: string, body: object) => await world.send('PATCH', `/v1/${path}`, body);
/** A change that the platform accepts, and the campaign afterwards. */
async function changes(id: string, body: object) {
  const answer = await patch(`campaigns/${id}`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  await world.passAds();
  const { data } = (await world.send('GET', `/v1/campaigns/${id}`)).body;
  expect(data).toMatchObject({ pendingChange: null, platforms: [{ error: null }] });
  return data;
}
const problemsOf = async (path: string, body: object) => {
  const answer = await patch(path, body);
  expect([answer.status, answer.body.error?.details?.reason]).toEqual([422, 'preflight_failed']);
  const { problems } = answer.body.error.details as {
    problems: { path: string; code: string; message: string }[];
  };
  return problems;
};
const codesOf = async (path: string, body: object) =>
  (await problemsOf(path, body)).map((one) => `${one.path} ${one.code}`);
const newest = async (kind: string) => (await world.meta.sim('nodes', { kind })).data;

const UNNAMED = ['/settings/singaporeBeneficiary required', '/settings/singaporePayer required'];

it('shows a campaign in Singapore from the day on that somebody says who is behind it', async () => {
  const { id, adSets } = await live({ schedule: { startDate: day(0) } });
  const audience = { countries: ['US', 'SG'] };
  expect(await codesOf(`campaigns/${id}`, { audience })).toEqual(UNNAMED);
  expect(await codesOf(`ad-sets/${adSets[0].id}`, { audience })).toEqual(UNNAMED);
  const settings = { singaporeBeneficiary: '11', singaporePayer: '12' };
  await changes(id, { audience, settings });
  const named = (payer: string) => ({
    regional_regulated_categories: ['SINGAPORE_UNIVERSAL'],
    regional_regulation_identities: {
      singapore_universal_beneficiary: '11',
      singapore_universal_payer: payer,
    },
  });
  const set = async () =>
    (await newest('adset')).find((one: { name: string }) => one.name.startsWith('Ad set 1'));
  expect(await set()).toMatchObject({ targeting: { geo_locations: audience }, ...named('12') });
  await changes(id, { settings: { singaporePayer: '13' } });
  expect(await set()).toMatchObject(named('13'));
  // An ad set with its own audience names it too.
  expect((await patch(`ad-sets/${adSets[0].id}`, { audience: { countries: ['SG'] } })).status).toBe(200);
  expect(await set()).toMatchObject({ targeting: { geo_locations: { countries: ['SG'] } }, ...named('13') });
});

it('keeps a special ad category to everybody, and says in which countries it is shown', async () => {
  const { id, adSets } = await live({
    schedule: { startDate: day(0) },
    settings: { pixel: PIXEL, specialAdCategories: ['HOUSING'] },
  });
  const there = async () =>
    (await newest('campaign')).find(
      (one: { special_ad_categories: string[] }) => one.special_ad_categories.length > 0,
    );
  expect(await there()).toMatchObject({ special_ad_category_country: ['US'] });
  expect(await codesOf(`campaigns/${id}`, { audience: { ageMin: 19 } })).toEqual([
    '/audience/ageMin not_one_of',
  ]);
  expect(await codesOf(`ad-sets/${adSets[0].id}`, { audience: { ageMin: 19, gender: 'male' } })).toEqual([
    ...['/audience/ageMin not_one_of', '/audience/gender not_one_of'],
  ]);
  await changes(id, { audience: { countries: ['US', 'CA'] } });
  expect(await there()).toMatchObject({ special_ad_category_country: ['US', 'CA'] });
});

it('sends ages as a suggestion where the platform may go beyond them', async () => {
  const { id, warnings } = await live({
    schedule: { startDate: day(0) },
    audience: { countries: ['US'], ageMin: 30, ageMax: 40, expand: true },
  });
  expect(warnings).toMatchObject([{ path: '/audience/ageMin' }, { path: '/audience/ageMax' }]);
  const targeting = async () =>
    (await newest('adset')).find(
      ({ targeting: { age_range } }: { targeting: { age_range?: number[] } }) => age_range,
    )?.targeting;
  const automatic = { targeting_automation: { advantage_audience: 1 } };
  expect(await targeting()).toMatchObject({ age_min: 25, age_max: 65, age_range: [30, 40], ...automatic });
  await changes(id, { audience: { ageMin: 21 } });
  expect(await targeting()).toMatchObject({ age_min: 21, age_max: 65, age_range: [21, 40], ...automatic });
  expect((await changes(id, { audience: { expand: false } })).warnings).toEqual([]);
  expect(await targeting()).toBeUndefined();
});

it('makes no ad set that would run for less than a day', async () => {
  const { id, adSets, schedule } = await live({
    budget: { daily: 5_000 },
    schedule: { startDate: day(0), endDate: day(1) },
  });
  const more = {
    adSets: [
      { ...adSets[0], budgetShare: 50 },
      { name: 'Late', budgetShare: 50, ads: [{ creative: world.submissions[0] }] },
    ],
  };
  const end = endOfDayIn('America/New_York', schedule.endDate);
  const to = async (left: number) => await world.passAds(end - left - clock.now());
  await to(24 * HOUR_MS - 60_000);
  const [short] = await problemsOf(`campaigns/${id}`, more);
  expect(short).toMatchObject({ path: '/schedule/endDate', code: 'too_short' });
  expect(short!.message).toContain('A new ad set');
  await changes(id, { name: 'Still running' });
  const later = { schedule: { endDate: day(9) } };
  expect((await changes(id, { ...more, ...later })).adSets).toHaveLength(2);
});
