// Every way in which a partner could spend more of its client's money than the client approved.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CampaignTerms } from '../../../../src/domains/ads/campaign-terms/terms.ts';
import { spendsMore } from '../../../../src/domains/ads/campaigns/approval.ts';
import { type CampaignWorld, campaignWorld } from '../../../harness/ads/campaigns.ts';
import * as clock from '../../../harness/clock.ts';
import { type Answer, call, type Minted, mintAccount, testEnv } from '../../../harness/world.ts';

let world: CampaignWorld;
let partner: Minted;
beforeAll(async () => {
  world = await campaignWorld();
  partner = await mintAccount('partner');
  await testEnv.DB.prepare('UPDATE accounts SET managed_by = ? WHERE id = ?')
    .bind(partner.id, world.brand.id)
    .run();
});
afterAll(() => clock.release());

const asPartner = (method: string, path: string, body: unknown): Promise<Answer> =>
  call(method, path, { env: world.meta.env, key: partner.key, as: world.brand.id, body });
const asBrand = (path: string, body: unknown) => world.send('PATCH', path, body);
const read = async (path: string) => (await world.send('GET', path)).body.data;
const yes = { partnerApproval: { status: 'approved' } };
const days = (n: number) => new Date(clock.now() + n * 86_400_000).toISOString().slice(0, 10);

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
async function create(more: object): Promise<any> {
  const answer = await asPartner('POST', '/v1/campaigns', world.body(more));
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.data;
}

describe('more is spent', () => {
  const terms = (budget: object, endDate: string | null = '2026-12-01', settings: object = {}) =>
    ({
      budget: { daily: null, billingLimit: null, ...budget },
      schedule: { endDate },
      settings,
    }) as CampaignTerms;
  it.each([
    [{ billingLimit: 10 }, { billingLimit: 11 }, true],
    [{ billingLimit: 10 }, {}, true],
    [{}, { billingLimit: 10 }, false],
    [{ billingLimit: 11 }, { billingLimit: 10 }, false],
    [{ daily: 5 }, { daily: 6 }, true],
    [{ daily: 5 }, { daily: 4 }, false],
    [{}, { daily: 1 }, true],
    [{ daily: 1 }, {}, true],
  ])('by a budget of %j that becomes %j: %s', (before, after, more) => {
    expect(spendsMore('meta', terms(before), terms(after))).toBe(more);
  });
  it.each([
    ['2026-12-01', '2026-12-02', true],
    ['2026-12-01', null, true],
    ['2026-12-02', '2026-12-01', false],
    [null, '2026-12-01', false],
  ])('by an end of %s that becomes %s: %s', (before, after, more) => {
    expect(spendsMore('meta', terms({}, before), terms({}, after))).toBe(more);
  });
  it('on a platform that was not there', () => {
    const [none, block] = [terms({}), terms({}, '2026-12-01', { snapchat: { primaryText: 'Look' } })];
    const over = terms({}, '2026-12-01', { snapchat: { status: 'archived' } });
    expect([spendsMore('meta', none, block), spendsMore('meta', block, block)]).toEqual([true, false]);
    expect(spendsMore('meta', block, over)).toBe(false);
  });
});

describe("a partner's campaign", () => {
  it("waits for the brand's yes, and so do its changes where more could be spent", async () => {
    const made = (await asPartner('POST', '/v1/campaigns', world.body({ name: 'By a partner' }))).body.data;
    expect(made).toMatchObject({
      createdByPartner: true,
      partnerApproval: { status: 'pending', note: null },
    });
    const { requestedAt, reviewedAt } = made.partnerApproval;
    expect([requestedAt, reviewedAt]).toEqual([made.createdAt, null]);
    const path = `/v1/campaigns/${made.id}`;
    await world.passAds();
    expect(await read(path)).toMatchObject({ status: 'paused' });
    expect((await asPartner('PATCH', path, yes)).status).toBe(403);
    expect((await asPartner('PATCH', path, { status: 'launch' })).status).toBe(409);
    const sent = await asBrand(path, {
      partnerApproval: { status: 'changes_requested', note: 'Softer.' },
    });
    expect(sent.body.data.partnerApproval).toMatchObject({
      ...{ status: 'changes_requested', note: 'Softer.', requestedAt, reviewedAt: expect.any(String) },
    });
    expect(
      (await asPartner('PATCH', path, { ad: { primaryText: 'Soft.' } })).body.data.partnerApproval.status,
    ).toBe('draft');
    await world.passAds();
    expect((await asPartner('PATCH', path, { status: 'launch' })).body.data.partnerApproval.status).toBe(
      'pending',
    );
    expect((await asBrand(path, yes)).body.data).toMatchObject({
      partnerApproval: { status: 'approved' },
      pendingChange: { action: 'launch' },
    });
    await world.passAds();
    expect((await asPartner('PATCH', path, { name: 'By us' })).body.data.pendingChange.status).toBe(
      'in_progress',
    );
    await world.passAds();
    await world.passAds();
    const more = await asPartner('PATCH', path, { budget: { billingLimit: 100_000 } });
    expect(more.body.data).toMatchObject({
      budget: { billingLimit: 90_000 },
      pendingChange: { action: 'update', status: 'awaiting_approval' },
    });
    expect((await asPartner('PATCH', path, { pendingChange: 'approved' })).status).toBe(403);
    expect((await asBrand(path, { pendingChange: 'approved' })).body.data.budget.billingLimit).toBe(100_000);
    await asBrand(path, { status: 'archive' });
    await world.passAds();
  });

  it('that runs waits or is refused wherever more could be spent', async () => {
    const budget = { daily: 4_000, billingLimit: 90_000 };
    const made = await create({ name: 'Runs', budget, schedule: { startDate: days(0), endDate: days(20) } });
    const path = `/v1/campaigns/${made.id}`;
    await world.passAds();
    await asBrand(path, yes);
    await world.passAds();
    const [set] = made.adSets;
    for (const [more, over] of [
      [{ budget: { daily: 4_001 } }, 'update'],
      [{ budget: { billingLimit: null } }, 'update'],
      [{ schedule: { endDate: days(21) } }, 'update'],
    ] as const) {
      const answer = await asPartner('PATCH', path, more);
      expect(answer.body.data?.pendingChange, JSON.stringify([more, answer.body])).toEqual({
        action: over,
        status: 'awaiting_approval',
      });
      expect((await asPartner('PATCH', path, { pendingChange: 'rejected' })).status).toBe(403);
      expect((await asBrand(path, { pendingChange: 'rejected' })).status).toBe(200);
    }
    expect((await read(path)).budget).toEqual(budget);
    for (const [method, to, body] of [
      ['PATCH', `/v1/ad-sets/${set.id}`, { budget: 5_000 }],
      ['PATCH', `/v1/ad-sets/${set.id}`, { status: 'active' }],
      ['POST', `/v1/ad-sets/${set.id}/copies`, {}],
      ['PATCH', `/v1/ads/${set.ads[0].id}`, { status: 'active' }],
      ['POST', `/v1/ads/${set.ads[0].id}/copies`, {}],
    ] as const) {
      const answer = await asPartner(method, to, body);
      expect([answer.status, answer.body.error?.details.reason], `${method} ${to}`).toEqual([
        422,
        'needs_approval',
      ]);
    }
    const copied = (await asPartner('POST', `${path}/copies`, { launch: true })).body.data;
    expect(copied.partnerApproval).toMatchObject({ status: 'pending' });
    expect((await asPartner('PATCH', path, { budget: { daily: 3_900 } })).body.data.pendingChange).toEqual({
      action: 'update',
      status: 'in_progress',
    });
    for (let turn = 0; turn < 2; turn++) await world.passAds();
    expect((await asPartner('PATCH', path, { status: 'pause' })).status).toBe(200);
    await world.passAds();
    const resumed = (await asPartner('PATCH', path, { status: 'resume' })).body.data;
    expect(resumed.pendingChange).toEqual({ action: 'resume', status: 'awaiting_approval' });
    expect(await read(`/v1/campaigns/${copied.id}`)).toMatchObject({ status: 'paused' });
    for (const id of [made.id, copied.id]) await asBrand(`/v1/campaigns/${id}`, { status: 'archive' });
    await world.passAds();
  });

  it('that was changed behind the yes is turned on by nothing but another yes', async () => {
    await world.meta.fault('refuse', 'POST act_', { status: 400, code: 100, message: 'of theirs' });
    const made = await create({ name: 'Refused' });
    const path = `/v1/campaigns/${made.id}`;
    await asBrand(path, yes);
    await world.passAds();
    expect(await read(path)).toMatchObject({ status: 'draft', partnerApproval: { status: 'approved' } });
    const edited = await asPartner('PATCH', path, { budget: { billingLimit: 900_000 } });
    expect(edited.body.data).toMatchObject({ partnerApproval: { status: 'draft' } });
    expect((await asPartner('PATCH', path, { status: 'retry' })).status).toBe(200);
    for (let turn = 0; turn < 2; turn++) await world.passAds();
    expect(await read(path)).toMatchObject({ status: 'paused', partnerApproval: { status: 'draft' } });
    const at = new Date(clock.now() + 3_600_000).toISOString();
    const asked = await asPartner('PATCH', path, { scheduledLaunchAt: at });
    expect(asked.body.data).toMatchObject({ scheduledLaunchAt: at, partnerApproval: { status: 'pending' } });
    await world.passAds(2 * 3_600_000);
    expect(await read(path)).toMatchObject({ status: 'paused' });
    await asBrand(path, { status: 'archive' });
    // A late approval restores nothing.
    expect((await asBrand(path, yes)).status).toBe(409);
    for (let turn = 0; turn < 2; turn++) await world.passAds();
    expect(await read(path)).toMatchObject({ status: 'archived' });
  });

  it('that has spent its limit still asks whether it may spend more', async () => {
    const { id } = await create({ name: 'Spent', schedule: { startDate: days(0) } });
    const path = `/v1/campaigns/${id}`;
    await world.passAds();
    await asBrand(path, yes);
    await world.passAds(40 * 60_000);
    const asked = (await asPartner('PATCH', path, { budget: { billingLimit: 120_000 } })).body.data;
    expect(asked.pendingChange).toEqual({ action: 'update', status: 'awaiting_approval' });
    await testEnv.DB.prepare(
      'UPDATE campaign_platforms SET spent = 90000, days_read_at = ?2 WHERE campaign_id = ?1',
    )
      .bind(id, clock.now())
      .run();
    for (let turn = 0; turn < 2; turn++) await world.passAds();
    expect(await read(path)).toMatchObject({
      status: 'paused',
      pendingChange: { action: 'update', status: 'awaiting_approval' },
    });
    expect((await asBrand(path, { pendingChange: 'approved' })).body.data.budget.billingLimit).toBe(120_000);
    await world.passAds();
    await asBrand(path, { status: 'archive' });
    await world.passAds();
  });
});
