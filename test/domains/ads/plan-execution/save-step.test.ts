// What a step of a plan makes of its campaign once the platform has done it.
import { expect, it } from 'vitest';
import type { WholeCampaign } from '../../../../src/domains/ads/campaign-record/campaign-row.ts';
import { insertCampaign } from '../../../../src/domains/ads/campaign-record/store.ts';
import { intend } from '../../../../src/domains/ads/plan-execution/intend.ts';
import { saveStep } from '../../../../src/domains/ads/plan-execution/save-step.ts';
import { metaAdapter } from '../../../../src/integrations/meta/adapter.ts';
import { newId } from '../../../../src/kit/ids.ts';
import { planOf, type SaidStep } from '../../../harness/ads/checked-plans.ts';
import { wholeHere } from '../../../harness/ads/live-campaigns.ts';
import * as clock from '../../../harness/clock.ts';
import { systemCtx, testEnv } from '../../../harness/world.ts';

function campaign(): WholeCampaign {
  const key = newId('connection', clock.now());
  return wholeHere('acct_x', key, { campaign: '1', set: '2', ad: '3' }, { status: 'paused' });
}

/** @returns what the first of the steps makes of the campaign's row and platforms. */
async function saved(whole: WholeCampaign, steps: SaidStep[]) {
  const plan = planOf('update_campaign', { kind: 'paid_campaign', id: whole.row.id }, steps);
  const parts = [...whole.adSets, ...whole.ads];
  const resources = new Map(
    parts.map(({ id, platformId }) => [id, { localId: id, providerResourceId: platformId, cover: null }]),
  );
  const { intended } = intend({ plan, whole, resources, adapters: { meta: metaAdapter }, now: 0 });
  const ctx = systemCtx();
  const [step] = plan.steps;
  const movement = await saveStep(ctx, whole, { step: step!, record: step!.localResourceId, intended });
  await ctx.write.commit();
  return { ...movement, now: ctx.now };
}

const top = (mutation: string, input?: Record<string, unknown>): SaidStep => ({
  ...{ resourceKind: 'campaign', mutation, ...(input && { input }) },
});

it('the day of a launch is what was said, and over with a launch and a pause', async () => {
  const whole = campaign();
  const later = top('update', { scheduledLaunchAt: '2032-01-01T00:00:00Z' });
  const scheduledLaunchAt = Date.parse('2032-01-01T00:00:00Z');
  expect((await saved(whole, [later])).campaign).toMatchObject({ scheduledLaunchAt });
  const run = top('set_status', { status: 'active' });
  expect((await saved(whole, [later, run])).campaign).not.toHaveProperty('scheduledLaunchAt');
  expect((await saved(whole, [run])).campaign).toMatchObject({ wanted: 'live', scheduledLaunchAt: null });
  const pause = top('set_status', { status: 'paused' });
  const paused = { wanted: 'paused', hold: null, scheduledLaunchAt: null };
  expect((await saved(whole, [pause])).campaign).toEqual(paused);
});

it('settings are those of its platform: of one that was added, in its block', async () => {
  const { row, platforms, ...rest } = campaign();
  const settings = { pixel: 'm', snapchat: { pixel: 's', headline: 'Now' } };
  const two = {
    ...{ ...rest, row: { ...row, terms: { ...row.terms, settings } } },
    platforms: [...platforms, { ...platforms[0]!, platform: 'snapchat' }],
  };
  const after = async (platform: string, own: object) =>
    (await saved(two, [{ ...top('update', { settings: own }), platform }])).campaign?.terms?.settings;
  expect(await after('snapchat', { headline: 'Soon' })).toEqual({
    ...{ pixel: 'm', snapchat: { pixel: 's', headline: 'Soon' } },
  });
  expect(await after('meta', { targetCpa: 100 })).toEqual({ ...settings, targetCpa: 100 });
});

it('an end is one of its platform, and of the campaign with the last', async () => {
  const whole = campaign();
  const platforms = { meta: { status: 'archived', error: null } };
  expect(await saved(whole, [top('archive')])).toMatchObject({ campaign: { wanted: 'archived' }, platforms });
  const two = { ...whole, platforms: [...whole.platforms, { ...whole.platforms[0]!, platform: 'snapchat' }] };
  expect(await saved(two, [top('archive')])).toMatchObject({ campaign: {}, platforms });
});

it('an ad set and an ad that have ended meanwhile stay as they are', async () => {
  const whole = campaign();
  const ctx = systemCtx();
  const over = { status: 'archived', name: 'Over' } as const;
  const [set, ad] = [
    { ...whole.adSets[0]!, ...over },
    { ...whole.ads[0]!, ...over },
  ];
  insertCampaign(ctx, { ...whole, adSets: [set], ads: [ad] });
  await ctx.write.commit();
  for (const [resourceKind, { id }] of [
    ['delivery_group', set],
    ['ad', ad],
  ] as const)
    for (const [mutation, input] of [
      ['update', { name: 'Late' }],
      ['set_status', { status: 'active' }],
    ] as const)
      await saved(whole, [{ resourceKind, mutation, input, localResourceId: id }]);
  const rows = await testEnv.DB.prepare(
    'SELECT name, status FROM ad_sets WHERE id = ? UNION ALL SELECT name, status FROM ads WHERE id = ?',
  )
    .bind(set.id, ad.id)
    .all();
  expect(rows.results).toEqual([
    { name: 'Over', status: 'archived' },
    { name: 'Over', status: 'archived' },
  ]);
});

it('creators are paid for the event that a campaign is for which is made only now', async () => {
  const whole = campaign();
  const platforms = whole.platforms.map((one) => ({ ...one, platformId: null }));
  const { terms } = whole.row;
  const creatorPay = { ...terms.creatorPay, model: 'lead' as const, leadAmount: 500 };
  const leads = { ...whole, platforms, row: { ...whole.row, terms: { ...terms, creatorPay } } };
  await saved(leads, [top('create', { optimizationEvent: 'contact' })]);
  const event = await testEnv.DB.prepare('SELECT event FROM campaign_pays WHERE campaign_id = ?')
    .bind(whole.row.id)
    .first('event');
  expect(event).toBe('contact');
});
