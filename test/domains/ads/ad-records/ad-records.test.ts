// Ad sets and ads as records: they can be changed and copied at their platform; those that others created
// there can only be read.
import { beforeAll, describe, expect, it } from 'vitest';
import { adListIds } from '../../../../src/domains/ads/ad-records/store.ts';
import type { AdSession } from '../../../../src/integrations/ads/platform.ts';
import { metaAdapter } from '../../../../src/integrations/meta/adapter.ts';
import { type CampaignWorld, campaignWorld, mintApproved } from '../../../harness/ads/campaigns.ts';
import { revisionAfter } from '../../../harness/ads/kept-plans.ts';
import {
  type Here,
  insertHere,
  makeCreative,
  makeThere,
  type There,
} from '../../../harness/ads/live-campaigns.ts';
import { MAIN } from '../../../harness/ads/meta.ts';
import * as clock from '../../../harness/clock.ts';
import { runAdsLanes } from '../../../harness/jobs.ts';
import { type Answer, call, mintAccount, testEnv } from '../../../harness/world.ts';

let world: CampaignWorld;
let session: AdSession;
let made: string;
let there: There;
let here: Here;

beforeAll(async () => {
  world = await campaignWorld();
  session = await world.meta.session();
  made = await makeCreative(session);
  there = await makeThere(session, made);
  here = await insertHere(world.brand.id, world.connection, there, {
    submission: await mintApproved(world.brand.id),
  });
});

const now = async (kind: string, id: string) =>
  (await metaAdapter.state(session, [there.campaign])).find((one) => one.kind === kind && one.id === id);
const patch = async (path: string, body: object) => await world.send('PATCH', path, body);
/** Runs lanes until nothing is under way. */
async function settle(): Promise<void> {
  for (let minute = 0; minute < 4; minute++) await runAdsLanes(clock.now() + minute * 60_000, world.meta.env);
}

describe('a change', () => {
  it('is made at the platform before it is answered, and raises the version', async () => {
    const path = `/v1/ad-sets/${here.set}`;
    const renamed = await patch(path, { name: 'Runners', budget: 3000, version: 1 });
    expect([renamed.status, renamed.body.data]).toMatchObject([
      200,
      { name: 'Runners', budget: { daily: 3000, lifetime: null }, version: 2, platformId: there.set },
    ]);
    expect(await now('ad_set', there.set)).toMatchObject({ name: 'Runners', budget: { daily: 3000 } });
    const narrowed = await patch(path, { audience: { gender: 'female', interests: ['6003'] } });
    expect(narrowed.body.data.audience).toMatchObject({ gender: 'female', countries: ['US'] });
    expect(await world.meta.sim(`nodes/${there.set}`, {})).toMatchObject({
      targeting: { genders: [2], flexible_spec: [{ interests: [{ id: '6003' }] }] },
    });
    expect((await patch(path, { status: 'paused' })).body.data.status).toBe('paused');
    expect((await now('ad_set', there.set))?.state).toBe('paused');
    expect((await patch(path, { status: 'active' })).body.data.status).toBe('active');
    let ad!: Answer;
    const rename = async () => {
      ad = await patch(`/v1/ads/${here.ad}`, { name: 'Blue' });
    };
    expect(await revisionAfter(world.brand, here.campaign, rename)).toBe('pending_approval 2');
    expect(ad.body.data).toMatchObject({ name: 'Blue', adSet: here.set, campaign: here.campaign });
    expect((await now('ad', there.ad))?.name).toBe('Blue');
  });

  it('that the platform refuses or does not hear changes nothing here', async () => {
    const path = `/v1/ad-sets/${here.set}`;
    const before = (await world.send('GET', path)).body.data;
    await world.meta.fault('refuse', `POST ${there.set}`, { status: 400, code: 100 });
    expect((await patch(path, { name: 'No' })).body.error).toMatchObject({ code: 'operation_rejected' });
    await world.meta.fault('fail_before', `POST ${there.set}`);
    expect((await patch(path, { budget: 9000 })).status).toBe(503);
    const env = { ...world.meta.env, AD_LOOKUPS_A_DAY: '0' };
    const tooMany = await call('PATCH', path, { env, key: world.brand.key, body: { name: 'Often' } });
    expect([tooMany.status, tooMany.body.error.code]).toEqual([429, 'rate_limited']);
    expect((await world.send('GET', path)).body.data).toEqual(before);
  });

  it.each([
    [{ status: 'paused', name: 'Both' }, 422, 'validation_failed'],
    [{ bidding: { strategy: 'cost_cap' } }, 422, 'validation_failed'],
    [{ bidding: { strategy: 'automatic', amount: 450 } }, 422, 'validation_failed'],
    [{ bidding: { strategy: 'lowest' } }, 422, 'validation_failed'],
    [{ name: 'Stale', version: 1 }, 409, 'version_conflict'],
    [{ audience: { ageMin: 40, ageMax: 30 } }, 422, 'operation_rejected'],
    [{ budget: 0 }, 422, 'validation_failed'],
  ] as const)('%o is refused', async (body, status, code) => {
    const answer = await patch(`/v1/ad-sets/${here.set}`, body);
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
  });

  it('of the bidding is made there, and shown as it was asked for', async () => {
    const path = `/v1/ad-sets/${here.set}`;
    const bidThere = async () => await world.meta.sim(`nodes/${there.set}`, {});
    const capped = { strategy: 'cost_cap', amount: 450 };
    expect((await patch(path, { bidding: capped })).body.data.bidding).toEqual(capped);
    expect(await bidThere()).toMatchObject({ bid_strategy: 'COST_CAP', bid_amount: 450 });
    const free = await patch(path, { bidding: { strategy: 'automatic' } });
    expect(free.body.data.bidding).toEqual({ strategy: 'automatic', amount: null });
    expect(await bidThere()).toMatchObject({ bid_strategy: 'LOWEST_COST_WITHOUT_CAP' });
    expect((await world.send('GET', path)).body.data.bidding).toEqual(free.body.data.bidding);
  });

  it('that may spend more than the brand approved is refused to its partner', async () => {
    const partner = await mintAccount('partner');
    await testEnv.DB.prepare('UPDATE accounts SET managed_by = ? WHERE id = ?')
      .bind(partner.id, world.brand.id)
      .run();
    await testEnv.DB.prepare("UPDATE campaigns SET approval_status = 'approved' WHERE id = ?")
      .bind(here.campaign)
      .run();
    const { call } = await import('../../../harness/world.ts');
    const as = (body: object) =>
      call('PATCH', `/v1/ad-sets/${here.set}`, {
        env: world.meta.env,
        key: partner.key,
        as: world.brand.id,
        body,
      });
    expect((await as({ budget: 90_000 })).body.error.details.reason).toBe('needs_approval');
    expect((await as({ budget: 2000 })).status).toBe(200);
    await testEnv.DB.prepare('UPDATE campaigns SET approval_status = NULL WHERE id = ?')
      .bind(here.campaign)
      .run();
  });
});

describe('a copy', () => {
  it('of an ad set is set up anew, paused, with its ads, and is found once it is there', async () => {
    const answer = await world.send('POST', `/v1/ad-sets/${here.set}/copies`, { name: 'Twin' });
    expect(answer.status, JSON.stringify(answer.body)).toBe(202);
    const path = `/v1/ad-sets/${answer.body.data.id}`;
    expect((await world.send('GET', path)).status).toBe(404);
    await settle();
    const copy = (await world.send('GET', path)).body.data;
    expect(copy).toMatchObject({ name: 'Twin', status: 'paused', campaign: here.campaign });
    expect(await now('ad_set', copy.platformId)).toMatchObject({ state: 'paused', budget: { daily: 2000 } });
    const ads = (await world.send('GET', `/v1/ads?adSet=${copy.id}`)).body.data;
    expect(ads).toMatchObject([{ name: 'Blue', adSet: copy.id, platformId: expect.any(String) }]);
    // Its budget is in addition to the shares.
    const whole = (await world.send('GET', `/v1/campaigns/${here.campaign}`)).body.data;
    expect(whole.adSets.reduce((sum: number, one: { budgetShare: number }) => sum + one.budgetShare, 0)).toBe(
      100,
    );
  });

  it('of an ad is made once though its answer is lost, and stays in its ad account', async () => {
    await world.meta.fault('fail_after', `POST ${MAIN}/ads`);
    let answer!: Answer;
    const copies = async () => {
      answer = await world.send('POST', `/v1/ads/${here.ad}/copies`, {});
    };
    expect(await revisionAfter(world.brand, here.campaign, copies)).toBe('pending_approval 2');
    expect(answer.status, JSON.stringify(answer.body)).toBe(202);
    await settle();
    const copy = (await world.send('GET', `/v1/ads/${answer.body.data.id}`)).body.data;
    expect(copy).toMatchObject({ name: 'Blue (copy)', adSet: here.set, status: 'paused' });
    const named = (await metaAdapter.state(session, [there.campaign])).filter(
      ({ name }) => name === 'Blue (copy)',
    );
    expect(named).toHaveLength(1);
    const foreign = await world.send('POST', `/v1/ads/${here.ad}/copies`, {
      into: 'adset_00000000000000000000000000',
    });
    expect(foreign.status).toBe(404);
  });
});

describe('a list', () => {
  it('shows what was made here, by campaign, ad set, platform and status, and apart what was not', async () => {
    const ids = async (path: string) =>
      (await world.send('GET', path)).body.data.map(({ id }: { id: string }) => id);
    expect(await ids(`/v1/ad-sets?campaign=${here.campaign}&platform=meta&status=active`)).toEqual([
      here.set,
    ]);
    expect(await ids('/v1/ad-sets?platform=tiktok')).toEqual([]);
    expect(await ids(`/v1/ads?status=active&campaign=${here.campaign}`)).toContain(here.ad);
    expect(await ids(`/v1/ads?adSet=${here.set}`)).toContain(here.ad);
    expect(await ids('/v1/ads?adSet=adset_00000000000000000000000002')).toEqual([]);
    const theirs = await makeThere(session, made, { name: 'Theirs' });
    await testEnv.DB.batch([
      testEnv.DB.prepare(
        `INSERT INTO ad_sets SELECT 'adset_00000000000000000000000001', account_id, NULL, platform, connection_id, ?, 0,
           'Theirs', 'active', NULL, NULL, currency, NULL, NULL, 'external', 1, created_at, updated_at FROM ad_sets WHERE id = ?`,
      ).bind(theirs.set, here.set),
    ]);
    expect(await ids('/v1/ad-sets?source=external')).toEqual(['adset_00000000000000000000000001']);
    const refused = await patch('/v1/ad-sets/adset_00000000000000000000000001', { name: 'Mine' });
    expect(refused.body.error.details.reason).toBe('external');
  });

  it('is a range of an index for each status', async () => {
    const { built } = await import('../../../../src/db/merged-list.ts');
    const ctx = { actor: { account: { id: world.brand.id } } } as never;
    const range = { after: null, before: null };
    const { sql, params } = built(
      adListIds(ctx, { source: 'service', statuses: ['active', 'paused'], limit: 25, range }),
    );
    const { results } = await testEnv.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .bind(...params)
      .all<{ detail: string }>();
    const plan = results.map(({ detail }) => detail).join('\n');
    expect(plan).toContain('ads_account_status (account_id=? AND source=? AND status=?');
    expect(plan).not.toMatch(/SCAN ads\b/);
  });
});
