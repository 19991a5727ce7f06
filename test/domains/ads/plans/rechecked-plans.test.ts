// What a plan was checked against changes: it waits for approval again, in the batch of the change.
import { beforeAll, describe, expect, it } from 'vitest';
import { saveConnection } from '../../../../src/domains/accounts/connections/connection-store.ts';
import { expireConnection } from '../../../../src/domains/accounts/connections/expire-connection.ts';
import { connectionById } from '../../../../src/domains/accounts/connections/interface.ts';
import { findWhole } from '../../../../src/domains/ads/campaign-record/interface.ts';
import { type Movement, moveCampaign } from '../../../../src/domains/ads/campaign-record/move-campaign.ts';
import type { WholePlan } from '../../../../src/domains/ads/plan-record/plan.ts';
import { newId } from '../../../../src/kit/ids.ts';
import { DAY_MS } from '../../../../src/kit/time.ts';
import { AD_RECORDS } from '../../../contract/support/ad-samples.ts';
import { mintPlan, pausing } from '../../../harness/ads/kept-plans.ts';
import { insertHere } from '../../../harness/ads/live-campaigns.ts';
import * as clock from '../../../harness/clock.ts';
import { call, type Minted, mintAccount, systemCtx, testEnv } from '../../../harness/world.ts';

let brand: Minted;

beforeAll(async () => {
  brand = await mintAccount();
});

const APPROVED = { approvalState: 'approved', executionState: 'ready' } as const;

/** A campaign that runs on its platform, which is not asked. */
async function newCampaign(): Promise<string> {
  const there = { campaign: crypto.randomUUID(), set: crypto.randomUUID(), ad: crypto.randomUUID() };
  return (await insertHere(brand.id, await newConnection('expired'), there, { status: 'live' })).campaign;
}

const patch = (path: string, body: object) => call('PATCH', path, { key: brand.key, body });
const approve = ({ id, revision, semanticHash }: WholePlan) =>
  call('PUT', `/ads/plans/${id}/approval`, { key: brand.key, body: { revision, semanticHash } });

/** A plan's states and revision. */
async function standing(plan: WholePlan): Promise<string> {
  const { data } = (await call('GET', `/ads/plans/${plan.id}`, { key: brand.key })).body;
  return `${data.approvalState}/${data.executionState} ${data.revision}`;
}

async function newConnection(status = 'active'): Promise<string> {
  const now = clock.now();
  const id = newId('connection', now);
  await testEnv.DB.prepare(
    `INSERT INTO connections (id, holder, provider, status, platform_user, name, selection, version, created_at, updated_at)
    VALUES (?1, ?2, 'meta', ?4, ?1, 'Ads', '{}', 1, ?3, ?3)`,
  )
    .bind(id, brand.id, now, status)
    .run();
  return id;
}

describe('a change of a campaign', () => {
  it('asks anew about what is open and was checked against it, and about nothing else', async () => {
    const [campaign, other] = [await newCampaign(), await newCampaign()];
    const facts = [campaign, 'ad_of_nobody'];
    const approved = await mintPlan(brand.id, { facts, ...APPROVED, answeredBy: brand.id, answeredAt: 1 });
    const open = [
      await mintPlan(brand.id, { facts }),
      await mintPlan(brand.id, { facts, approvalState: 'draft' }),
    ];
    const kept = [
      await mintPlan(brand.id, { facts: [other], ...APPROVED }),
      await mintPlan(brand.id, { facts, approvalState: 'approved', executionState: 'executing' }),
      await mintPlan(brand.id, { facts, approvalState: 'rejected', executionState: 'cancelled' }),
      await mintPlan(brand.id, { facts, ...APPROVED, createdAt: clock.now() - DAY_MS }),
    ];
    const before = await Promise.all(kept.map(standing));
    expect((await patch(`/v1/campaigns/${campaign}`, { status: 'pause' })).status).toBe(200);
    expect(await Promise.all([approved, ...open].map(standing))).toEqual([
      'pending_approval/planned 2',
      'pending_approval/planned 2',
      'draft/planned 2',
    ]);
    expect(await Promise.all(kept.map(standing))).toEqual(before);
    const { body } = await call('GET', `/ads/plans/${approved.id}`, { key: brand.key });
    expect([body.data.answeredBy, body.data.answeredAt]).toEqual([null, null]);
    expect(body.data.changedRecord).toBe(campaign);
    expect((await approve(approved)).body.error.code).toBe('version_conflict');
    expect((await approve({ ...approved, revision: 2 })).body.data.approvalState).toBe('approved');
    expect((await patch(`/v1/campaigns/${campaign}`, { status: 'archive' })).status).toBe(200);
    expect(await standing(approved)).toBe('pending_approval/planned 3');
  });

  it('counts once, also of one of its ads, and not where the request is refused', async () => {
    const { body } = await call('GET', `/v1/ads/${await AD_RECORDS['/v1/ads/:id'](brand)}`, {
      key: brand.key,
    });
    const ad = body.data;
    const plan = await mintPlan(brand.id, { facts: [ad.campaign], ...APPROVED });
    expect((await patch(`/v1/ads/${ad.id}`, { status: 'archived', version: 9 })).status).toBe(409);
    expect(await standing(plan)).toBe('approved/ready 1');
    expect((await patch(`/v1/ads/${ad.id}`, { status: 'archived' })).status).toBe(200);
    expect(await standing(plan)).toBe('pending_approval/planned 2');
  });

  it('is no news of a platform that changes nothing of what was asked for', async () => {
    const campaign = await newCampaign();
    const plan = await mintPlan(brand.id, { facts: [campaign], ...APPROVED });
    const note = async (movement: Movement) => {
      const ctx = systemCtx();
      moveCampaign(ctx, (await findWhole(ctx, campaign))!, movement, 'note');
      await ctx.write.commit();
      return await standing(plan);
    };
    expect(await note({ campaign: { publishedAt: 1, pendingChange: null } })).toBe('approved/ready 1');
    expect(await note({ campaign: { wanted: 'paused' } })).toBe('pending_approval/planned 2');
    expect(await note({ campaign: { hold: 'billing_limit_reached' } })).toBe('pending_approval/planned 3');
  });

  it('beats an approval of the same moment, whichever comes first', async () => {
    for (let round = 0; round < 5; round++) {
      const campaign = await newCampaign();
      const plan = await mintPlan(brand.id, { facts: [campaign] });
      const [approval, edit] = await Promise.all([
        approve(plan),
        patch(`/v1/campaigns/${campaign}`, { status: 'pause' }),
      ]);
      expect([200, 409]).toContain(approval.status);
      expect(edit.status).toBe(200);
      expect(await standing(plan)).toBe('pending_approval/planned 2');
    }
  });
});

describe('a connection', () => {
  it('asks anew when it expires', async () => {
    const connection = await newConnection();
    const plan = await mintPlan(brand.id, { facts: [connection], ...APPROVED });
    await expireConnection(systemCtx(), (await connectionById(systemCtx(), connection))!);
    expect(await standing(plan)).toBe('pending_approval/planned 2');
  });

  it('asks anew when another ad account is chosen, and not for another name', async () => {
    const connection = await newConnection();
    const plan = await mintPlan(brand.id, { facts: [connection], ...APPROVED });
    const save = async (changes: Parameters<typeof saveConnection>[2]) => {
      const ctx = systemCtx();
      saveConnection(ctx, (await connectionById(ctx, connection))!, changes);
      await ctx.write.commit();
      return await standing(plan);
    };
    expect(await save({ name: 'Other' })).toBe('approved/ready 1');
    expect(await save({ selection: { adAccountId: 'act_2' } })).toBe('pending_approval/planned 2');
  });

  it('that has ended keeps a plan that is approved anew from being executed', async () => {
    const campaign = await newCampaign();
    const plan = await mintPlan(brand.id, { input: pausing(campaign), facts: [campaign], ...APPROVED });
    const { id, revision, semanticHash } = plan;
    const body = { revision, semanticHash };
    const begun = await call('POST', `/ads/plans/${id}/executions`, { key: brand.key, body });
    expect([begun.status, begun.body.error?.code]).toEqual([409, 'conflict']);
    expect(await standing(plan)).toBe('approved/ready 1');
  });

  it('is kept by open plans, and given up once they are rejected', async () => {
    const connection = await newConnection();
    const partner = newId('account', clock.now());
    const plan = await mintPlan(brand.id, { facts: [connection], makerId: partner });
    await mintPlan(brand.id, { facts: [connection], createdAt: clock.now() - DAY_MS });
    const read = await call('GET', `/v1/connections/${connection}`, { key: brand.key });
    expect(read.body.data.canDisconnect).toBe(false);
    const disconnect = () => patch(`/v1/connections/${connection}`, { status: 'disconnected' });
    expect((await disconnect()).status).toBe(409);
    const { id, revision, semanticHash } = plan;
    const body = { revision, semanticHash };
    expect((await call('PUT', `/ads/plans/${id}/rejection`, { key: brand.key, body })).status).toBe(200);
    expect((await disconnect()).status).toBe(200);
  });
});

describe("a creator's permission", () => {
  it('asks anew when it ends', async () => {
    const permission = await AD_RECORDS['/v1/ad-authorizations/:id'](brand);
    const plan = await mintPlan(brand.id, { facts: [permission], ...APPROVED });
    expect((await patch(`/v1/ad-authorizations/${permission}`, { status: 'revoked' })).status).toBe(200);
    expect(await standing(plan)).toBe('pending_approval/planned 2');
  });
});
