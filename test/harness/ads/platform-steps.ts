// Steps of plans about a campaign on two platforms, as they are sent.
import { planBody } from './kept-plans.ts';

export const step = (id: string, platform: string, more: object) => ({
  id,
  idempotencyKey: `key of ${id}`,
  sequence: 1,
  platform,
  productVariant: 'auction',
  dependsOnStepIds: [],
  ...more,
});
export const budgetStep = (platform: string, billingLimit: number) =>
  step(`budget ${platform}`, platform, {
    resourceKind: 'campaign',
    mutation: 'update',
    fieldPaths: ['/budget/billingLimit'],
    input: { budget: { billingLimit } },
  });

export const budgets = (billingLimit: number) =>
  ['meta', 'snapchat'].map((platform) => budgetStep(platform, billingLimit));

export function campaignPlan(campaign: string, steps: unknown[], operationType = 'update_campaign') {
  const platforms = [...new Set((steps as { platform: string }[]).map(({ platform }) => platform))];
  return planBody({
    operationType,
    platforms,
    steps,
    target: { kind: 'paid_campaign', id: campaign },
  } as never);
}
