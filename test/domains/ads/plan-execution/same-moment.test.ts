// What comes at the very moment in which a plan is approved or executed: one of the two counts wholly, and the other is 409. Each is
// played in the other's last moment, after all that it reads and before anything that it writes.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findConnection } from '../../../../src/domains/accounts/connections/connection-store.ts';
import { expireConnection } from '../../../../src/domains/accounts/connections/expire-connection.ts';
import type { Env } from '../../../../src/env.ts';
import { MINUTE_MS } from '../../../../src/kit/time.ts';
import { systemCtx } from '../../../../src/system-ctx.ts';
import { connectAds } from '../../../harness/ads/ad-connections.ts';
import { CAMPAIGN_PLACES, serveFilms } from '../../../harness/ads/campaign-places.ts';
import { type CampaignWorld, campaignWorld } from '../../../harness/ads/campaigns.ts';
import { expectAgreed, planOn, thereOf } from '../../../harness/ads/executed-plans.ts';
import { bindClient } from '../../../harness/ads/kept-plans.ts';
import { type Approved, type PlanDesk, planDesk } from '../../../harness/ads/plan-desk.ts';
import * as clock from '../../../harness/clock.ts';
import { justBefore } from '../../../harness/faults/slow-database.ts';
import { type Answer, call, type Minted, mintAccount, testEnv } from '../../../harness/world.ts';

const META = CAMPAIGN_PLACES.find(({ name }) => name === 'meta')!;
let world: CampaignWorld;
let partner: Minted;
let brands: PlanDesk;
let partners: PlanDesk;
let campaign: { id: string };
let plans = 0;

beforeAll(async () => {
  serveFilms();
  world = await campaignWorld(META.at);
  partner = await mintAccount('partner');
  await testEnv.DB.prepare('UPDATE accounts SET managed_by = ? WHERE id = ?')
    .bind(partner.id, world.brand.id)
    .run();
  await bindClient(partner.keyId, world.brand.id);
  brands = planDesk(world);
  partners = planDesk(world, partner.key, world.brand.id);
  const made = await world.send('POST', '/v1/campaigns', world.body({ launch: false, budget: BUDGET }));
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  for (let n = 0; n < 3; n++) await world.passAds();
  campaign = made.body.data;
});
afterAll(() => {
  vi.unstubAllGlobals();
  clock.release();
});

const BUDGET = { daily: 50_000, billingLimit: 90_000_000 };

/** A plan of another name and budget. Both are in one step or the other would be half of it. */
function body() {
  const n = ++plans;
  const input = { name: `Plan ${n}`, budget: { daily: 50_000 + n } };
  const step = { id: 'all', resourceKind: 'campaign', mutation: 'update', input };
  return { n, plan: planOn(META, campaign, [step], 'auction') };
}
interface Made extends Approved {
  n: number;
}
async function made(desk: PlanDesk, isApproved = true): Promise<Made> {
  const { n, plan } = body();
  const one = await desk.make(plan);
  if (isApproved) expect((await approve(one)).status).toBe(200);
  return { ...one, n };
}

/** As the account of the key, in an environment of its own. */
const ask = (method: string, path: string, sent: unknown, env: Env, key = world.brand.key): Promise<Answer> =>
  call(method, path, { env, key, body: sent });
const approve = ({ id, read }: Approved, env = world.meta.env) =>
  ask('PUT', `/ads/plans/${id}/approval`, read, env);
const execute = ({ id, read }: Approved, env = world.meta.env) =>
  ask('POST', `/ads/plans/${id}/executions`, read, env);
const executeAsPartner = ({ id, read }: Approved, env = world.meta.env) =>
  ask('POST', `/ads/plans/${id}/executions?client=${world.brand.id}`, read, env, partner.key);
const edit = (n: number, env = world.meta.env) =>
  ask('PATCH', `/v1/campaigns/${campaign.id}`, { name: `Edit ${n}`, budget: { ...BUDGET, daily: n } }, env);

const standing = async ({ id }: Approved) => {
  const { approvalState, executionState, revision } = (await brands.api('GET', `/ads/plans/${id}`)).data;
  return `${approvalState}/${executionState} ${revision}`;
};
const ASKED_AGAIN = 'pending_approval/planned 2';

/** The campaign is as the platform has it, by one of them alone. Meta takes four changes of a budget an hour. */
async function over(name: string, daily: number): Promise<void> {
  for (const minutes of [1, 20]) await world.passAds(minutes * MINUTE_MS);
  const now = await brands.campaign(campaign.id);
  expect([now.name, now.budget.daily, now.pendingChange]).toEqual([name, daily, null]);
  const there = [...(await thereOf(world, META, campaign.id)).values()];
  expect(there.find(({ kind }) => kind === 'campaign')!.name).toBe(name);
  const spent = there.map(({ budget }) => (budget && 'daily' in budget ? budget.daily : 0));
  expect(spent.reduce((all, one) => all + one, 0)).toBe(daily);
}

describe('two plans of two makers and an edit', () => {
  it('in each other’s last moment: each is whole, or 409', async () => {
    const byPlan = async (inner: 'brand' | 'partner') => {
      const [own, others] = [await made(brands), await made(partners)];
      const [first, second] = inner === 'brand' ? [own, others] : [others, own];
      let began: Answer | undefined;
      let edited: Answer | undefined;
      const env = justBefore(world.meta.env, 'ads_plans', async () => {
        began = await (inner === 'brand' ? execute(first) : executeAsPartner(first));
        edited = await edit(1);
      });
      const late = await (inner === 'brand' ? executeAsPartner(second, env) : execute(second, env));
      expect([began!.status, edited!.status, late.status]).toEqual([202, 409, 409]);
      expect(await standing(second)).toBe(ASKED_AGAIN);
      await over(`Plan ${first.n}`, 50_000 + first.n);
    };
    await byPlan('brand');
    await byPlan('partner');
  });

  it('an edit between what an execution reads and what it writes, and the other way round', async () => {
    const [own, others] = [await made(brands), await made(partners)];
    let edited: Answer | undefined;
    const beside = justBefore(world.meta.env, 'ads_plans', async () => {
      edited = await edit(60_000);
    });
    expect((await execute(own, beside)).status).toBe(409);
    expect(edited!.status).toBe(200);
    expect((await executeAsPartner(others)).status).toBe(409);
    expect([await standing(own), await standing(others)]).toEqual([ASKED_AGAIN, ASKED_AGAIN]);
    await over('Edit 60000', 60_000);

    const again = await made(brands);
    let began: Answer | undefined;
    const late = justBefore(world.meta.env, 'campaigns', async () => {
      began = await execute(again);
    });
    expect((await edit(70_000, late)).status).toBe(409);
    expect(began!.status).toBe(202);
    await over(`Plan ${again.n}`, 50_000 + again.n);
  });

  it('approved, executed and edited all at once', async () => {
    const [own, others] = [await made(brands, false), await made(partners, false)];
    const first = async (one: Made, begin: typeof execute) => {
      const yes = await approve(one);
      return yes.status === 200 ? await begin(one) : yes;
    };
    const answers = await Promise.all([first(own, execute), first(others, executeAsPartner), edit(80_000)]);
    const statuses = answers.map(({ status }) => status);
    const done = statuses.flatMap((status, at) => (status === 409 ? [] : [at]));
    expect(done, JSON.stringify(statuses)).toHaveLength(1);
    const [at] = done as [number];
    expect(statuses[at]).toBe(at === 2 ? 200 : 202);
    await over(
      at === 2 ? 'Edit 80000' : `Plan ${[own, others][at]!.n}`,
      at === 2 ? 80_000 : 50_000 + [own, others][at]!.n,
    );
    await expectAgreed(world, META, campaign.id);
  });
});

describe('the end of a connection', () => {
  const row = async () => (await findConnection(systemCtx(world.meta.env, clock.now()), world.connection))!;
  const expire = async (env = world.meta.env) =>
    await expireConnection(systemCtx(env, clock.now()), await row());
  const status = async () => (await row()).status;
  const renew = async () => expect(await connectAds(world.meta, world.brand)).toBe(world.connection);
  const disconnect = (env = world.meta.env) =>
    ask('PATCH', `/v1/connections/${world.connection}`, { status: 'disconnected' }, env);

  it('told by the platform beside an approval asks the brand again', async () => {
    const plan = await made(brands, false);
    const env = justBefore(world.meta.env, 'ads_plans', () => expire());
    expect((await approve(plan, env)).status).toBe(409);
    expect([await standing(plan), await status()]).toEqual([ASKED_AGAIN, 'expired']);
    await renew();
    const other = await made(brands, false);
    const late = justBefore(world.meta.env, 'connections', async () =>
      expect((await approve(other)).status).toBe(200),
    );
    await expire(late);
    expect([await standing(other), await status()]).toEqual([ASKED_AGAIN, 'expired']);
    await renew();
  });

  it('told by the platform beside an execution: the brand is asked again, or all of it is done', async () => {
    const plan = await made(brands);
    const env = justBefore(world.meta.env, 'ads_plans', () => expire());
    expect((await execute(plan, env)).status).toBe(409);
    expect([await standing(plan), await brands.operations(plan.id)]).toEqual([ASKED_AGAIN, []]);
    await renew();
    const other = await made(brands);
    const late = justBefore(world.meta.env, 'connections', async () =>
      expect((await execute(other)).status).toBe(202),
    );
    await expire(late);
    for (let n = 0; n < 2; n++) await world.passAds();
    expect(await brands.states(other.id)).toEqual({ meta: 'blocked' });
    await renew();
    await world.passAds(6 * MINUTE_MS);
    expect(await brands.states(other.id)).toEqual({ meta: 'succeeded' });
    await over(`Plan ${other.n}`, 50_000 + other.n);
  });

  it('asked for by the brand does not come between: a plan that has begun keeps the connection', async () => {
    const open = (await brands.api('GET', '/ads/plans?executionState=planned')).data.items;
    for (const { id } of open) await brands.api('POST', `/ads/plans/${id}/cancellations`);
    let began: Made | undefined;
    const late = justBefore(world.meta.env, 'connections', async () => {
      began = await made(brands);
      expect((await execute(began)).status).toBe(202);
    });
    expect((await disconnect(late)).status).toBe(409);
    expect(await status()).toBe('active');
    await over(`Plan ${began!.n}`, 50_000 + began!.n);
  });
});
