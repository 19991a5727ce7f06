// What a platform is likely to want of a campaign where no document of its own says so. It is told as a warning and never
// refused; the README of each integration names the source.
import type { AdDestination } from './fields.ts';
import type { Selection } from './platform.ts';
import type { AdBudget, AdEvent, AdObjective } from './steps.ts';

/** A campaign as a platform would get it. Money is in the minor unit of `currency`. */
export interface AdvisedCampaign {
  objective: AdObjective;
  destination: { type: AdDestination; value: string | null };
  event: AdEvent | null;
  /** The platform's part of the money; null while there is none. */
  budget: AdBudget | null;
  /** ISO 4217, lower case. */
  currency: string;
  audience: { countries: readonly string[]; ageMin: number; ageMax: number; expand: boolean };
  identity: 'brand' | 'creator';
  settings: Readonly<Record<string, unknown>>;
  /** What is picked of the connection; null when that is not known. */
  selection: Selection | null;
}

export interface AdAdvice {
  /** A JSON pointer into the body of POST /v1/campaigns. */
  path: string;
  code: string;
  /** One sentence each: what is likely, and what to do about it. */
  message: string;
  fix: string;
  applies(campaign: AdvisedCampaign): boolean;
}
