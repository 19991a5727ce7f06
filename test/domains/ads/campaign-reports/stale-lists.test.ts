// Platform lists that are older than what was done meanwhile, or that miss what was just created.
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { syncAds } from '../../../../src/domains/ads/ad-sync/sync-ads.ts';
import { drivePlatformTasks } from '../../../../src/domains/ads/platform-tasks/drive-platform-tasks.ts';
import { type CampaignWorld, campaignWorld } from '../../../harness/ads/campaigns.ts';
import { MAIN } from '../../../harness/ads/meta.ts';
import * as clock from '../../../harness/clock.ts';
import { testEnv } from '../../../harness/world.ts';

const MINUTE = 60_000;
const real = globalThis.fetch;

let world: CampaignWorld;
beforeAll(async () => {
  world = await campaignWorld();
});
afterEach(() => vi.unstubAllGlobals());
afterAll(() => clock.release());

const send = async (method: string, path: string, body?: object) => {
  const answer = await world.send(method, `/v1/${path}`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body.data;
};
const create = (name: string, more: object) => send('POST', 'campaigns', world.body({ name, ...more }));
const read = (path: string) => send('GET', path);
const sync = (at = clock.now()) => syncAds(world.meta.ctx(at));
async function settle(minutes = 3): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) await world.passAds();
}
async function live(name: string, more: object = {}) {
  const made = await create(name, { launch: true, ...more });
  await settle();
  await world.passAds(40 * MINUTE);
  const campaign = await read(`campaigns/${made.id}`);
  expect(campaign.status).toBe('live');
  return campaign;
}
const byOthers = ({ details }: { details: { by?: string } | null }) => details?.by === 'ads_manager';
const halves = () =>
  world.submissions.map((creative, n) => ({ name: `Half ${n}`, budgetShare: 50, ads: [{ creative }] }));
/** Runs once, after the ads were listed and before any of it is stored. */
function afterListing(act: () => Promise<unknown>): void {
  let isDone = false;
  vi.stubGlobal('fetch', async (input: URL | string, init?: RequestInit) => {
    const answer = await real(input, init);
    if (isDone || !String(input).includes(`/${MAIN}/ads?`)) return answer;
    isDone = true;
    await act();
    return answer;
  });
}

describe('a launch', () => {
  it('never shows as paused between its set-up and its first reading', async () => {
    const seen: string[] = [];
    vi.stubGlobal('fetch', async (input: URL | string, init?: RequestInit) => {
      // A sync reads just before the platform gets the launch.
      if (String(init?.body).includes('status=ACTIVE')) await sync();
      const row = await testEnv.DB.prepare('SELECT status FROM campaigns ORDER BY id DESC LIMIT 1').first<{
        status: string;
      }>();
      if (row) seen.push(row.status);
      return await real(input, init);
    });
    const { id } = await create('Launched', { launch: true });
    await settle();
    expect(await read(`campaigns/${id}`)).toMatchObject({ status: 'in_review', pendingChange: null });
    expect(new Set(seen)).toEqual(new Set(['processing', 'in_review']));
    const { timeline } = await read(`campaigns/${id}?expand=timeline`);
    const told = timeline.filter(({ what }: { what: string }) => what === 'status');
    expect(told.map(({ details }: { details: { to: string } }) => details.to)).toEqual(['in_review']);
  });
});

describe('a campaign that is being set up', () => {
  it('is judged by no list before it is there as a whole', async () => {
    const { id } = await create('Half made', { adSets: halves() });
    const rows = async () => {
      const of = async (table: string) =>
        (await testEnv.DB.prepare(`SELECT * FROM ${table} WHERE campaign_id = ?`).bind(id).all()).results;
      return [await of('ad_sets'), await of('ads')];
    };
    const told: unknown[] = [];
    vi.stubGlobal('fetch', async (input: URL | string, init?: RequestInit) => {
      // Its first ad is asked for: the lists have the campaign and its ad sets.
      if (told.length === 0 && init?.method === 'POST' && String(input).endsWith(`/${MAIN}/ads`)) {
        const before = await rows();
        await sync();
        told.push(before, await rows());
      }
      return await real(input, init);
    });
    await settle();
    expect(told[1]).toEqual(told[0]);
    vi.unstubAllGlobals();
    await world.passAds(11 * MINUTE);
    expect(await read(`campaigns/${id}`)).toMatchObject({ status: 'in_review' });
  });
});

describe('a list that was read before a change', () => {
  /** Changes something in the list, so that there is something to store. */
  const renameThere = async (id: string) => {
    const { platformId } = await read(`ad-sets/${id}`);
    await world.meta.sim(`nodes/${platformId}`, { name: 'Renamed there' });
  };

  it('takes back no pause, and tells nobody of a resume that was none', async () => {
    const { id, adSets } = await live('Stale', { adSets: halves() });
    clock.hold(clock.now() + 11 * MINUTE);
    await renameThere(adSets[1].id);
    afterListing(async () => {
      await send('PATCH', `campaigns/${id}`, { status: 'pause' });
      await drivePlatformTasks(world.meta.ctx());
    });
    await sync();
    for (const minutes of [0, 1]) {
      await settle(minutes);
      const after = await read(`campaigns/${id}?expand=timeline`);
      expect(after).toMatchObject({ status: 'paused', pendingChange: null });
      expect(after.timeline.filter(byOthers)).toEqual([]);
    }
    expect((await read(`ad-sets/${adSets[1].id}`)).name).toBe('Renamed there');
  });

  it('says nothing of an ad set that changed meanwhile, and is heard on the others', async () => {
    const { id, adSets } = await live('Half stale', { adSets: halves() });
    clock.hold(clock.now() + 11 * MINUTE);
    await renameThere(adSets[1].id);
    afterListing(async () => {
      await send('PATCH', `ad-sets/${adSets[0].id}`, { status: 'paused' });
      // As a read of another platform would.
      await testEnv.DB.prepare('UPDATE campaigns SET moves = moves + 1 WHERE id = ?').bind(id).run();
    });
    await sync();
    expect((await read(`ad-sets/${adSets[0].id}`)).status).toBe('paused');
    expect((await read(`ad-sets/${adSets[1].id}`)).name).toBe('Renamed there');
    clock.hold(clock.now() + 11 * MINUTE);
    await renameThere(adSets[0].id);
    afterListing(() => send('PATCH', `ad-sets/${adSets[0].id}`, { status: 'active' }));
    await sync();
    expect(await read(`ad-sets/${adSets[0].id}`)).toMatchObject({ name: 'Half 0', status: 'active' });
  });

  it('says nothing of what was made since, nor is what was just made missed', async () => {
    const { id, adSets } = await live('Young', { adSets: halves() });
    clock.hold(clock.now() + 11 * MINUTE);
    let copy = '';
    const makeCopy = async () => {
      copy = (await send('POST', `ad-sets/${adSets[0].id}/copies`, {})).id;
      await drivePlatformTasks(world.meta.ctx());
    };
    afterListing(makeCopy);
    await sync();
    expect(await read(`ad-sets/${copy}`)).toMatchObject({ status: 'paused', platformId: expect.any(String) });
    // For some minutes the platform may not list it.
    const { platformId } = await read(`ad-sets/${copy}`);
    const status = async (to: string) => await world.meta.sim(`nodes/${platformId}`, { status: to });
    await status('DELETED');
    await sync(clock.now() + 5 * MINUTE);
    expect((await read(`ad-sets/${copy}`)).status).toBe('paused');
    await sync(clock.now() + 20 * MINUTE);
    expect((await read(`ad-sets/${copy}`)).status).toBe('deleted');
    expect((await read(`campaigns/${id}`)).adSets).toHaveLength(2);
  });
});

describe('budgets in a list that a change is about to replace', () => {
  it('make no shares: what is left goes by the shares that the change brings', async () => {
    const [creative] = world.submissions as [string];
    const three = [50, 30, 20].map((budgetShare, n) => ({
      name: `Due ${n}`,
      budgetShare,
      ads: [{ creative }],
    }));
    const { id, adSets } = await live('Due', { adSets: three, creatives: [creative] });
    const [a, b, c] = adSets;
    clock.hold(clock.now() + 11 * MINUTE);
    const { platformId } = await read(`ad-sets/${b.id}`);
    await world.meta.sim(`nodes/${platformId}`, { status: 'DELETED' });
    const laid = [a, b, c].map((set, n) => ({ ...set, budgetShare: [20, 30, 50][n] }));
    await send('PATCH', `campaigns/${id}`, { adSets: laid });
    await sync();
    expect((await read(`campaigns/${id}`)).adSets).toMatchObject([
      { id: a.id, budgetShare: 28.57 },
      { id: c.id, budgetShare: 71.43 },
    ]);
    await settle();
    await world.passAds(11 * MINUTE);
    const budgets = [await read(`ad-sets/${a.id}`), await read(`ad-sets/${c.id}`)].map(
      ({ budget }) => budget,
    );
    expect(budgets).toMatchObject([{ daily: 600 }, { daily: 1500 }]);
    expect((await read(`campaigns/${id}`)).adSets).toMatchObject([
      { budgetShare: 28.57 },
      { budgetShare: 71.43 },
    ]);
  });
});

describe('what could not be made there', () => {
  it('has no budget in any list: what is left goes by the shares', async () => {
    const { id, adSets } = await live('Unmade', { adSets: halves() });
    const [a, b] = adSets;
    const c = { name: 'Unmade C', budgetShare: 25, ads: [{ creative: world.submissions[0] }] };
    await world.meta.fault('refuse', `POST ${MAIN}/adsets`, { status: 400, code: 100 });
    await send('PATCH', `campaigns/${id}`, { adSets: [a, { ...b, budgetShare: 25 }, c] });
    await settle();
    expect((await read(`campaigns/${id}`)).status).toBe('needs_attention');
    const { platformId } = await read(`ad-sets/${b.id}`);
    await world.meta.sim(`nodes/${platformId}`, { status: 'DELETED' });
    await world.passAds(11 * MINUTE);
    expect((await read(`campaigns/${id}`)).adSets).toMatchObject([
      { id: a.id, budgetShare: 66.67 },
      { name: 'Unmade C', budgetShare: 33.33 },
    ]);
  });
});

describe('what a list lacked and has again', () => {
  it('is part of its campaign again', async () => {
    const { id, adSets } = await live('Back', { adSets: halves() });
    const [a, b] = adSets;
    const { platformId } = await read(`ad-sets/${b.id}`);
    await world.meta.sim(`nodes/${platformId}`, { status: 'DELETED' });
    await world.passAds(11 * MINUTE);
    expect((await read(`campaigns/${id}`)).adSets).toMatchObject([{ id: a.id, budgetShare: 100 }]);
    expect((await read(`ads/${b.ads[0].id}`)).status).toBe('deleted');
    await world.meta.sim(`nodes/${platformId}`, { status: 'ACTIVE' });
    await world.passAds(11 * MINUTE);
    const after = await read(`campaigns/${id}?expand=timeline`);
    expect(after.adSets).toMatchObject([
      { id: a.id, budgetShare: 50 },
      { id: b.id, budgetShare: 50, ads: [{ id: b.ads[0].id }] },
    ]);
    const { details } = after.timeline.findLast(
      (entry: { details: { change?: string } | null }) => entry.details?.change === 'listed_again',
    );
    expect(details).toMatchObject({
      by: 'platform',
      adSets: [{ id: b.id }],
      message: `The ad set “${b.name}” is listed in Meta Ads Manager again.`,
      shares: [
        { adSet: a.id, before: 100, after: 50 },
        { adSet: b.id, before: 0, after: 50 },
      ],
    });
    // What is paused and resumed at the platform existed the whole time.
    for (const status of ['PAUSED', 'ACTIVE']) {
      await world.meta.sim(`nodes/${platformId}`, { status });
      await world.passAds(11 * MINUTE);
    }
    const { timeline } = await read(`campaigns/${id}?expand=timeline`);
    const again = timeline.filter(
      (entry: { details: { change?: string } | null }) => entry.details?.change === 'listed_again',
    );
    expect(again).toHaveLength(1);
  });
});

describe('what was asked of something that is deleted there', () => {
  it('fails, and is nobody’s concern any more once that is known', async () => {
    const { id, adSets } = await live('Moot', { adSets: halves() });
    const [a, b] = adSets;
    const { platformId } = await read(`ad-sets/${b.id}`);
    await world.meta.sim(`nodes/${platformId}`, { status: 'DELETED' });
    await send('PATCH', `campaigns/${id}`, { adSets: [a, { ...b, name: 'Other' }] });
    await settle(1);
    expect(await read(`campaigns/${id}`)).toMatchObject({ status: 'needs_attention' });
    await world.passAds(11 * MINUTE);
    await settle(2);
    expect(await read(`campaigns/${id}`)).toMatchObject({
      status: 'live',
      pendingChange: null,
      platforms: [{ error: null }],
      adSets: [{ id: a.id, budgetShare: 100 }],
    });
  });
});

describe('a campaign whose ads are all paused by themselves', () => {
  it('is on all the same: nobody paused it, and it goes on with the first ad that is turned on', async () => {
    const { id, adSets } = await live('Off', { creatives: world.submissions.slice(0, 1) });
    const ad = `ads/${adSets[0].ads[0].id}`;
    const whoPaused = (code: string, by: string) => ({
      status: 'paused',
      pendingChange: null,
      platforms: [{ error: { code, by } }],
    });
    await send('PATCH', ad, { status: 'paused' });
    for (const minutes of [11, 61]) {
      await world.passAds(minutes * MINUTE);
      const off = await read(`campaigns/${id}?expand=timeline`);
      expect(off).toMatchObject(whoPaused('ads_paused', 'account'));
      expect(off.timeline.filter(byOthers)).toEqual([]);
    }
    await send('PATCH', ad, { status: 'active' });
    await world.passAds(61 * MINUTE);
    const on = await read(`campaigns/${id}?expand=timeline`);
    expect(on).toMatchObject({ status: 'live', platforms: [{ error: null }] });
    expect(on.timeline.filter(byOthers)).toEqual([]);
    const { platformId } = await read(ad);
    await world.meta.sim(`nodes/${platformId}`, { status: 'PAUSED' });
    for (const minutes of [11, 61]) {
      await world.passAds(minutes * MINUTE);
      expect(await read(`campaigns/${id}`)).toMatchObject(whoPaused('no_ad_runs', 'ads_manager'));
    }
  });
});

describe('a campaign whose scheduled launch was refused', () => {
  it('is live when somebody turns it on over there, and its billing limit is watched again', async () => {
    const scheduledLaunchAt = new Date(clock.now() + 60 * MINUTE).toISOString();
    const { id } = await create('Late', { scheduledLaunchAt });
    await settle();
    const setStatus = (status: string) =>
      testEnv.DB.prepare('UPDATE submissions SET status = ? WHERE id = ?')
        .bind(status, world.submissions[0])
        .run();
    await setStatus('rejected');
    await world.passAds(61 * MINUTE);
    const refused = { code: 'launch_refused', by: 'service' };
    expect(await read(`campaigns/${id}`)).toMatchObject({
      status: 'needs_attention',
      platforms: [{ error: refused }],
    });
    const { platformId } = (await testEnv.DB.prepare(
      'SELECT platform_id AS platformId FROM campaign_platforms WHERE campaign_id = ?',
    )
      .bind(id)
      .first<{ platformId: string }>())!;
    await world.meta.sim(`nodes/${platformId}`, { status: 'ACTIVE' });
    await world.passAds(61 * MINUTE);
    const on = await read(`campaigns/${id}?expand=timeline`);
    expect(on).toMatchObject({ status: 'live', platforms: [{ status: 'live', error: null }] });
    expect(on.timeline.filter(byOthers)).toMatchObject([{ details: { change: 'resumed' } }]);
    await testEnv.DB.prepare(
      'UPDATE campaign_platforms SET spent = 90000, days_read_at = ? WHERE campaign_id = ?',
    )
      .bind(clock.now(), id)
      .run();
    await world.passAds();
    expect(await read(`campaigns/${id}`)).toMatchObject({
      status: 'paused',
      platforms: [{ error: { code: 'billing_limit_reached', by: 'service' } }],
    });
    await setStatus('approved');
  });
});
