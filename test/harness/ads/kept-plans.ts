// Plans of the business API, and who makes and answers them.

import { insertOperation } from '../../../src/domains/ads/plan-execution/store.ts';
import type { WholePlan } from '../../../src/domains/ads/plan-record/plan.ts';
import { PlanInput } from '../../../src/domains/ads/plan-record/plan-input.ts';
import { semanticHash } from '../../../src/domains/ads/plan-record/semantic-hash.ts';
import { insertPlan } from '../../../src/domains/ads/plan-record/store.ts';
import { newId } from '../../../src/kit/ids.ts';
import { DAY_MS } from '../../../src/kit/time.ts';
import { exampleOf } from '../../../src/resource/example.ts';
import { type Minted, mintAccount, systemCtx, testEnv } from '../world.ts';
import { connect } from './ad-days.ts';
import { insertHere } from './live-campaigns.ts';

/** A partner with a key that is bound to a client brand. */
export async function mintAgency(): Promise<{ partner: Minted; brand: Minted }> {
  const partner = await mintAccount('partner', { name: 'Reach' });
  const brand = await mintAccount('brand', { managedBy: partner.id, name: 'Fern' });
  await bindClient(partner.keyId, brand.id);
  return { partner, brand };
}

export async function bindClient(keyId: string, accountId: string): Promise<void> {
  await testEnv.DB.prepare('INSERT INTO key_clients (key_id, account_id) VALUES (?, ?)')
    .bind(keyId, accountId)
    .run();
}

/** The body of a plan, under a clientRequestId of its own. */
export const planBody = (more: Partial<PlanInput> = {}): PlanInput => ({
  ...PlanInput.parse(exampleOf(PlanInput)),
  clientRequestId: crypto.randomUUID(),
  ...more,
});

/** A campaign that runs at a platform which is never called. */
export async function mintRunning({ id }: Minted): Promise<string> {
  const key = crypto.randomUUID();
  const there = { campaign: `1${key}`, set: `2${key}`, ad: `3${key}` };
  return (await insertHere(id, await connect(id, key), there, { status: 'live', adAccount: key })).campaign;
}

/** An operation of a plan of its own, which has ended. */
export async function mintOperation({ id }: Minted): Promise<string> {
  const plan = await mintPlan(id, { approvalState: 'approved', executionState: 'completed' });
  const ctx = systemCtx();
  const operation = newId('adsOperation', ctx.now);
  insertOperation(ctx, {
    ...{ id: operation, planId: plan.id, accountId: id, campaignId: plan.campaignId, platform: 'meta' },
    ...{ connectionId: newId('connection', ctx.now), taskId: null, intended: null, records: {} },
    ...{ endedAs: 'succeeded', endedAt: ctx.now, createdAt: ctx.now, updatedAt: ctx.now },
  });
  await ctx.write.commit();
  return operation;
}

/** The body of a plan that pauses a campaign, for which the platform is asked nothing before. */
export const pausing = (campaign: string, more: Partial<PlanInput> = {}): PlanInput => {
  const { localResourceId: _, ...step } = planBody().steps[0]!;
  return planBody({
    operationType: 'pause_campaign',
    target: { kind: 'paid_campaign', id: campaign },
    steps: [
      {
        ...step,
        mutation: 'set_status',
        fieldPaths: ['/status'],
        input: { status: 'paused' },
      },
    ],
    ...more,
  });
};

/** Keeps a plan as if it had been made now and checked against `facts`. */
export async function mintPlan(
  accountId: string,
  { facts = [], ...more }: Partial<WholePlan> & { facts?: string[] } = {},
): Promise<WholePlan> {
  const ctx = systemCtx();
  const input = more.input ?? planBody();
  const { steps: _, ...head } = input;
  const at = more.createdAt ?? ctx.now;
  const plan: WholePlan = {
    id: newId('adsPlan', at),
    accountId,
    makerId: accountId,
    clientRequestId: input.clientRequestId,
    head,
    input,
    bodyHash: '',
    semanticHash: semanticHash(accountId, input),
    revision: 1,
    approvalState: 'pending_approval',
    executionState: 'planned',
    operationType: input.operationType,
    targetId: input.target.id,
    campaignId: input.target.id,
    expiresAt: at + DAY_MS,
    answeredBy: null,
    answeredAt: null,
    note: null,
    executedAt: null,
    remindAt: null,
    createdAt: at,
    updatedAt: at,
    ...more,
  };
  insertPlan(ctx, plan, facts);
  await ctx.write.commit();
  return plan;
}
