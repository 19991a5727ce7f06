// What a plan is about: which targets fit, what a plan about one object at a platform may change, and how its campaign is.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { resourceIdOf } from '../../../../src/domains/ads/resources/resource-id.ts';
import { checked, planOf, type SaidStep } from '../../../harness/ads/checked-plans.ts';
import { insertHere } from '../../../harness/ads/live-campaigns.ts';
import {
  at,
  type PlannedCampaign,
  plannedCampaign,
  ref,
  rightPlan,
  run,
  run1,
} from '../../../harness/ads/planned-campaign.ts';
import { expectProblem } from '../../../harness/pages/plain-words.ts';
import { mintAccount } from '../../../harness/world.ts';

let scene: PlannedCampaign;
let { world, campaign, target, set, ad, fresh, others } = {} as PlannedCampaign;

beforeAll(async () => {
  scene = await plannedCampaign();
  ({ world, campaign, target, set, ad, fresh, others } = scene);
});
afterAll(() => vi.unstubAllGlobals());

const right = () => rightPlan(scene);
const said = async (steps: readonly SaidStep[], operation = 'update_campaign', more: object = {}) => {
  const plan = planOf(operation, target, steps, more);
  const { problems } = await checked(world.meta.env, world.brand.id, plan);
  for (const { step: _, ...problem } of problems) expectProblem(problem);
  return problems.map(({ path, code }) => `${path} ${code}`);
};

describe('the target of a plan', () => {
  it('says which targets fit', async () => {
    const wrong = { target: ref('creative_asset', fresh) };
    expect(await said(right(), 'update_campaign', wrong)).toContain('/target/kind wrong_target');
    expect(await said([right()[1]!], 'upload_media')).toContain('/target/kind wrong_target');
    const account = { target: ref('ad_resource', resourceIdOf(world.connection)) };
    expect(await said(right(), 'update_campaign', account)).toContain('/target/id wrong_target');
    const other = { settingsSchemaVersion: '1' };
    expect(await said(right(), 'update_campaign', other)).toEqual(['/settingsSchemaVersion other_version']);
    const wants = (what: string) => run('UPDATE campaigns SET wanted = ? WHERE id = ?', what, target.id);
    await wants('archived');
    expect(await said(right())).toContain('/target/id archived');
    await wants('paused');
  });

  it('changes nothing outside of a target that is one object', async () => {
    const about = (record: string) => ({ target: ref('ad_resource', resourceIdOf(record)) });
    const [, upload, creative, , , newAd] = right();
    const input = { ...newAd!.input, deliveryGroup: ref('resource', resourceIdOf(set.id)) };
    const only = [
      { ...upload!, id: 'step 1' },
      { ...creative!, id: 'step 2' },
      { ...newAd!, id: 'step 5', after: ['step 2'], input },
    ];
    expect(await said(only, 'update_campaign', about(set.id))).toEqual([]);
    const archives = { mutation: 'archive', resourceKind: 'ad', localResourceId: resourceIdOf(ad.id) };
    for (const record of [set.id, ad.id])
      expect(await said([archives], 'update_campaign', about(record))).toEqual([]);
    const outside = async (record: string, steps: SaidStep[] = right()) =>
      (await said(steps, 'update_campaign', about(record))).filter((one) => one.endsWith(' other_target'));
    expect(await outside(set.id)).toEqual(
      [
        ...[
          '/steps/0/resourceKind',
          '/steps/1/resourceKind',
          '/steps/2/resourceKind',
          '/steps/3/resourceKind',
        ],
        '/steps/5/resourceKind',
      ].map((path) => `${path} other_target`),
    );
    expect(await outside(ad.id, [right()[4]!])).toEqual(['/steps/0/localResourceId other_target']);
    expect(await outside(others.set, [archives])).toEqual(['/steps/0/localResourceId other_target']);
  });
});

describe('the campaign of a plan', () => {
  it('has the variant of its campaign', async () => {
    const here = await insertHere(world.brand.id, world.connection, at(4), { platform: 'google' });
    const pauses = (productVariant: string) =>
      said(run1('paused', { platform: 'google', productVariant }), 'pause_campaign', {
        target: ref('paid_campaign', here.campaign),
      });
    expect(await pauses('demand_gen')).toEqual([]);
    expect(await pauses('app')).toEqual(['/steps/0/productVariant other_variant']);
  });

  it('needs a usable connection and a limit that is not reached', async () => {
    const active = run1('active');
    await run("UPDATE campaigns SET approval_status = 'pending' WHERE id = ?", campaign);
    const partner = await mintAccount('partner');
    const plan = planOf('resume_campaign', target, active);
    // The brand's yes to the plan is one to the campaign.
    expect((await checked(world.meta.env, world.brand.id, plan, partner.id)).problems).toEqual([]);
    expect(await said(active, 'resume_campaign')).toEqual([]);
    await run('UPDATE campaigns SET approval_status = NULL WHERE id = ?', campaign);
    await run('UPDATE campaign_platforms SET spent = 90000 WHERE campaign_id = ?', campaign);
    expect(await said(active, 'resume_campaign')).toEqual(['/steps/0/input/status billing_limit_reached']);
    expect(await said(run1('paused'), 'pause_campaign')).toEqual([]);
    await run('UPDATE campaign_platforms SET spent = 0 WHERE campaign_id = ?', campaign);
    await run("UPDATE connections SET status = 'expired' WHERE id = ?", world.connection);
    expect(await said(active, 'resume_campaign')).toEqual(['/steps/0/platform reconnect_required']);
    await run("UPDATE connections SET status = 'active' WHERE id = ?", world.connection);
  });

  it('keeps what cannot change once the campaign is launched, or made', async () => {
    await run('UPDATE campaigns SET launched_at = 1 WHERE id = ?', campaign);
    expect(await said([{ ...right()[0]!, input: { scheduledLaunchAt: '2099-01-01T00:00:00Z' } }])).toContain(
      '/steps/0/input/scheduledLaunchAt fixed',
    );
    await run('UPDATE campaigns SET launched_at = NULL WHERE id = ?', campaign);
    const there = 'campaign_platforms SET platform_id = ? WHERE campaign_id = ?';
    const id = await world.meta.env.DB.prepare(
      'SELECT platform_id AS id FROM campaign_platforms WHERE campaign_id = ?',
    )
      .bind(campaign)
      .first('id');
    await run(`UPDATE ${there}`, null, campaign);
    const input = { name: 'Summer', identity: 'creator' };
    expect(
      await said([{ resourceKind: 'campaign', mutation: 'create', input }], 'publish_campaign'),
    ).toContain('/steps/0/input/identity fixed');
    await run(`UPDATE ${there}`, id, campaign);
  });
});
