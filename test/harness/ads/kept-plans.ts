// Plans of the business API, and who makes and answers them.
import { drizzle } from 'drizzle-orm/d1';
import { insertOperation, type OperationRow } from '../../../src/domains/ads/plan-execution/store.ts';
import type { WholePlan } from '../../../src/domains/ads/plan-record/plan.ts';
import { PlanInput } from '../../../src/domains/ads/plan-record/plan-input.ts';
import { semanticHash } from '../../../src/domains/ads/plan-record/semantic-hash.ts';
import { insertPlan } from '../../../src/domains/ads/plan-record/store.ts';
import { platformSteps, platformTasks } from '../../../src/domains/ads/platform-tasks/table.ts';
import { newId } from '../../../src/kit/ids.ts';
import { DAY_MS } from '../../../src/kit/time.ts';
import { exampleOf } from '../../../src/resource/example.ts';
import { call, type Minted, mintAccount, systemCtx, testEnv } from '../world.ts';
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
export async function mintRunning({ id }: Pick<Minted, 'id'>): Promise<string> {
  const key = crypto.randomUUID();
  const there = { campaign: `1${key}`, set: `2${key}`, ad: `3${key}` };
  return (await insertHere(id, await connect(id, key), there, { status: 'live', adAccount: key })).campaign;
}

/** An operation that has ended, of a plan of its own where `more` names none. */
export async function mintOperation({ id }: Minted, more: Partial<OperationRow> = {}): Promise<string> {
  const over = { approvalState: 'approved', executionState: 'completed' } as const;
  const planId = more.planId ?? (await mintPlan(id, over)).id;
  const ctx = systemCtx();
  const row: OperationRow = {
    ...{ id: newId('adsOperation', ctx.now), planId, accountId: id, platform: 'meta', executedBy: null },
    ...{ campaignId: planBody().target.id, connectionId: newId('connection', ctx.now), taskId: null },
    ...{ intended: null, records: {}, endedAs: 'succeeded', endedAt: ctx.now },
    ...{ createdAt: ctx.now, updatedAt: ctx.now, ...more },
  };
  insertOperation(ctx, row);
  await ctx.write.commit();
  return row.id;
}

/** A plan that was executed in vain, with what its platform was asked. */
async function mintFailed(account: Minted, input: PlanInput): Promise<WholePlan> {
  const plan = await mintPlan(account.id, { input, approvalState: 'approved', executionState: 'completed' });
  const ctx = systemCtx();
  const [connectionId, at] = [newId('connection', ctx.now), ctx.now];
  const times = { dueAt: at, createdAt: at, updatedAt: at };
  const taskId = `task_${crypto.randomUUID()}`;
  const db = drizzle(testEnv.DB);
  const shared = { platform: 'meta', connectionId } as const;
  await db.insert(platformTasks).values({
    ...{ id: taskId, owner: 'plan', subject: plan.id, status: 'failed', leaseUntil: 0 },
    ...{ ...shared, ...times },
  });
  await db.insert(platformSteps).values({
    ...{ taskId, n: 0, key: 'change', kind: 'change', after: [], input: { step: input.steps[0]!.id } },
    ...{ intent: taskId, status: 'failed', tries: 0, ...times },
    error: {
      code: 'not_made',
      message: 'Meta refused the change.',
      fix: 'Retry.',
      field: null,
      platformCode: null,
      path: null,
    } as never,
  });
  insertOperation(ctx, {
    ...{ id: newId('adsOperation', at), planId: plan.id, accountId: account.id, campaignId: plan.campaignId },
    ...{ ...shared, executedBy: null, taskId, intended: null, records: {}, endedAs: 'failed', endedAt: at },
    ...{ createdAt: at, updatedAt: at },
  });
  await ctx.write.commit();
  return plan;
}

/** Which revision an approved plan has that was checked against a record, after `act` has changed the record. */
export async function revisionAfter(
  { id, key }: Minted,
  record: string,
  act: () => Promise<unknown>,
): Promise<string> {
  const plan = await mintPlan(id, { facts: [record], approvalState: 'approved', executionState: 'ready' });
  await act();
  const { data } = (await call('GET', `/ads/plans/${plan.id}`, { key })).body;
  const body = { revision: data.revision, semanticHash: data.semanticHash };
  const { status } = await call('PUT', `/ads/plans/${plan.id}/rejection`, { key, body });
  if (status !== 200) throw new Error(`The rejection of a plan answered ${status}`);
  return `${data.approvalState} ${data.revision}`;
}

/** The body of a plan that renames a campaign. */
const renaming = (campaign: string): PlanInput => {
  const { localResourceId: _, ...step } = planBody().steps[0]!;
  return planBody({
    target: { kind: 'paid_campaign', id: campaign },
    steps: [{ ...step, fieldPaths: ['/name'], input: { name: 'Autumn' } }],
  });
};

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

/** The body of a plan of 100 steps: five new ad sets on each of two platforms, with nine new ads each. */
export function longPlan(campaign: string): PlanInput {
  const { localResourceId: _, ...step } = planBody().steps[0]!;
  const platforms = ['meta', 'snapchat'] as const;
  const steps = platforms.flatMap((platform) =>
    Array.from({ length: 50 }, (_, n) => {
      const set = `set ${platform} ${Math.floor(n / 10) + 1}`;
      const ad = { name: `Ad ${n % 10}`, deliveryGroup: { kind: 'step', id: set } };
      const isSet = n % 10 === 0;
      const input = isSet ? { name: `Set ${n / 10 + 1}`, budgetShare: 20 } : ad;
      return {
        ...{ ...step, platform, input, mutation: 'create' as const, fieldPaths: ['/name'] },
        ...({
          id: isSet ? set : `ad ${platform} ${n}`,
          resourceKind: isSet ? 'delivery_group' : 'ad',
        } as const),
      };
    }),
  );
  return planBody({ target: { kind: 'paid_campaign', id: campaign }, platforms: [...platforms], steps });
}

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
    changedFrom: null,
    semanticHash: semanticHash(accountId, input),
    revision: 1,
    changedRecord: null,
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

/** A plan in each state that has something to do, by the brand and by its partner. */
export async function severalPlans(brand: Minted, partner: Minted, campaign: string): Promise<void> {
  const input = renaming(campaign);
  const approved = { approvalState: 'approved', executionState: 'ready' } as const;
  for (const makerId of [brand.id, partner.id])
    for (const state of [{}, approved])
      await mintPlan(brand.id, { input, makerId, clientRequestId: crypto.randomUUID(), ...state });
  await mintFailed(brand, input);
}
