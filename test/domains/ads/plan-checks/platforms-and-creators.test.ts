// What a plan has to say for all platforms of a campaign, whose permission it needs, and what it may upload.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { resourceIdOf } from '../../../../src/domains/ads/resources/resource-id.ts';
import { newId } from '../../../../src/kit/ids.ts';
import { type CampaignWorld, mintApproved } from '../../../harness/ads/campaigns.ts';
import { checked, planOf, type SaidStep } from '../../../harness/ads/checked-plans.ts';
import { insertHere, twinOf } from '../../../harness/ads/live-campaigns.ts';
import { at, fileOf, ref, run } from '../../../harness/ads/planned-campaign.ts';
import { ON_BOTH, twoPlatforms } from '../../../harness/ads/two-platforms.ts';
import * as clock from '../../../harness/clock.ts';
import { expectProblem } from '../../../harness/pages/plain-words.ts';
import { mintAccount } from '../../../harness/world.ts';

let world: CampaignWorld;
let campaign: string;

beforeAll(async () => {
  ({ world } = await twoPlatforms());
  const made = await world.send('POST', '/v1/campaigns', world.body({ launch: false, settings: ON_BOTH }));
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  campaign = made.body.data.id;
  for (let n = 0; n < 15; n++) await world.passAds();
  const { body } = await world.send('GET', `/v1/campaigns/${campaign}`);
  expect(body.data.status).toBe('paused');
});
afterAll(() => vi.unstubAllGlobals());

const check = async (operation: string, steps: SaidStep[], target = ref('paid_campaign', campaign)) => {
  const answer = await checked(world.meta.env, world.brand.id, planOf(operation, target, steps));
  for (const { step: _, ...problem } of answer.problems) expectProblem(problem);
  return answer;
};
const said = async (...asked: Parameters<typeof check>) =>
  (await check(...asked)).problems.map(({ path, code }) => `${path} ${code}`);
const step = (resourceKind: string, mutation: string, more: Partial<SaidStep> = {}): SaidStep => ({
  ...{ resourceKind, mutation, ...more },
});
const update = (platform: string, input: Record<string, unknown>) =>
  step('campaign', 'update', { platform, input });
const status = (platform: string, to: string, more: Partial<SaidStep> = {}) =>
  step('campaign', 'set_status', { platform, input: { status: to }, ...more });

describe('a campaign on two platforms', () => {
  it('is changed by its own objects, and not by what its ads show', async () => {
    const shown = await world.meta.env.DB.prepare(
      "SELECT id FROM ads_resources WHERE campaign_id = ? AND resource_kind = 'creative'",
    )
      .bind(campaign)
      .first<string>('id');
    expect(
      await said('update_campaign', [update('meta', { name: 'Autumn' })], ref('ad_resource', shown!)),
    ).toContain('/target/id wrong_target');
  });

  it('has a step for each of them, with the same values', async () => {
    const both = (one: object, other: object) =>
      said('update_campaign', [update('meta', { ...one }), update('snapchat', { ...other })]);
    expect(await both({ name: 'Autumn' }, { name: 'Autumn' })).toEqual([]);
    const audience = { countries: ['US', 'CA'] };
    expect(await both({ audience }, { audience })).toEqual(['/steps/1/input required']);
    expect(await both({ audience }, { audience, settings: { languages: ['en'] } })).toEqual([]);
    expect(await both({ name: 'Autumn' }, { name: 'Winter' })).toEqual(['/steps/1/input/name unequal']);
    const budget = { billingLimit: 120_000 };
    expect(await both({ name: 'Autumn', budget }, { name: 'Autumn' })).toEqual(['/steps/1/input unequal']);
    expect(await both({ name: 'Autumn' }, { name: 'Autumn', budget })).toEqual([
      '/steps/1/input/budget/billingLimit unequal',
    ]);
    expect(await both({ budget: { billingLimit: 12_000 } }, { budget: { billingLimit: 12_000 } })).toEqual([
      '/steps/0/input/budget/billingLimit below_floor',
    ]);
    expect(await said('update_campaign', [update('meta', { name: 'Autumn' })])).toEqual([
      '/steps/0/platform missing_platform',
    ]);
    expect(await said('pause_campaign', [status('snapchat', 'paused')])).toEqual([
      '/steps/0/platform missing_platform',
    ]);
    expect(await said('archive_campaign', [step('campaign', 'archive')])).toEqual([
      '/steps/0/platform missing_platform',
    ]);
    const active = ['meta', 'snapchat'].map((platform) => status(platform, 'active'));
    expect(await said('resume_campaign', active)).toEqual([]);
  });

  it('is created where its set-up failed, as it is on the other one', async () => {
    const there = "campaign_id = ? AND platform = 'snapchat'";
    await run(`UPDATE campaign_platforms SET platform_id = 'kept ' || platform_id WHERE ${there}`, campaign);
    const kept = await world.meta.env.DB.prepare(
      `SELECT platform_id AS id FROM campaign_platforms WHERE ${there}`,
    )
      .bind(campaign)
      .first<{ id: string }>();
    await run(
      `UPDATE campaign_platforms SET platform_id = NULL, set_up_at = NULL, status = 'draft' WHERE ${there}`,
      campaign,
    );
    const create = (name: string) => step('campaign', 'create', { platform: 'snapchat', input: { name } });
    const publish = (...steps: SaidStep[]) => said('publish_campaign', steps);
    expect(await publish(create('Summer'))).toEqual([]);
    expect(await publish(create('Autumn'))).toEqual(['/steps/0/input/name unequal']);
    expect(await publish(step('campaign', 'create', { input: { name: 'Summer' } }))).toEqual([
      '/steps/0/mutation already_there',
    ]);
    expect(await publish(status('snapchat', 'active'), status('meta', 'active'))).toEqual([
      '/steps/0/platform not_made',
    ]);
    const [early, late] = [status('snapchat', 'active'), status('snapchat', 'active', { after: ['step 0'] })];
    expect(await publish(create('Summer'), early, status('meta', 'active'))).toEqual([
      '/steps/1/dependsOnStepIds not_awaited',
    ]);
    const upload = step('media', 'upload', {
      ...{ platform: 'snapchat', after: ['step 0'] },
      input: { source: ref('submission', await mintApproved(world.brand.id)) },
    });
    const last = status('snapchat', 'active', { after: ['step 1'] });
    expect(await publish(create('Summer'), upload, last, status('meta', 'active'))).toEqual([]);
    expect(await publish(create('Summer'), late, status('meta', 'active'))).toEqual([]);
    expect(await publish(create('Summer'), late)).toEqual(['/steps/1/platform missing_platform']);
    expect(await said('update_campaign', [update('meta', { name: 'Autumn' })])).toEqual([]);
    await run(
      `UPDATE campaign_platforms SET platform_id = substr(?2, 6), set_up_at = 1, status = 'paused' WHERE campaign_id = ?1 AND platform = 'snapchat'`,
      campaign,
      kept!.id,
    );
  });

  it('counts only the platforms where it is not over', async () => {
    await run(
      "UPDATE campaign_platforms SET status = 'archived' WHERE campaign_id = ? AND platform = 'snapchat'",
      campaign,
    );
    expect(await said('update_campaign', [update('meta', { name: 'Autumn' })])).toEqual([]);
    expect(
      await said('update_campaign', [
        update('meta', { name: 'Autumn' }),
        update('snapchat', { name: 'Autumn' }),
      ]),
    ).toEqual(['/steps/1/platform archived']);
    await run(
      "UPDATE campaign_platforms SET status = 'paused' WHERE campaign_id = ? AND platform = 'snapchat'",
      campaign,
    );
  });
});

/** A creator's permission for a submission, which the platform has confirmed. */
async function grant(
  submission: string,
  more: { code?: string; status?: string; platform?: string; account?: string } = {},
) {
  const { code = null, status: state = 'granted', platform = 'meta', account = world.brand.id } = more;
  const id = newId('adAuthorization', clock.now());
  await run(
    `INSERT INTO ad_authorizations (id, account_id, creator_id, submission_id, program_id, platform, status, code, post,
      read_at, version, created_at, updated_at) VALUES (?, ?, 'crtr_x', ?, 'prog_x', ?, ?, ?, '{"id":"p1","url":null,"handle":null,"caption":null}', 1, 1, 1, 1)`,
    ...[id, account, submission, platform, state, code],
  );
  return id;
}

describe("an ad with a creator's identity", () => {
  it('names the granted permission of its submission', async () => {
    const submission = await mintApproved(world.brand.id);
    const here = await insertHere(world.brand.id, world.connection, at(5), { submission });
    await run(
      "UPDATE campaigns SET terms = json_set(terms, '$.identity', 'creator') WHERE id = ?",
      here.campaign,
    );
    const other = await mintApproved(world.brand.id);
    const stranger = await mintAccount();
    const [own, coded, others, revoked, theirs] = [
      await grant(submission),
      await grant(other, { code: 'sealed' }),
      await grant(submission, { platform: 'tiktok' }),
      await grant(await mintApproved(world.brand.id), { status: 'revoked' }),
      await grant(await mintApproved(stranger.id), { account: stranger.id }),
    ];
    const ad = (authorization?: string, more: object = {}, secret: Partial<SaidStep> = {}) =>
      said(
        'update_campaign',
        [
          step('creative', 'create', {
            ...secret,
            input: {
              submission: ref('submission', other),
              ...(authorization && { authorization: ref('ad_authorization', authorization) }),
              ...more,
            },
          }),
          step('ad', 'create', {
            after: ['step 0'],
            input: {
              deliveryGroup: ref('resource', resourceIdOf(here.set)),
              creative: ref('step', 'step 0'),
            },
          }),
        ],
        ref('paid_campaign', here.campaign),
      );
    const secret = { requiredSecretPurpose: 'provider_ephemeral_secret' };
    expect(await ad(coded)).toEqual([]);
    expect(await ad(coded, {}, secret)).toEqual([]);
    expect(await ad()).toEqual(['/steps/0/input/authorization required']);
    const id = '/steps/0/input/authorization/id';
    expect(await ad(own)).toEqual([`${id} other_submission`]);
    expect(await ad(others)).toEqual([`${id} other_platform`]);
    expect(await ad(revoked)).toEqual([`${id} other_submission`]);
    expect(await ad(theirs)).toEqual([`${id} unknown`]);
    expect(await ad('adauth_x')).toEqual([`${id} unknown`]);
    await run("UPDATE ad_authorizations SET status = 'revoked' WHERE id = ?", coded);
    expect(await ad(coded)).toEqual([`${id} not_granted`]);
    await run("UPDATE ad_authorizations SET status = 'granted', expires_at = 1 WHERE id = ?", coded);
    expect(await ad(coded)).toEqual([`${id} not_granted`]);
    const until = (at: number) =>
      run('UPDATE ad_authorizations SET code = NULL, expires_at = ? WHERE id = ?', at, coded);
    clock.hold(clock.now());
    await until(clock.now());
    expect(await ad(coded)).toEqual([`${id} not_granted`]);
    await until(clock.now() + 1);
    expect(await ad(coded)).toEqual([]);
    expect(await ad(coded, {}, secret)).toEqual(['/steps/0/requiredSecretPurpose not_taken']);
    const runAd = () =>
      said(
        'resume_campaign',
        [step('ad', 'set_status', { input: { status: 'active' }, localResourceId: resourceIdOf(here.ad) })],
        ref('paid_campaign', here.campaign),
      );
    expect(await runAd()).toEqual([]);
    await run("UPDATE ad_authorizations SET status = 'revoked' WHERE id = ?", own);
    expect(await runAd()).toEqual(['/steps/0/input/status authorization_missing']);
  });
});

describe('an upload', () => {
  const upload = (
    source: { kind: string; id: string },
    target: { kind: string; id: string },
    platform = 'meta',
  ) => said('upload_media', [step('media', 'upload', { platform, input: { source } })], target);

  it('is of its target, through the only connection', async () => {
    const submission = await mintApproved(world.brand.id);
    const other = await mintApproved(world.brand.id);
    const [file, granted] = [await fileOf(submission), await grant(submission)];
    const [bySubmission, byFile] = [ref('submission', submission), ref('file', file)];
    const targets = [
      ref('creative_asset', submission),
      ref('creative_asset', file),
      ref('creator_ad_grant', granted),
    ];
    for (const target of targets) {
      for (const source of [bySubmission, byFile]) expect(await upload(source, target)).toEqual([]);
      expect(await upload(ref('submission', other), target)).toEqual([
        '/steps/0/input/source/id other_target',
      ]);
    }
    const { facts, campaign: none } = await check(
      'upload_media',
      [step('media', 'upload', { input: { source: bySubmission } })],
      targets[2]!,
    );
    expect(none).toBe(null);
    expect(facts.map((id) => id.split('_')[0])).toEqual(['conn', 'adauth']);
    expect(await upload(bySubmission, targets[0]!, 'tiktok')).toEqual(['/steps/0/platform one_connection']);
    const twin = await twinOf(world.connection, world.brand.id, 1);
    expect(await upload(bySubmission, targets[0]!)).toEqual(['/steps/0/platform one_connection']);
    await run('DELETE FROM connections WHERE id = ?', twin);
    const stranger = await mintAccount();
    const theirs = await mintApproved(stranger.id);
    for (const id of [theirs, await fileOf(theirs), 'sub_x'])
      expect(await upload(bySubmission, ref('creative_asset', id))).toContain('/target/id unknown');
    expect(
      await upload(bySubmission, ref('creator_ad_grant', await grant(theirs, { account: stranger.id }))),
    ).toContain('/target/id unknown');
    await run("UPDATE ad_authorizations SET status = 'requested' WHERE id = ?", granted);
    expect(await upload(bySubmission, targets[2]!)).toEqual(['/target/id not_granted']);
  });
});
