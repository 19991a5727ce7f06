// Plans of a brand's campaign, and what is wrong with them.
import type { ActorAccount } from '../../../src/auth/actor.ts';
import {
  FIELD_CATALOGUE_VERSION,
  SETTINGS_SCHEMA_VERSION,
} from '../../../src/domains/ads/field-catalogue/catalogue.ts';
import { leavesOf } from '../../../src/domains/ads/field-catalogue/check-input.ts';
import { type CheckedPlan, checkPlan } from '../../../src/domains/ads/plan-checks/check-plan.ts';
import { sceneOf } from '../../../src/domains/ads/plan-checks/plan-scene.ts';
import { PlanInput } from '../../../src/domains/ads/plan-record/plan-input.ts';
import type { Env } from '../../../src/env.ts';
import { systemCtx } from '../../../src/system-ctx.ts';
import * as clock from '../clock.ts';

export interface SaidStep {
  id?: string;
  platform?: string;
  productVariant?: string;
  resourceKind: string;
  mutation: string;
  input?: Record<string, unknown>;
  after?: string[];
  localResourceId?: string;
  providerResourceId?: string;
  requiredSecretPurpose?: string;
}

const VARIANTS: Record<string, string> = {
  meta: 'auction',
  snapchat: 'auction',
  tiktok: 'smart_plus',
  google: 'demand_gen',
};

/** A plan with everything that its steps leave out: each step comes after those before it. */
export function planOf(
  operationType: string,
  target: { kind: string; id: string },
  steps: readonly SaidStep[],
  more: object = {},
): PlanInput {
  const whole = steps.map(({ after = [], platform = 'meta', input = {}, ...step }, n) => ({
    id: `step ${n}`,
    idempotencyKey: `key ${n}`,
    sequence: n,
    platform,
    productVariant: VARIANTS[platform],
    fieldPaths: step.mutation === 'archive' ? ['/status'] : leavesOf(input).map(([path]) => path),
    dependsOnStepIds: after,
    input,
    ...step,
  }));
  return PlanInput.parse({
    clientRequestId: 'one',
    fieldCatalogVersion: FIELD_CATALOGUE_VERSION,
    settingsSchemaVersion: SETTINGS_SCHEMA_VERSION,
    operationType,
    target,
    platforms: [...new Set(whole.map(({ platform }) => platform))],
    steps: whole,
    ...more,
  });
}

const account = (id: string, type: ActorAccount['type'] = 'brand'): ActorAccount => ({
  ...{ id, type, status: 'active', managedBy: null, eventsShard: null },
});

/** @param by the ID of the partner that asks, if it is not the brand itself. */
export async function checked(env: Env, brand: string, plan: PlanInput, by?: string): Promise<CheckedPlan> {
  const actor = {
    by: 'key' as const,
    callerId: 'key_x',
    role: null,
    access: 'write' as const,
    scopes: null,
    origins: [],
    home: by === undefined ? account(brand) : account(by, 'partner'),
    account: account(brand),
    creator: null,
  };
  const ctx = { ...systemCtx(env, clock.now()), actor, requestId: 'req_x' };
  return await checkPlan(ctx, await sceneOf(ctx, brand, plan, { executes: false }));
}
