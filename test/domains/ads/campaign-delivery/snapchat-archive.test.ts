// Snapchat has no archive: what is archived here is paused there, and stays archived whatever happens to it
// there.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { snapchatAdapter } from '../../../../src/integrations/snapchat/adapter.ts';
import { eventsOf } from '../../../harness/ads/ad-connections.ts';
import { serveFilms } from '../../../harness/ads/campaign-places.ts';
import { type CampaignWorld, campaignWorld } from '../../../harness/ads/campaigns.ts';
import * as snapchat from '../../../harness/ads/snapchat.ts';
import * as clock from '../../../harness/clock.ts';
import { testEnv } from '../../../harness/world.ts';

const MINUTE = 60_000;

let world: CampaignWorld;
beforeAll(async () => {
  serveFilms();
  const selection = {
    organizationId: snapchat.ORGANIZATION,
    adAccountId: snapchat.MAIN,
    profileId: snapchat.PROFILE,
  };
  world = await campaignWorld({ world: snapchat.snapchatWorld, selection, pixel: snapchat.PIXEL });
  await world.meta.sim('settings', { tokenLives: 9 * 86_400_000 });
});
afterAll(() => {
  vi.unstubAllGlobals();
  clock.release();
});

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
async function send(method: string, path: string, body?: object): Promise<any> {
  const answer = await world.send(method, `/v1/${path}`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body.data;
}
const read = (path: string) => send('GET', path);
const archive = (path: string) => send('PATCH', path, { status: 'archived' });
async function settle(): Promise<void> {
  for (let minute = 0; minute < 3; minute++) await world.passAds();
}
const nodes = async (kind: 'adsquad' | 'ad') => (await world.meta.sim('nodes', { kind })).data;
/** A running campaign, with two ads in its first ad set and one in its second. */
async function live(name: string) {
  const ad = { creative: world.submissions[0]! };
  const adSets = [
    { name: `${name} A`, budgetShare: 75, ads: [ad, ad] },
    { name: `${name} B`, budgetShare: 25, ads: [ad] },
  ];
  const made = await send(
    'POST',
    'campaigns',
    world.body({
      name,
      adSets,
      creatives: [ad.creative],
      launch: true,
      budget: { daily: 10_000, billingLimit: 300_000 },
      ad: { primaryText: 'See it.', callToAction: 'shop_now', headline: 'Now' },
    }),
  );
  await settle();
  await world.passAds(40 * MINUTE);
  const campaign = await read(`campaigns/${made.id}`);
  expect(campaign.status).toBe('live');
  return campaign;
}

describe('what is archived', () => {
  it('stays archived, and the status goes by what is left', async () => {
    const { id, adSets } = await live('Kept');
    const [set, gone] = adSets;
    await archive(`ad-sets/${gone.id}`);
    await archive(`ads/${set.ads[0].id}`);
    await world.passAds();
    const { platformId } = await read(`ads/${set.ads[1].id}`);
    await world.meta.sim(`nodes/${platformId}`, { _rejection: 'Quality' });
    for (let reading = 0; reading < 2; reading++) {
      await world.passAds(11 * MINUTE);
      expect((await read(`ad-sets/${gone.id}`)).status).toBe('archived');
      expect((await read(`ads/${set.ads[0].id}`)).status).toBe('archived');
      expect(await read(`campaigns/${id}`)).toMatchObject({
        status: 'needs_attention',
        platforms: [{ error: { code: 'ads_rejected' } }],
        adSets: [{ id: set.id, budgetShare: 100, ads: [{ id: set.ads[1].id }] }],
      });
    }
    const squads = (await nodes('adsquad')).map((one: Record<string, unknown>) => [
      ...[one.status, one.daily_budget_micro],
    ]);
    expect(squads).toHaveLength(2);
    expect(squads).toContainEqual(['ACTIVE', 100_000_000]);
    expect(squads).toContainEqual(['PAUSED', 25_000_000]);
  });

  it('and turned on again there is paused again, and who did it is told', async () => {
    const { id, adSets } = await live('Risen');
    const [set, gone] = adSets;
    const parts = [`ad-sets/${gone.id}`, `ads/${set.ads[0].id}`];
    const [squad, ad, inside] = await Promise.all(
      [...parts, `ads/${gone.ads[0].id}`].map(async (path) => (await read(path)).platformId as string),
    );
    for (const part of parts) await archive(part);
    await settle();
    const statuses = async (): Promise<Record<string, string>> =>
      Object.fromEntries(
        [...(await nodes('adsquad')), ...(await nodes('ad'))].map((one) => [one.id, one.status]),
      );
    const resumeThere = async (platformId: string) =>
      await world.meta.sim(`nodes/${platformId}`, { status: 'ACTIVE' });
    // An ad keeps its status while its ad set is paused.
    const archived = { [squad!]: 'PAUSED', [ad!]: 'PAUSED', [inside!]: 'ACTIVE' };
    expect(await statuses()).toMatchObject(archived);
    await resumeThere(squad!);
    await resumeThere(ad!);
    await world.passAds(11 * MINUTE);
    await settle();
    expect(await statuses()).toMatchObject(archived);
    for (let reading = 0; reading < 2; reading++) await world.passAds(11 * MINUTE);
    const after = await read(`campaigns/${id}?expand=timeline`);
    expect(after).toMatchObject({ status: 'live', adSets: [{ id: set.id, budgetShare: 100 }] });
    const told = after.timeline.filter(({ details }: { details: { by?: string } | null }) => details?.by);
    expect(told).toMatchObject([
      {
        what: 'reported',
        platform: 'snapchat',
        by: null,
        details: {
          change: 'resumed',
          by: 'ads_manager',
          adSets: [{ id: gone.id, name: 'Risen B' }],
          message:
            'The archived ad set “Risen B” was resumed in Snapchat Ads Manager and will be paused again.',
        },
      },
      { details: { change: 'resumed', by: 'ads_manager', ads: [{ id: set.ads[0].id }] } },
    ]);

    // If the platform refuses to pause it, only a retry asks again.
    await resumeThere(squad!);
    await world.meta.fault('refuse_item', 'PUT');
    await world.passAds(11 * MINUTE);
    await settle();
    expect(await read(`campaigns/${id}`)).toMatchObject({ status: 'needs_attention' });
    for (let reading = 0; reading < 2; reading++) await world.passAds(11 * MINUTE);
    expect(await statuses()).toMatchObject({ [squad!]: 'ACTIVE' });
    await send('PATCH', `campaigns/${id}`, { status: 'retry' });
    await settle();
    expect(await statuses()).toMatchObject(archived);
    expect(await read(`campaigns/${id}`)).toMatchObject({ status: 'live', platforms: [{ error: null }] });
  });
});

const topsOf = async (name: string) =>
  (await world.meta.sim('nodes', { kind: 'campaign' })).data.filter((one: { name: string }) =>
    one.name.startsWith(`${name} [`),
  );
const turnOnThere = async (name: string) =>
  await snapchatAdapter.setRunning(
    await world.meta.session(),
    'campaign',
    (await topsOf(name))[0].id,
    'active',
  );
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
const byOthers = ({ details }: any) => details?.by === 'ads_manager';

describe('a campaign that somebody turns on there', () => {
  it('is stopped again when it is archived here, and who turned it on is told', async () => {
    const { id } = await live('Done');
    // It has begun to spend.
    await world.passAds(30 * 60 * MINUTE);
    await send('PATCH', `campaigns/${id}`, { status: 'archive' });
    await settle();
    const statusOf = async () => (await topsOf('Done'))[0].status;
    expect([(await read(`campaigns/${id}`)).status, await statusOf()]).toEqual(['archived', 'PAUSED']);
    // Earlier spend is reported late, but none of it is running.
    for (let hour = 0; hour < 2; hour++) await world.passAds(61 * MINUTE);
    const quiet = await read(`campaigns/${id}?expand=timeline`);
    expect(quiet.timeline.filter(byOthers)).toEqual([]);
    await turnOnThere('Done');
    for (let hour = 0; hour < 2; hour++) await world.passAds(61 * MINUTE);
    await settle();
    expect(await statusOf()).toBe('PAUSED');
    const after = await read(`campaigns/${id}?expand=timeline`);
    expect(after).toMatchObject({
      status: 'archived',
      pendingChange: null,
      version: quiet.version,
      platforms: [{ status: 'archived', error: null }],
    });
    expect(after.timeline.filter(byOthers)).toMatchObject([
      {
        what: 'reported',
        platform: 'snapchat',
        by: null,
        details: {
          message: 'The archived campaign was resumed in Snapchat Ads Manager and will be paused again.',
        },
      },
    ]);
    // It is not read any more once it is off: an ad account may have any number of archived ads.
    const readAt = async () =>
      (await testEnv.DB.prepare(
        'SELECT state_read_at AS at, days_read_at AS daysAt FROM campaign_platforms WHERE campaign_id = ?',
      )
        .bind(id)
        .first<{ at: number; daysAt: number }>())!;
    await world.passAds(61 * MINUTE);
    const before = await readAt();
    expect(before.at).toEqual(expect.any(Number));
    await world.passAds(61 * MINUTE);
    const now = await readAt();
    expect(now.at).toBe(before.at);
    expect(now.daysAt).toBeGreaterThan(before.daysAt);
  });

  it('is followed and held to its limit when its set-up failed', async () => {
    const ad = { creative: world.submissions[0]! };
    // The first of its ad sets.
    await world.meta.fault('refuse_item', 'POST adsquads');
    const { id } = await send(
      'POST',
      'campaigns',
      world.body({
        name: 'Half',
        creatives: [ad.creative],
        launch: false,
        adSets: [
          { name: 'A', budgetShare: 50, ads: [ad] },
          { name: 'B', budgetShare: 50, ads: [ad] },
        ],
        budget: { daily: 10_000, billingLimit: 300_000 },
        ad: { primaryText: 'See it.', callToAction: 'shop_now', headline: 'Now' },
      }),
    );
    await settle();
    const statusOf = async () => (await topsOf('Half'))[0].status;
    const resumeThere = async () => {
      await turnOnThere('Half');
      await world.passAds(61 * MINUTE);
    };
    const now = async () => await read(`campaigns/${id}?expand=timeline`);
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
    const told = (one: any) => one.timeline.filter(byOthers).map((entry: any) => entry.details);
    await world.passAds(30 * 60 * MINUTE);
    const failed = await now();
    expect(failed).toMatchObject({ status: 'needs_attention', pendingChange: null });
    const { error } = failed.platforms[0];
    await resumeThere();
    expect(told(await now())).toMatchObject([{ change: 'resumed' }]);

    await send('PATCH', `campaigns/${id}`, { status: 'pause' });
    await settle();
    expect(await statusOf()).toBe('PAUSED');
    expect(await now()).toMatchObject({
      status: 'needs_attention',
      pendingChange: null,
      platforms: [{ error }],
    });

    await resumeThere();
    await testEnv.DB.prepare(
      "UPDATE campaigns SET terms = json_set(terms, '$.budget.billingLimit', 300) WHERE id = ?",
    )
      .bind(id)
      .run();
    await world.passAds(61 * MINUTE);
    await settle();
    expect(await statusOf()).toBe('PAUSED');
    const held = await now();
    expect(held).toMatchObject({ status: 'needs_attention', pendingChange: null, platforms: [{ error }] });
    expect(held.timeline).toContainEqual(
      expect.objectContaining({
        what: 'held',
        details: expect.objectContaining({ reason: 'billing_limit_reached', limit: 300 }),
      }),
    );

    await resumeThere();
    await settle();
    expect(await statusOf()).toBe('PAUSED');
    const after = await now();
    expect(told(after).at(-1)).toMatchObject({
      message:
        'The campaign was resumed in Snapchat Ads Manager although its billing limit is reached, and will be paused again.',
    });
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
    expect(after.timeline.filter(({ what }: any) => what === 'set_up_failed')).toHaveLength(1);
    const events = (await eventsOf(world.brand.id)).filter((type) => /failed|published/.test(type));
    expect(events.filter((type) => type === 'campaign.failed')).toHaveLength(1);
    await send('PATCH', `campaigns/${id}`, { status: 'archive' });
  });

  it('is asked to stop once where the platform refuses, and again by a retry and whoever turns it on later', async () => {
    const { id } = await live('Refused');
    await world.passAds(30 * 60 * MINUTE);
    // It is running.
    await turnOnThere('Refused');
    const statusOf = async () => (await topsOf('Refused'))[0].status;
    const now = async () => await read(`campaigns/${id}?expand=timeline`);
    const hour = async () => {
      await world.passAds(61 * MINUTE);
      await settle();
    };
    await world.meta.fault('refuse_item', 'PUT');
    await testEnv.DB.prepare(
      "UPDATE campaigns SET terms = json_set(terms, '$.budget.billingLimit', 300) WHERE id = ?",
    )
      .bind(id)
      .run();
    await hour();
    await hour();
    const refused = await now();
    expect(refused).toMatchObject({ status: 'needs_attention', pendingChange: null });
    expect(refused.platforms[0].error).toMatchObject({ message: expect.any(String) });
    await hour();
    expect([await statusOf(), (await now()).timeline.length]).toEqual(['ACTIVE', refused.timeline.length]);
    // No preflight refuses a retry that only stops the campaign.
    await send('PATCH', `campaigns/${id}`, { status: 'retry' });
    await settle();
    expect(await statusOf()).toBe('PAUSED');
    expect(await now()).toMatchObject({
      ...{ status: 'paused', pendingChange: null },
      platforms: [{ error: { code: 'billing_limit_reached' } }],
    });

    await turnOnThere('Refused');
    await world.meta.fault('refuse_item', 'PUT');
    await hour();
    expect(await now()).toMatchObject({ status: 'needs_attention' });
    // This time somebody asks for a pause instead.
    await send('PATCH', `campaigns/${id}`, { status: 'pause' });
    await settle();
    for (let n = 0; n < 2; n++) {
      await turnOnThere('Refused');
      await hour();
      await hour();
      expect(await statusOf()).toBe('PAUSED');
    }
    await send('PATCH', `campaigns/${id}`, { status: 'archive' });
  });
});
