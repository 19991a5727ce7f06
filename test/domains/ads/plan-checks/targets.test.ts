// What a plan is about: which targets fit, and what a plan about one object at a platform may change.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { resourceIdOf } from '../../../../src/domains/ads/resources/resource-id.ts';
import { checked, planOf, type SaidStep } from '../../../harness/ads/checked-plans.ts';
import {
  type PlannedCampaign,
  plannedCampaign,
  ref,
  rightPlan,
  run,
} from '../../../harness/ads/planned-campaign.ts';

let scene: PlannedCampaign;
let { world, target, set, ad, fresh, others } = {} as PlannedCampaign;

beforeAll(async () => {
  scene = await plannedCampaign();
  ({ world, target, set, ad, fresh, others } = scene);
});
afterAll(() => vi.unstubAllGlobals());

const right = () => rightPlan(scene);
const said = async (steps: readonly SaidStep[], operation = 'update_campaign', more: object = {}) => {
  const plan = planOf(operation, target, steps, more);
  const { problems } = await checked(world.meta.env, world.brand.id, plan);
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
