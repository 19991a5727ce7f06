// Recommendations of a platform that its own documents do not state as rules. They are shown as warnings and never
// refuse a campaign. Each integration's README names the sources.
import type { AdDestination } from './fields.ts';
import type { Selection } from './platform.ts';
import type { AdBudget, AdEvent, AdObjective } from './steps.ts';

/** A campaign as a platform would get it. Amounts are in the minor unit of `currency`. */
export interface AdvisedCampaign {
  objective: AdObjective;
  destination: { type: AdDestination; value: string | null };
  event: AdEvent | null;
  /** The platform's part of the budget; null without a budget. */
  budget: AdBudget | null;
  /** ISO 4217, lower case. */
  currency: string;
  audience: { countries: readonly string[]; ageMin: number; ageMax: number; expand: boolean };
  identity: 'brand' | 'creator';
  settings: Readonly<Record<string, unknown>>;
  /** The connection's selection; null when it is not known. */
  selection: Selection | null;
}

export interface AdAdvice {
  /** A JSON pointer into the body of POST /v1/campaigns. */
  path: string;
  code: string;
  /** One sentence each: what is recommended, and what to do about it. */
  message: string;
  fix: string;
  applies(campaign: AdvisedCampaign): boolean;
}
