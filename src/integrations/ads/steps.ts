// What is made on an ad platform, in our words. Money is in the minor unit of the ad account's currency, times are in
// milliseconds.

import type { AdIssue } from './issues.ts';

/** Names one attempt to make something. It is stored before the platform hears of it, and goes into the object's name. */
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

/** One of the two. */
export type AdBudget = { daily: number } | { lifetime: number };

export interface AdAudience {
  countries: readonly string[];
  /** The platform's own places, in place of the countries. */
  locations?: readonly string[];
  /** The platform's own names of languages. */
  languages?: readonly string[];
  ageMin: number;
  ageMax: number;
  gender: 'all' | 'female' | 'male';
  /** Whether the platform may go beyond it. */
  expand: boolean;
  /** The platform's own. */
  interests?: readonly string[];
  audiences?: readonly string[];
}

/** Where an ad leads, and what counts there. */
export interface AdGoal {
  event: AdEvent | null;
  pixel: string | null;
  /** The platform's own name of what counts, where the ad account has such: it goes before the event. */
  conversion: string | null;
  /** `id`: where the platform has one of its own for the app. */
  app: { id: string | null; storeUrl: string } | null;
  /** What each is to cost on average; null leaves it to the platform. */
  targetCost: number | null;
}

export interface CampaignStep {
  kind: 'campaign';
  intent: Intent;
  name: string;
  objective: AdObjective;
  /** The categories of ads that the platform restricts, in its words. */
  specialCategories: readonly string[];
  /** All that it may ever spend. */
  cap: number | null;
  /** Null where ad sets have budgets of their own. */
  budget: AdBudget | null;
  goal: AdGoal;
  /** The countries of all its ad sets together: some platforms pick places by campaign. */
  countries: readonly string[];
  startsAt: number;
  endsAt: number | null;
  trackingTemplate: string | null;
  /** What the platform takes besides, by the names of its fields under `/settings`. */
  settings: Readonly<Record<string, unknown>>;
}

export interface AdSetStep {
  kind: 'ad_set';
  intent: Intent;
  name: string;
  campaign: string;
  objective: AdObjective;
  /** Null where the campaign has it. */
  budget: AdBudget | null;
  goal: AdGoal;
  audience: AdAudience;
  startsAt: number;
  endsAt: number | null;
  /** Who benefits from the ads and pays for them. */
  advertiser: string;
  /** What the platform takes besides, by the names of its fields under `/settings`. */
  settings: Readonly<Record<string, unknown>>;
}

export interface VideoStep {
  kind: 'video';
  intent: Intent;
  name: string;
  /** The platform fetches it from here. */
  url: string;
}

export interface ImageStep {
  kind: 'image';
  intent: Intent;
  name: string;
  bytes: Uint8Array;
}

/** What an ad shows and says. */
export interface AdContent {
  /** Empty of a creator's post: that has its own. */
  video: string;
  /** Shown until the video plays: an image of the platform's, or an address; null leaves it to the platform. */
  cover: { image: string } | { url: string } | null;
  primaryText: string;
  headline: string | null;
  callToAction: CallToAction;
  link: string;
  urlParameters: string | null;
  /** Who advertises, as the ad says, with the platform's ID of a logo. */
  brand: { name: string; logo: string | null };
  /** The creator's permission to show the ad in their name. */
  partner: { code: string } | null;
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
  /** What was made of the content before, or the content itself: see `creatives` of the capabilities. */
  creative: string | AdContent;
}

/** Everything that is made, each by one call; always paused. */
export type AdStepSpec = CampaignStep | AdSetStep | VideoStep | ImageStep | CreativeStep | AdStep;

/** What runs and can be paused. */
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

/** One object as the platform has it now. */
export interface RunningObject {
  kind: Running;
  id: string;
  /** What it lies in; null for a campaign. */
  parent: string | null;
  name: string;
  state: RunningState;
  /** Why it does not run. */
  issues: readonly AdIssue[];
  /** The policies that an ad broke, by the platform's names for them. */
  policies?: readonly string[];
  budget: AdBudget | null;
}

/** How an ad set bids, all in the ad account's minor unit: by itself, up to a cost for each result, or up to a bid. */
export type AdBidding =
  | { strategy: 'automatic'; amount: null }
  | { strategy: 'cost_cap' | 'bid_cap'; amount: number };

export interface RunningChange {
  name?: string;
  budget?: AdBudget;
  bidding?: AdBidding;
  audience?: AdAudience;
  /** Beside an audience: what the platform takes besides, by the names of its fields under `/settings`. */
  settings?: Readonly<Record<string, unknown>>;
  /** Where a campaign of a special ad category is shown. See `categoryCountries` of the capabilities. */
  countries?: readonly string[];
  endsAt?: number;
  /** All that a campaign may ever spend; null takes it back. See `cap` of the capabilities. */
  cap?: number | null;
}

/** What an ad brought on a day of the ad account's zone. */
export interface AdDay {
  day: string;
  campaign: string;
  adSet: string;
  ad: string;
  spend: number;
  impressions: number;
  clicks: number;
  conversions: Partial<Record<AdEvent, number>>;
  revenue: number;
}
