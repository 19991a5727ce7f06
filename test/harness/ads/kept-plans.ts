// Plans of the business API, and who makes and answers them.
import type { WholePlan } from '../../../src/domains/ads/plan-record/plan.ts';
import { PlanInput } from '../../../src/domains/ads/plan-record/plan-input.ts';
import { semanticHash } from '../../../src/domains/ads/plan-record/semantic-hash.ts';
import { insertPlan } from '../../../src/domains/ads/plan-record/store.ts';
import { newId } from '../../../src/kit/ids.ts';
import { DAY_MS } from '../../../src/kit/time.ts';
import { exampleOf } from '../../../src/resource/example.ts';
import { type Minted, mintAccount, systemCtx, testEnv } from '../world.ts';

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
