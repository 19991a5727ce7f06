// What can be created on an ad platform, in our terms. Amounts are in the minor unit of the ad account's currency,
// times in milliseconds.

import type { AdIssue } from './issues.ts';

/**
 * Identifies one attempt to create something. It is stored before the request is sent, and is part of the object's
 * name.
 */
export interface Intent {
  /** Four to twelve characters of a-z and 0-9. */
  key: string;
}

export type AdObjective =
  | 'conversions'
  | 'traffic'
  | 'awareness'
  | 'engagement'
  | 'leads'
  | 'app_promotion'
  | 'sales';

export type AdEvent =
  | 'install'
  | 'purchase'
  | 'subscription'
  | 'trial_start'
  | 'initiate_checkout'
  | 'add_to_cart'
  | 'view_content'
  | 'complete_registration'
  | 'lead'
  | 'contact';

export type CallToAction =
  | 'book_now'
  | 'contact_us'
  | 'download'
  | 'learn_more'
  | 'shop_now'
  | 'sign_up'
  | 'subscribe';

/** Either a daily or a lifetime amount. */
export type AdBudget = { daily: number } | { lifetime: number };

export interface AdAudience {
  countries: readonly string[];
  /** The platform's own location IDs, instead of the countries. */
  locations?: readonly string[];
  /** The platform's own language IDs. */
  languages?: readonly string[];
  ageMin: number;
  ageMax: number;
  gender: 'all' | 'female' | 'male';
  /** Whether the platform may show ads outside the audience. */
  expand: boolean;
  /** The platform's own IDs. */
  interests?: readonly string[];
  audiences?: readonly string[];
}

/** What an ad is optimised for: the event, and what measures it. */
export interface AdGoal {
  event: AdEvent | null;
  pixel: string | null;
  /** The platform's own conversion in the ad account, if selected. It takes precedence over the event. */
  conversion: string | null;
  /** `id` is the platform's own ID of the app, if it has one. */
  app: { id: string | null; storeUrl: string } | null;
  /** The average cost per result to aim for; null leaves it to the platform. */
  targetCost: number | null;
}

export interface CampaignStep {
  kind: 'campaign';
  intent: Intent;
  name: string;
  objective: AdObjective;
  /** The special ad categories, by the platform's names. */
  specialCategories: readonly string[];
  /** The lifetime spending cap. */
  cap: number | null;
  /** Null where the ad sets have budgets. */
  budget: AdBudget | null;
  goal: AdGoal;
  /** The countries of all its ad sets together, because some platforms set locations on the campaign. */
  countries: readonly string[];
  startsAt: number;
  endsAt: number | null;
  trackingTemplate: string | null;
  /** The platform's other settings, by their names under `/settings`. */
  settings: Readonly<Record<string, unknown>>;
}

export interface AdSetStep {
  kind: 'ad_set';
  intent: Intent;
  name: string;
  campaign: string;
  objective: AdObjective;
  /** Null where the campaign has the budget. */
  budget: AdBudget | null;
  goal: AdGoal;
  audience: AdAudience;
  startsAt: number;
  endsAt: number | null;
  /** The legal beneficiary and payer of the ads. */
  advertiser: string;
  /** The platform's other settings, by their names under `/settings`. */
  settings: Readonly<Record<string, unknown>>;
}

export interface VideoStep {
  kind: 'video';
  intent: Intent;
  name: string;
  /** The URL that the platform downloads it from. */
  url: string;
}

export interface ImageStep {
  kind: 'image';
  intent: Intent;
  name: string;
  bytes: Uint8Array;
}

/** The content of an ad. */
export interface AdContent {
  /** Empty for a creator's post, which already has a video. */
  video: string;
  /** The thumbnail: an image at the platform, or a URL; null leaves it to the platform. */
  cover: { image: string } | { url: string } | null;
  primaryText: string;
  headline: string | null;
  callToAction: CallToAction;
  link: string;
  urlParameters: string | null;
  /** The advertiser's name in the ad, and the platform's ID of a logo. */
  brand: { name: string; logo: string | null };
  /** What permits showing the ad with the creator's identity: their code, or a post (ID) that they let the brand show. */
  partner: { code: string } | { post: string } | null;
}

export interface CreativeStep extends AdContent {
  kind: 'creative';
  intent: Intent;
  name: string;
}

export interface AdStep {
  kind: 'ad';
  intent: Intent;
  name: string;
  adSet: string;
  /** The ID of a creative that was created before, or the content itself: see `creatives` of the capabilities. */
  creative: string | AdContent;
}

/** Everything that can be created. Each step is one call, and its object starts paused. */
export type AdStepSpec = CampaignStep | AdSetStep | VideoStep | ImageStep | CreativeStep | AdStep;

/** The objects that run and can be paused. */
export type Running = 'campaign' | 'ad_set' | 'ad';

export type RunningState =
  | 'active'
  | 'paused'
  | 'in_review'
  | 'processing'
  | 'rejected'
  | 'needs_attention'
  | 'archived'
  | 'deleted'
  | 'unknown';

/** What an object's own status says, in the platform's words for on and off. */
export const turnedOn = (status: string | undefined, on: string, off: string): { on?: boolean } =>
  status === on || status === off ? { on: status === on } : {};

/** The current state of one object at the platform. */
export interface RunningObject {
  kind: Running;
  id: string;
  /** The ID of its parent object; null for a campaign. */
  parent: string | null;
  name: string;
  state: RunningState;
  /** Whether it is turned on itself, whatever its parents and reviews; missing where the platform does not say. */
  on?: boolean;
  /** Why it does not run. */
  issues: readonly AdIssue[];
  /** The names of the policies that an ad violated. */
  policies?: readonly string[];
  budget: AdBudget | null;
}

/** How an ad set bids, in the ad account's minor unit: automatically, up to a cost per result, or up to a bid. */
export type AdBidding =
  | { strategy: 'automatic'; amount: null }
  | { strategy: 'cost_cap' | 'bid_cap'; amount: number };

export interface RunningChange {
  name?: string;
  budget?: AdBudget;
  bidding?: AdBidding;
  audience?: AdAudience;
  /** Only with an audience: the platform's other settings, by their names under `/settings`. */
  settings?: Readonly<Record<string, unknown>>;
  /** The countries of a campaign with a special ad category. See `categoryCountries` of the capabilities. */
  countries?: readonly string[];
  endsAt?: number;
  /** The lifetime spending cap; null removes it. See `cap` of the capabilities. */
  cap?: number | null;
}

/** The results of an ad on one day in the ad account's time zone. */
export interface AdDay {
  day: string;
  campaign: string;
  adSet: string;
  ad: string;
  spend: number;
  impressions: number;
  clicks: number;
  /** How often its video was played, where the platform adds these to the views of the post that the ad shows. */
  plays?: number;
  conversions: Partial<Record<AdEvent, number>>;
  revenue: number;
  /** How many of its purchases followed a view without a click, where the platform tells them apart. */
  viewPurchases?: number;
  /**
   * How many more purchases it has than its platform's usual windows for clicks and views give it; below zero if its
   * ad set counts for a shorter time. Only where the platform tells them apart.
   */
  otherWindowPurchases?: number;
}
