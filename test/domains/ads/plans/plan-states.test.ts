// The whole table of a plan's states: what everybody gets for each verb in each of them, and what is left unchanged.
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { WholePlan } from '../../../../src/domains/ads/plan-record/plan.ts';
import { recheckPlans } from '../../../../src/domains/ads/plan-record/recheck-plans.ts';
import {
  columnsOf,
  OPEN_STATES,
  type PlanState,
  STATES,
} from '../../../../src/domains/ads/plan-record/transitions.ts';
import { runJobs } from '../../../../src/run-jobs.ts';
import { bindClient, mintAgency, mintPlan, mintRunning, pausing } from '../../../harness/ads/kept-plans.ts';
import * as clock from '../../../harness/clock.ts';
import { justBefore } from '../../../harness/faults/slow-database.ts';
import { jobsNamed } from '../../../harness/jobs.ts';
import { call, type Minted, mintAccount, systemCtx, testEnv } from '../../../harness/world.ts';

let brand: Minted;
let partner: Minted;
let stranger: Minted;
let strangers: { partner: Minted; brand: Minted };

beforeAll(async () => {
  ({ brand, partner } = await mintAgency());
  stranger = await mintAccount();
  strangers = await mintAgency();
  await bindClient(strangers.partner.keyId, brand.id);
});
afterEach(() => clock.release());

type Verb = 'approve' | 'reject' | 'cancel' | 'execute';
const VERBS: readonly Verb[] = ['approve', 'reject', 'cancel', 'execute'];
const SAME = 'same';

/** By state, what the brand gets for each verb in turn: another state, the same again, or a refusal. */
const BRAND: Record<PlanState, readonly [approve: string, reject: string, cancel: string, execute: string]> =
  {
    'draft/planned': ['approved/ready', 'rejected/cancelled', 'draft/cancelled', '409'],
    'pending_approval/planned': ['approved/ready', 'rejected/cancelled', 'pending_approval/cancelled', '409'],
    'approved/ready': [SAME, 'rejected/cancelled', 'approved/cancelled', 'approved/executing'],
    'approved/executing': [SAME, '409', '409', SAME],
    'approved/completed': [SAME, '409', '409', SAME],
    'draft/cancelled': ['409', '409', SAME, '409'],
    'pending_approval/cancelled': ['409', '409', SAME, '409'],
    'approved/cancelled': ['409', '409', SAME, '409'],
    'rejected/cancelled': ['409', SAME, '409', '409'],
    'superseded/cancelled': ['409', '409', '409', '409'],
    'expired/cancelled': ['410', '410', '410', '410'],
  };

/** What the service does by itself: where it leads to from the states that it counts in. */
const SERVICE: Record<'supersede' | 'expire' | 'recheck', Partial<Record<PlanState, PlanState>>> = {
  supersede: {
    'draft/planned': 'superseded/cancelled',
    'pending_approval/planned': 'superseded/cancelled',
    'approved/ready': 'superseded/cancelled',
  },
  expire: {
    'draft/planned': 'expired/cancelled',
    'pending_approval/planned': 'expired/cancelled',
    'approved/ready': 'expired/cancelled',
  },
  recheck: {
    'draft/planned': 'draft/planned',
    'pending_approval/planned': 'pending_approval/planned',
    'approved/ready': 'pending_approval/planned',
  },
};

async function mint(state: PlanState, maker: Minted): Promise<WholePlan> {
  const campaign = await mintRunning(brand);
  const executionState = columnsOf(state).executionState;
  const begun = executionState === 'executing' || executionState === 'completed';
  return await mintPlan(brand.id, {
    ...columnsOf(state),
    ...{ makerId: maker.id, input: pausing(campaign), facts: [campaign] },
    executedAt: begun ? clock.now() : null,
  });
}

const kept = async ({ id }: WholePlan) =>
  JSON.stringify(await testEnv.DB.prepare('SELECT * FROM ads_plans WHERE id = ?').bind(id).first());
const stateOf = async ({ id }: Pick<WholePlan, 'id'>) =>
  (await testEnv.DB.prepare(
    "SELECT approval_state || '/' || execution_state AS state FROM ads_plans WHERE id = ?",
  )
    .bind(id)
    .first<PlanState>('state'))!;

interface By {
  key: string;
  query?: string;
}

async function act(plan: WholePlan, verb: Verb, { key, query = '' }: By, read: object = {}, env = testEnv) {
  const body = { revision: plan.revision, semanticHash: plan.semanticHash, ...read };
  const at = `/ads/plans/${plan.id}`;
  const answer =
    verb === 'cancel'
      ? await call('POST', `${at}/cancellations${query}`, { key, env })
      : verb === 'execute'
        ? await call('POST', `${at}/executions${query}`, { key, body, env })
        : await call('PUT', `${at}/${verb === 'approve' ? 'approval' : 'rejection'}`, { key, body, env });
  const shown = answer.body.data?.plan ?? answer.body.data;
  return {
    status: answer.status,
    code: answer.body.error?.code,
    state: shown && `${shown.approvalState}/${shown.executionState}`,
    data: answer.body.data,
  };
}

/** What a plan was checked against counts as long as it is open. */
async function expectFacts({ id }: WholePlan, was: PlanState): Promise<void> {
  const now = await stateOf({ id });
  const isOver = now !== was && !OPEN_STATES.includes(now);
  const sql = 'SELECT COUNT(*) AS n FROM ads_plan_facts WHERE plan_id = ?';
  expect(await testEnv.DB.prepare(sql).bind(id).first('n'), `facts ${was} ${now}`).toBe(isOver ? 0 : 1);
}

/** What a verb comes to: a state, the same, or the status of its refusal. What is refused or repeated changes nothing. */
async function outcome(state: PlanState, plan: WholePlan, verb: Verb, by: By): Promise<string> {
  const before = await kept(plan);
  const first = await act(plan, verb, by);
  if (first.status >= 400) {
    expect(await kept(plan), `${state} ${verb}`).toBe(before);
    return String(first.status);
  }
  const after = await kept(plan);
  await expectFacts(plan, state);
  const again = await act(plan, verb, by);
  expect([again.status, again.data], `${state} ${verb} again`).toEqual([first.status, first.data]);
  expect(await kept(plan)).toBe(after);
  return after === before ? SAME : first.state!;
}

const asked = STATES.flatMap((state) =>
  VERBS.flatMap((action, n) =>
    (['brand', 'partner'] as const).map((by) => ({ state, action, by, wanted: BRAND[state][n]! })),
  ),
);

describe('every state, action and actor', () => {
  it.each(asked)('$state: $action by the $by', async ({ state, action, by, wanted }) => {
    clock.hold();
    for (const maker of [brand, partner]) {
      const forbidden =
        action === 'approve' || action === 'reject' || (action === 'cancel' && maker.id === brand.id);
      const caller = by === 'brand' ? { key: brand.key } : { key: partner.key, query: `?client=${brand.id}` };
      const found = await outcome(state, await mint(state, maker), action, caller);
      expect(found, maker.id).toBe(by === 'partner' && forbidden ? '403' : wanted);
    }
  });

  it.each(STATES)('%s: nothing to anybody else', async (state) => {
    const plan = await mint(state, partner);
    const others: [string, By][] = [
      ['404', { key: stranger.key }],
      ['403', { key: brand.readKey }],
      ['403', { key: strangers.partner.key, query: `?client=${brand.id}` }],
      ['404', { key: strangers.partner.key, query: `?client=${strangers.brand.id}` }],
    ];
    for (const [wanted, by] of others)
      for (const verb of VERBS) {
        // A partner has no scope to answer with, whatever it names.
        const answers = by.query !== undefined && (verb === 'approve' || verb === 'reject');
        expect(await outcome(state, plan, verb, by)).toBe(answers ? '403' : wanted);
      }
  });

  it.each(STATES)('%s: not by what was not read', async (state) => {
    const plan = await mint(state, brand);
    const before = await kept(plan);
    const wanted = state === 'expired/cancelled' ? '410 gone' : '409 version_conflict';
    for (const read of [{ revision: 2 }, { semanticHash: `sha256:${'0'.repeat(64)}` }])
      for (const verb of ['approve', 'reject', 'execute'] as const) {
        const { status, code } = await act(plan, verb, { key: brand.key }, read);
        expect(`${status} ${code}`, verb).toBe(wanted);
      }
    expect(await kept(plan)).toBe(before);
  });
});

describe('two answers of one moment', () => {
  it.each([
    ['approve', 'reject', '200', 'rejected/cancelled'],
    ['reject', 'approve', '409', 'rejected/cancelled'],
    ['cancel', 'approve', '409', 'pending_approval/cancelled'],
  ] as const)(
    '%s, and %s: the later one finds what the first has left',
    async (first, second, wanted, state) => {
      const plan = await mint('pending_approval/planned', partner);
      const by = { key: brand.key };
      const env = justBefore(testEnv, 'ads_plans', async () => {
        expect((await act(plan, first, by)).status).toBe(200);
      });
      expect(String((await act(plan, second, by, {}, env)).status)).toBe(wanted);
      expect(await stateOf(plan)).toBe(state);
    },
  );
});

const SERVICE_ACTS: Record<keyof typeof SERVICE, (plan: WholePlan) => Promise<unknown>> = {
  supersede: async ({ targetId }) => {
    const answer = await call('POST', '/ads/plans', { key: brand.key, body: pausing(targetId) });
    expect(answer.status).toBe(201);
  },
  expire: async ({ expiresAt }) => await runJobs(jobsNamed('end ads plans'), expiresAt, testEnv),
  recheck: async ({ campaignId }) => {
    const ctx = systemCtx();
    recheckPlans(ctx, [campaignId!]);
    await ctx.write.commit();
  },
};

describe('every state as others act', () => {
  it.each(STATES)('%s', async (state) => {
    for (const action of ['supersede', 'expire', 'recheck'] as const) {
      const plan = await mint(state, brand);
      const before = await kept(plan);
      await SERVICE_ACTS[action](plan);
      const to = SERVICE[action][state];
      if (to === undefined) expect(await kept(plan), action).toBe(before);
      else expect(await stateOf(plan), action).toBe(to);
      await expectFacts(plan, state);
      const { revision } = JSON.parse(await kept(plan));
      expect(revision, action).toBe(action === 'recheck' && to !== undefined ? 2 : 1);
    }
  });
});
