// One campaign with the posts of two permissions: what ends with one of them, and what goes on.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareStep } from '../../../../src/domains/ads/campaign-delivery/prepare-step.ts';
import type { StepAtHand } from '../../../../src/domains/ads/platform-tasks/step.ts';
import { MAIN, metaWorld, PAGE, PIXEL, PROFILE } from '../../../harness/ads/meta.ts';
import { askToAdvertise, CAMPAIGN, connectBrand, mintToAdvertise } from '../../../harness/ads/permissions.ts';
import type { ScriptedAds } from '../../../harness/ads/scripted-ads.ts';
import * as clock from '../../../harness/clock.ts';
import { runAdsLanes } from '../../../harness/jobs.ts';
import { eventsOf } from '../../../harness/work/creators.ts';
import { mintPair, type Pair } from '../../../harness/work/submissions.ts';
import { call } from '../../../harness/world.ts';

let meta: ScriptedAds;
let pair: Pair;
let campaign: string;
let body: Record<string, unknown>;
const asked: string[] = [];
const submissions: string[] = [];

beforeAll(async () => {
  clock.hold(clock.now());
  [meta, pair] = [await metaWorld(), await mintPair()];
  const connection = await connectBrand(meta, { adAccountId: MAIN, pageId: PAGE, profileId: PROFILE }, pair);
  for (const adCode of ['adcode_first', 'adcode_second']) {
    await meta.sim('posts', { ad_code: adCode, handle: 'nia' });
    const submission = await mintToAdvertise(pair);
    const { id } = await askToAdvertise(pair, submission, 'meta');
    asked.push(id);
    submissions.push(submission);
    expect((await answer(id, { status: 'granted', adCode })).status).toBe(200);
  }
  body = {
    ...CAMPAIGN(PIXEL),
    name: 'By Nia',
    connection,
    identity: 'creator',
    creatives: submissions,
  };
  const made = await call('POST', '/v1/campaigns', { env: meta.env, ...pair.brand, body });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  campaign = made.body.data.id;
  for (let times = 0; times < 3; times++) await wait();
});
afterAll(() => clock.release());

const answer = (id: string, given: object) =>
  call('PATCH', `/v1/ad-authorizations/${id}`, { env: meta.env, ...pair.creator, body: given });

/** Half an hour passes, in which the platform is read and what is due is done. */
async function wait(ms = 31 * 60_000): Promise<void> {
  clock.hold(clock.now() + ms);
  await meta.sim('clock', { advance: ms });
  await runAdsLanes(clock.now(), meta.env);
}

const there = async (path = '') =>
  (await call('GET', `/v1/campaigns/${campaign}${path}`, pair.brand)).body.data;

/** The ads by their submissions, as they are here and at the platform. */
async function ads() {
  const nodes = (await meta.sim('nodes', { kind: 'ad' })).data as { id: string; status: string }[];
  const listed = (await there()).adSets.flatMap(
    ({ ads }: { ads: { id: string; creative: string }[] }) => ads,
  );
  return await Promise.all(
    submissions.map(async (of) => {
      const { id } = listed.find(({ creative }: { creative: string }) => creative === of);
      const { status, platformId } = (await call('GET', `/v1/ads/${id}`, pair.brand)).body.data;
      return { id, status, there: nodes.find((one) => one.id === platformId)! };
    }),
  );
}
const states = async () => (await ads()).map((one) => [one.status, one.there.status]);
const attention = async () =>
  (await eventsOf(pair.brand.id)).filter(({ type }) => type === 'campaign.needs_attention').length;

describe('a campaign with two permissions', () => {
  it('goes on by a new code of Meta with the creatives that it has; ads to come are made by the new code', async () => {
    expect(await there()).toMatchObject({ status: 'live', platforms: [{ error: null }] });
    const creatives = async () => (await meta.sim('nodes', { kind: 'creative' })).data;
    const before = await creatives();
    const { id: post } = (await meta.sim('nodes', { kind: 'content' })).data.find(
      ({ _code }: { _code: string }) => _code === 'adcode_second',
    );
    await meta.sim(`nodes/${post}`, { _code: 'adcode_newer' });
    expect((await answer(asked[1]!, { status: 'granted', adCode: 'adcode_newer' })).status).toBe(200);
    for (let times = 0; times < 2; times++) await wait();
    expect(await creatives()).toEqual(before);
    expect(await states()).toEqual([
      ['active', 'ACTIVE'],
      ['active', 'ACTIVE'],
    ]);
    const more = { ...body, name: 'Once more', creatives: [submissions[1]] };
    expect((await call('POST', '/v1/campaigns', { env: meta.env, ...pair.brand, body: more })).status).toBe(
      201,
    );
    for (let times = 0; times < 2; times++) await wait();
    const made = (await creatives()).filter(({ id }: { id: string }) =>
      before.every((one: { id: string }) => one.id !== id),
    );
    expect(made).toMatchObject([{ branded_content: { instagram_boost_post_access_token: 'adcode_newer' } }]);
  });

  it('pauses the ad whose permission ended, says so, and runs on with the other', async () => {
    expect((await answer(asked[0]!, { status: 'revoked' })).status).toBe(200);
    for (let times = 0; times < 2; times++) await wait();
    expect(await states()).toEqual([
      ['paused', 'PAUSED'],
      ['active', 'ACTIVE'],
    ]);
    expect(await there()).toMatchObject({ status: 'live', platforms: [{ status: 'live', error: null }] });
    expect(await attention()).toBe(0);
    const [first] = await ads();
    const { timeline } = await there('?expand=timeline');
    expect(timeline).toContainEqual(
      expect.objectContaining({
        what: 'held',
        details: { reason: 'authorization_ended', ad: first!.id, name: expect.any(String) },
      }),
    );
    const resumed = await call('PATCH', `/v1/ads/${first!.id}`, {
      env: meta.env,
      ...pair.brand,
      body: { status: 'active' },
    });
    expect([resumed.status, resumed.body.error.details.reason]).toEqual([422, 'authorization_missing']);
    // Nor does a step that was planned before switch it on.
    const [, second] = await ads();
    const run = (ad: string) =>
      prepareStep(meta.ctx(clock.now()), {
        task: { subject: campaign, platform: 'meta' },
        kind: 'run',
        input: { ad, to: 'active' },
      } as unknown as StepAtHand);
    await expect(run(first!.id)).rejects.toMatchObject({ details: { reason: 'authorization_missing' } });
    expect(await run(second!.id)).toMatchObject({ kind: 'run', what: 'ad', to: 'active' });
  });

  it('is paused again when somebody resumes the ad in the ads manager', async () => {
    const [first] = await ads();
    await meta.sim(`nodes/${first!.there.id}`, { status: 'ACTIVE' });
    for (let times = 0; times < 3; times++) await wait();
    expect((await states())[0]).toEqual(['paused', 'PAUSED']);
    const { timeline } = await there('?expand=timeline');
    const held = timeline.filter(({ what }: { what: string }) => what === 'held');
    expect(held).toHaveLength(2);
    expect(held.map(({ details }: { details: { message?: string } }) => details.message)).toContainEqual(
      expect.stringContaining("without its creator's permission"),
    );
    expect(await attention()).toBe(0);
  });

  it('needs attention once none of its ads may run', async () => {
    expect((await answer(asked[1]!, { status: 'revoked' })).status).toBe(200);
    for (let times = 0; times < 2; times++) await wait();
    expect(await there()).toMatchObject({
      status: 'needs_attention',
      platforms: [{ error: { code: 'permission_ended', by: 'creator' } }],
    });
    expect((await states())[1]).toEqual(['paused', 'PAUSED']);
    // The other campaign shows the same post.
    expect(await attention()).toBe(2);
  });
});
