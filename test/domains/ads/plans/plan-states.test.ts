// Plans in each state that there is: what a brand, its partner and the service may do with one, and what comes of it.
import { beforeAll, describe, expect, it } from 'vitest';
import type { WholePlan } from '../../../../src/domains/ads/plan-record/plan.ts';
import { recheckPlans } from '../../../../src/domains/ads/plan-record/recheck-plans.ts';
import {
  columnsOf,
  OPEN_STATES,
  type PlanAction,
  type PlanState,
  planMachine,
  STATES,
} from '../../../../src/domains/ads/plan-record/transitions.ts';
import { runJobs } from '../../../../src/run-jobs.ts';
import { mintAgency, mintPlan, mintRunning, pausing } from '../../../harness/ads/kept-plans.ts';
import * as clock from '../../../harness/clock.ts';
import { jobsNamed } from '../../../harness/jobs.ts';
import { call, type Minted, systemCtx, testEnv } from '../../../harness/world.ts';

let brand: Minted;
let partner: Minted;

beforeAll(async () => {
  ({ brand, partner } = await mintAgency());
});

const ASKED: Partial<Record<PlanAction, string>> = {
  approve: 'PUT approval',
  reject: 'PUT rejection',
  cancel: 'POST cancellations',
  begin: 'POST executions',
};
const asked = STATES.flatMap((state) =>
  (Object.keys(ASKED) as PlanAction[]).flatMap((action) =>
    (['brand', 'partner'] as const).map((by) => ({ state, action, by })),
  ),
);

/** A plan of the partner in a state, whose campaign nothing else is done with. */
async function mintIn(state: PlanState): Promise<WholePlan> {
  const campaign = await mintRunning(brand);
  return await mintPlan(brand.id, {
    input: pausing(campaign),
    makerId: partner.id,
    facts: [campaign],
    ...columnsOf(state),
  });
}

async function stateOf({ id }: WholePlan): Promise<string> {
  const { data } = (await call('GET', `/ads/plans/${id}`, { key: brand.key })).body;
  return `${data.approvalState}/${data.executionState}`;
}

function acts(plan: WholePlan, action: PlanAction, by: 'brand' | 'partner') {
  const [method, act] = ASKED[action]!.split(' ') as [string, string];
  // Only the brand answers, so an answer takes no client.
  const as = by === 'partner' && method === 'POST' ? `?client=${brand.id}` : '';
  const { revision, semanticHash } = plan;
  const body = action === 'cancel' ? {} : { body: { revision, semanticHash } };
  const { key } = by === 'brand' ? brand : partner;
  return call(method, `/ads/plans/${plan.id}/${act}${as}`, { key, ...body });
}

describe('every state, action and actor', () => {
  it.each(asked)('$state: $action by the $by', async ({ state, action, by }) => {
    const plan = await mintIn(state);
    const verdict = planMachine.decide(state, action, by, {});
    const { status, body } = await acts(plan, action, by);
    if ('move' in verdict) {
      expect(status, JSON.stringify(body)).toBe(action === 'begin' ? 202 : 200);
      expect(await stateOf(plan)).toBe(verdict.move.to);
      return;
    }
    const answersOfPartner = by === 'partner' && (action === 'approve' || action === 'reject');
    const gone = state === 'expired/cancelled';
    expect(body.error.code).toBe(answersOfPartner ? 'permission_denied' : gone ? 'gone' : 'conflict');
    expect(await stateOf(plan)).toBe(state);
  });
});

describe('every state as others act', () => {
  it.each(STATES)('%s', async (state) => {
    const [old, overtaken, changed] = [await mintIn(state), await mintIn(state), await mintIn(state)];
    await runJobs(jobsNamed('end ads plans'), old.expiresAt, testEnv);
    const becomes = (action: PlanAction) => planMachine.moves(state, action, {})[0]?.to ?? state;
    const stored = await testEnv.DB.prepare(
      "SELECT approval_state || '/' || execution_state AS state FROM ads_plans WHERE id = ?",
    )
      .bind(old.id)
      .first('state');
    expect(stored).toBe(becomes('expire'));

    const body = pausing(overtaken.campaignId!);
    const made = await call('POST', `/ads/plans?client=${brand.id}`, { key: partner.key, body });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    expect(await stateOf(overtaken)).toBe(becomes('supersede'));

    const ctx = systemCtx(clock.now());
    recheckPlans(ctx, [changed.campaignId!]);
    await ctx.write.commit();
    expect(await stateOf(changed)).toBe(becomes('recheck'));
    const { data } = (await call('GET', `/ads/plans/${changed.id}`, { key: brand.key })).body;
    expect(data.revision).toBe(OPEN_STATES.includes(state) ? 2 : 1);
  });
});
