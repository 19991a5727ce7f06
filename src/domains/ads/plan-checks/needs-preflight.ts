// Which steps are held against the preflight of the campaign.
import type { PlanStep } from '../plan-record/plan-input.ts';

export const isLaunch = ({ resourceKind, mutation, input }: PlanStep): boolean =>
  resourceKind === 'campaign' && mutation === 'set_status' && input.status === 'active';

/** Names, statuses and ends of ad sets and ads pass without a preflight, as in PATCH /v1/ads. */
const changesCampaign = ({ resourceKind, mutation, input }: PlanStep): boolean =>
  mutation === 'create' ||
  mutation === 'upload' ||
  (mutation === 'update' && (resourceKind === 'campaign' || input.budgetShare !== undefined));

export const needsPreflight = (step: PlanStep): boolean => isLaunch(step) || changesCampaign(step);
