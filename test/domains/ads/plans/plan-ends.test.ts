// What becomes of plans by themselves: limits, mails, events and the end.
import { afterEach, describe, expect, it } from 'vitest';
import type { WholePlan } from '../../../../src/domains/ads/plan-record/plan.ts';
import { planUses } from '../../../../src/domains/ads/plan-record/plan-uses.ts';
import { recheckPlans } from '../../../../src/domains/ads/plan-record/recheck-plans.ts';
import { vars } from '../../../../src/env.ts';
import { newId } from '../../../../src/kit/ids.ts';
import { DAY_MS, HOUR_MS } from '../../../../src/kit/time.ts';
import { runJobs } from '../../../../src/run-jobs.ts';
import { eventsOf } from '../../../harness/ads/ad-connections.ts';
import { bindClient, mintAgency, mintPlan, mintRunning, pausing } from '../../../harness/ads/kept-plans.ts';
import * as clock from '../../../harness/clock.ts';
import { justBefore } from '../../../harness/faults/slow-database.ts';
import { jobsNamed } from '../../../harness/jobs.ts';
import { noticed, noticesOf } from '../../../harness/people/notices.ts';
import { mailsTo, mintPerson } from '../../../harness/people/people.ts';
import { call, type Minted, mintAccount, systemCtx, testEnv, withVars } from '../../../harness/world.ts';

/** The ends of a year, of the day before a leap day and of that day itself. */
const HOURS = ['2031-12-31T23:59:59.000Z', '2032-02-28T23:59:59.999Z', '2032-02-29T23:59:59.000Z'];

afterEach(() => clock.release());

const ends = (at: number) => runJobs(jobsNamed('end ads plans'), at, testEnv);
const stored = async ({ id }: Pick<WholePlan, 'id'>) =>
  (await testEnv.DB.prepare(
    "SELECT approval_state || '/' || execution_state AS state FROM ads_plans WHERE id = ?",
  )
    .bind(id)
    .first<{ state: string }>())!.state;
const about = (campaign: string) => pausing(campaign);

/** A partner, its client with a campaign, and the client's people. */
async function scene() {
  const { partner, brand } = await mintAgency();
  const campaign = await mintRunning(brand);
  const people = {
    owner: await mintPerson({ [brand.id]: 'owner' }),
    admin: await mintPerson({ [brand.id]: 'admin' }),
    member: await mintPerson({ [brand.id]: 'member' }),
  };
  const plans = async () => {
    const { body } = await call('POST', `/ads/plans?client=${brand.id}`, {
      key: partner.key,
      body: about(campaign),
    });
    return body.data as WholePlan;
  };
  const told = async () => {
    await noticed();
    const all = await Promise.all(Object.values(people).map((one) => noticesOf(one, brand.id)));
    return all.map((notices) => notices.map(({ text }) => text));
  };
  return { partner, brand, campaign, people, plans, told };
}
const WAITS = 'Reach asks you to approve a plan for Summer within 24 hours';
const ENDS = 'Reach waits for your answer to a plan for Summer, which ends in 4 hours';

describe('limits', () => {
  it('are those of plans a day and of open ones', async () => {
    const brand = await mintAccount();
    const body = async () => about(await mintRunning(brand));
    const makes = async (vars: Record<string, string>) => {
      const options = { key: brand.key, body: await body(), env: withVars(testEnv, vars) };
      const { status, body: answer } = await call('POST', '/ads/plans', options);
      return `${status} ${answer.error?.code ?? ''}`;
    };
    expect(await makes({ ADS_PLANS_A_DAY: '1' })).toBe('201 ');
    expect(await makes({ ADS_PLANS_A_DAY: '1' })).toBe('429 rate_limited');
    expect(await makes({ OPEN_ADS_PLANS: '2' })).toBe('201 ');
    expect(await makes({ OPEN_ADS_PLANS: '2' })).toBe('429 rate_limited');
    await mintPlan(brand.id, { createdAt: clock.now() - DAY_MS });
    await mintPlan(brand.id, { approvalState: 'approved', executionState: 'completed' });
    expect(await makes({ OPEN_ADS_PLANS: '3' })).toBe('201 ');
    expect(vars(testEnv)).toMatchObject({ ADS_PLANS_A_DAY: 500, OPEN_ADS_PLANS: 200 });
  });

  it("are the brand's, whoever makes its plans", async () => {
    const { partner, brand, campaign } = await scene();
    const second = await mintAccount('brand', { managedBy: partner.id });
    await bindClient(partner.keyId, second.id);
    const targets = { [brand.id]: campaign, [second.id]: await mintRunning(second) };
    const makes = async (limit: string, { key }: { key: string }, client?: string) => {
      const target = targets[client ?? brand.id]!;
      const options = { key, body: about(target), env: withVars(testEnv, { [limit]: '1' }) };
      const of = client === undefined ? '' : `?client=${client}`;
      return (await call('POST', `/ads/plans${of}`, options)).status;
    };
    expect(await makes('ADS_PLANS_A_DAY', brand)).toBe(201);
    for (const limit of ['ADS_PLANS_A_DAY', 'OPEN_ADS_PLANS'])
      expect(await makes(limit, partner, brand.id), limit).toBe(429);
    expect(await makes('ADS_PLANS_A_DAY', partner, second.id)).toBe(201);
    expect(await makes('OPEN_ADS_PLANS', partner, second.id)).toBe(201);
  });
});

describe('the end of a plan', () => {
  it.each(HOURS)('is noted once, 24 hours after %s', async (time) => {
    const brand = await mintAccount();
    const createdAt = Date.parse(time);
    const kinds: [Partial<WholePlan>, string][] = [
      [{}, 'expired/cancelled'],
      [{ approvalState: 'approved', executionState: 'ready' }, 'expired/cancelled'],
      [{ approvalState: 'approved', executionState: 'executing' }, 'approved/executing'],
      [{ approvalState: 'draft', executionState: 'cancelled' }, 'draft/cancelled'],
      [{ createdAt: createdAt + 1 }, 'pending_approval/planned'],
    ];
    const plans: WholePlan[] = [];
    for (const [more] of kinds)
      plans.push(await mintPlan(brand.id, { createdAt, facts: ['camp_x'], ...more }));
    const end = createdAt + DAY_MS;
    expect(plans[0]!.expiresAt).toBe(end);
    await ends(end - 1);
    expect(await stored(plans[0]!)).toBe('pending_approval/planned');
    await ends(end);
    for (const [n, [, wanted]] of kinds.entries()) expect(await stored(plans[n]!)).toBe(wanted);
    await ends(end);
    const row = 'SELECT updated_at AS at FROM ads_plans WHERE id = ?';
    expect(await testEnv.DB.prepare(row).bind(plans[0]!.id).first('at')).toBe(end);
    const facts = 'SELECT COUNT(*) AS n FROM ads_plan_facts WHERE plan_id = ?';
    const left = plans.map(({ id }) => testEnv.DB.prepare(facts).bind(id).first('n'));
    expect(await Promise.all(left)).toEqual([0, 0, 1, 1, 1]);
  });
});

const statesOf = (one: { approvalState: string; executionState: string }) =>
  `${one.approvalState}/${one.executionState}`;
const refusalOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) =>
  `${status} ${body.error?.code}`;
const answers = (plan: WholePlan, answer: 'approval' | 'rejection', { key }: Minted, more: object = {}) => {
  const body = { revision: plan.revision, semanticHash: plan.semanticHash, ...more };
  return call('PUT', `/ads/plans/${plan.id}/${answer}`, { key, body });
};

describe('a plan that nobody answers', () => {
  it('expires by the clock, whether that was noted or not', async () => {
    const brand = await mintAccount();
    const read = async (id: string) => (await call('GET', `/ads/plans/${id}`, { key: brand.key })).body.data;
    const createdAt = clock.now() - DAY_MS;
    for (const more of [
      {},
      { approvalState: 'approved', executionState: 'ready' },
      { approvalState: 'expired', executionState: 'cancelled' },
    ] as Partial<WholePlan>[]) {
      const plan = await mintPlan(brand.id, { createdAt, ...more });
      expect(statesOf(await read(plan.id))).toBe('expired/cancelled');
      for (const answer of ['approval', 'rejection'] as const) {
        expect(refusalOf(await answers(plan, answer, brand))).toBe('410 gone');
        expect(refusalOf(await answers(plan, answer, brand, { revision: 7 }))).toBe('410 gone');
      }
      expect(refusalOf(await call('POST', `/ads/plans/${plan.id}/cancellations`, { key: brand.key }))).toBe(
        '410 gone',
      );
    }
    const begun = { createdAt, approvalState: 'approved', executionState: 'executing' } as const;
    const running = await mintPlan(brand.id, begun);
    expect(statesOf(await read(running.id))).toBe('approved/executing');
    const rejected = await mintPlan(brand.id, {
      createdAt,
      approvalState: 'rejected',
      executionState: 'cancelled',
    });
    expect(refusalOf(await answers(rejected, 'approval', brand))).toBe('409 conflict');
  });
});

describe('the last millisecond of a plan', () => {
  it('is the one before its end, for answers, lists, limits and its connections', async () => {
    const own = await mintAccount();
    const connection = newId('connection', clock.now());
    const plan = await mintPlan(own.id, {
      facts: [connection],
      approvalState: 'approved',
      executionState: 'ready',
    });
    const listed = async (state: string) =>
      (await call('GET', `/ads/plans?approvalState=${state}`, { key: own.key })).body.data.items.length;
    const seen = async () => {
      const { body } = await call('GET', `/ads/plans/${plan.id}`, { key: own.key });
      const uses = await planUses.usesOf(systemCtx(), own.id);
      return [statesOf(body.data), await listed('approved'), await listed('expired'), uses.size];
    };
    clock.hold(plan.expiresAt - 1);
    expect(await seen()).toEqual(['approved/ready', 1, 0, 1]);
    clock.hold(plan.expiresAt);
    expect(await seen()).toEqual(['expired/cancelled', 0, 1, 0]);
    const ctx = systemCtx();
    recheckPlans(ctx, [connection]);
    planUses.requireUnused(ctx, connection);
    await ctx.write.commit();
    expect((await call('GET', `/ads/plans/${plan.id}`, { key: own.key })).body.data.revision).toBe(1);
    expect(refusalOf(await answers(plan, 'approval', own))).toBe('410 gone');
    clock.hold(plan.expiresAt - 1);
    expect((await answers(plan, 'rejection', own)).status).toBe(200);
  });
});

describe('notices', () => {
  it("tell a brand's owners and admins once of a partner's plan, and once before it ends", async () => {
    for (const time of HOURS) await tellOnce(Date.parse(time));
  });

  async function tellOnce(now: number): Promise<void> {
    clock.hold(now);
    const { brand, plans, told, people } = await scene();
    const plan = await plans();
    expect(Date.parse(String(plan.expiresAt))).toBe(now + DAY_MS);
    expect(await told()).toEqual([[WAITS], [WAITS], []]);
    const [mail] = await mailsTo(people.owner.email);
    expect(mail!.subject).toBe(WAITS);
    expect(mail!.text).toContain(`/app/${brand.id}/plans/${plan.id}`);
    const due = Date.parse(String(plan.expiresAt)) - 4 * HOUR_MS;
    await ends(due - 1);
    expect(await told()).toEqual([[WAITS], [WAITS], []]);
    // Twice at once, and later.
    await Promise.all([ends(due), ends(due)]);
    expect(await told()).toEqual([[ENDS, WAITS], [ENDS, WAITS], []]);
    await ends(due + HOUR_MS);
    expect(await told()).toEqual([[ENDS, WAITS], [ENDS, WAITS], []]);
  }

  it("remind of nothing that was answered, has ended or is the brand's own", async () => {
    const { brand, campaign, plans, told } = await scene();
    const own = await call('POST', '/ads/plans', { key: brand.key, body: about(campaign) });
    await ends(Date.parse(own.body.data.expiresAt) - 4 * HOUR_MS);
    expect([own.status, await told()]).toEqual([201, [[], [], []]]);
    const plan = await plans();
    const body = { revision: plan.revision, semanticHash: plan.semanticHash };
    await call('PUT', `/ads/plans/${plan.id}/approval`, { key: brand.key, body });
    const ended = await plans();
    await ends(Date.parse(String(ended.expiresAt)));
    const was = ['expired', 'superseded'].map(
      (answer) => `Reach asked you to approve a plan for Summer: ${answer}`,
    );
    expect(await told()).toEqual([was, was, []]);
    const left = 'SELECT COUNT(*) AS n FROM ads_plans WHERE account_id = ? AND remind_at IS NOT NULL';
    expect(await testEnv.DB.prepare(left).bind(brand.id).first('n')).toBe(0);
  });
});

describe('a reminder', () => {
  it('reaches who has come to a brand that had nobody', async () => {
    const { partner, brand } = await mintAgency();
    const campaign = await mintRunning(brand);
    await testEnv.DB.prepare('UPDATE api_keys SET revoked_at = 1 WHERE account_id = ?').bind(brand.id).run();
    const { body } = await call('POST', `/ads/plans?client=${brand.id}`, {
      key: partner.key,
      body: about(campaign),
    });
    expect(body.data.approvalState).toBe('draft');
    await noticed();
    const owner = await mintPerson({ [brand.id]: 'owner' });
    await ends(Date.parse(body.data.expiresAt) - 4 * HOUR_MS);
    await noticed();
    expect((await noticesOf(owner, brand.id)).map(({ text }) => text)).toEqual([ENDS]);
  });

  it('is undone by an answer of the same moment', async () => {
    const { brand, plans, told } = await scene();
    const { id, revision, semanticHash, expiresAt } = await plans();
    const before = await told();
    const late = justBefore(testEnv, 'ads_plans', async () => {
      const body = { revision, semanticHash };
      expect((await call('PUT', `/ads/plans/${id}/approval`, { key: brand.key, body })).status).toBe(200);
    });
    await runJobs(jobsNamed('end ads plans'), Date.parse(String(expiresAt)) - 4 * HOUR_MS, late);
    expect((await told()).map((one) => one.length)).toEqual(before.map((one) => one.length));
  });
});

describe('events', () => {
  it('tell of a plan that waits, and of the answer once', async () => {
    const { brand, plans } = await scene();
    const [first, second] = [await plans(), await plans()];
    const answers = (answer: string, { id, revision, semanticHash }: WholePlan) =>
      call('PUT', `/ads/plans/${id}/${answer}`, { key: brand.key, body: { revision, semanticHash } });
    await answers('approval', second);
    await answers('approval', second);
    await answers('rejection', second);
    expect(await stored(first)).toBe('superseded/cancelled');
    expect((await eventsOf(brand.id)).filter((type) => type.startsWith('ads_'))).toEqual([
      'ads_plan.submitted',
      'ads_plan.submitted',
      'ads_plan.approved',
      'ads_plan.rejected',
    ]);
  });
});
