// The parts of a campaign, as bodies give them and records show them. Amounts are in the minor unit of the ad account's
// currency; percentages have at most two decimals.
import * as z from 'zod';
import { id, percent, singleLine, text, webUrl } from '../../../resource/fields.ts';
import { ABOUT } from './about.ts';

/** The most characters of the name of a campaign, an ad set or an ad. */
export const MAX_NAME = 200;

/** The values that POST accepts. The record always says `conversions`. */
export const OBJECTIVES_TAKEN = ['conversion', 'conversions', 'traffic', 'awareness'] as const;
export const OBJECTIVES = [
  'conversions',
  'awareness',
  'traffic',
  'engagement',
  'leads',
  'app_promotion',
  'sales',
] as const;
export type Objective = (typeof OBJECTIVES)[number];

/** A body's objective in the form that the record keeps. */
export const objectiveOf = (taken: (typeof OBJECTIVES_TAKEN)[number]): Objective =>
  taken === 'conversion' ? 'conversions' : taken;

export const DESTINATION_TYPES = [
  'website',
  'mobile_app',
  'ios_app_store',
  'google_play',
  'deep_link',
] as const;

export const CALLS_TO_ACTION = [
  'book_now',
  'contact_us',
  'download',
  'learn_more',
  'shop_now',
  'sign_up',
  'subscribe',
] as const;

export const OPTIMIZATION_EVENTS = [
  'install',
  'purchase',
  'subscription',
  'trial_start',
  'initiate_checkout',
  'add_to_cart',
  'view_content',
  'complete_registration',
  'lead',
  'contact',
] as const;

/** The countries where ads can be shown. */
export const AD_COUNTRIES = [
  ...([
    'US',
    'CA',
    'GB',
    'AU',
    'NZ',
    'AT',
    'BE',
    'CZ',
    'DK',
    'FI',
    'FR',
    'DE',
    'GR',
    'HU',
    'IE',
    'IT',
  ] as const),
  ...([
    'NL',
    'NO',
    'PL',
    'PT',
    'RO',
    'ES',
    'SE',
    'CH',
    'BR',
    'MX',
    'JP',
    'KR',
    'SG',
    'ZA',
    'SA',
    'AE',
  ] as const),
] as const;

export const IDENTITIES = ['brand', 'creator'] as const;
export const PAY_MODELS = ['ad_spend', 'attributed_revenue', 'lead'] as const;
export const ATTRIBUTION_SOURCES = ['platform', 'service'] as const;

const amount = z.int().min(1).max(Number.MAX_SAFE_INTEGER);
const CalendarDay = z.iso.date().describe("A day of the ad account's time zone, YYYY-MM-DD.");

const adUrl = webUrl();

export const Destination = z.object({
  type: z.enum(DESTINATION_TYPES).describe(ABOUT.destinationType),
  value: z
    .string()
    .trim()
    .min(1)
    .max(2000)
    .optional()
    .describe('A web address; for an app its page in the store, or the link that opens it.'),
});

export const Budget = z.object({
  daily: amount.nullable().optional().describe(ABOUT.daily),
  billingLimit: amount.nullable().optional().describe(ABOUT.billingLimit),
});

export const Schedule = z.object({
  startDate: CalendarDay.describe(ABOUT.startDate),
  endDate: CalendarDay.nullable().optional().describe(ABOUT.endDate),
});

const age = z.int().min(13).max(65);

export const Audience = z.object({
  countries: z
    .array(z.enum(AD_COUNTRIES))
    .min(1)
    .max(AD_COUNTRIES.length)
    .optional()
    .describe(ABOUT.countries),
  ageMin: age.optional().describe(ABOUT.ageMin),
  ageMax: age.optional().describe(ABOUT.ageMax),
  gender: z.enum(['all', 'female', 'male']).optional().describe(ABOUT.gender),
  expand: z.boolean().optional().describe(ABOUT.expand),
});

export const AdText = z.object({
  primaryText: text(2200).describe(ABOUT.primaryText),
  callToAction: z.enum(CALLS_TO_ACTION).describe(ABOUT.callToAction),
  headline: singleLine(255).optional().describe(ABOUT.headline),
});

export const Tracking = z.object({
  urlParameters: text(2000)
    .optional()
    .describe('Added to the address of every ad, behind what the service adds.'),
  trackingUrlTemplate: adUrl.optional().describe('Google only: where a click goes on its way to the page.'),
  clickTrackingUrl: adUrl.optional().describe('For TikTok campaigns from before Smart+; new ones take none.'),
  impressionTrackingUrl: adUrl
    .optional()
    .describe('For TikTok campaigns from before Smart+; new ones take none.'),
});

const ofPlatform = z.string().trim().min(1).max(200);

const snapchatBlock = z
  .looseObject({
    primaryText: text(2200).optional().describe("Said on Snapchat in place of the campaign's."),
    headline: singleLine(255).optional().describe("Said on Snapchat in place of the campaign's."),
    callToAction: z
      .enum(CALLS_TO_ACTION)
      .optional()
      .describe("The button on Snapchat, in place of the campaign's."),
    link: adUrl.optional().describe("The landing page on Snapchat, in place of the campaign's."),
    status: z
      .enum(['active', 'archived'])
      .optional()
      .describe('`archived` ends the campaign on Snapchat, for good.'),
  })
  .describe(
    'Runs the campaign on Snapchat too, with what is said here instead, and with settings of its own, such as `pixel`.',
  );

/** Platforms accept more settings than these. GET /v1/ad-fields lists all of them. */
export const Settings = z.looseObject({
  pixel: ofPlatform.optional().describe('The ID of a pixel of the platform.'),
  conversion: ofPlatform
    .optional()
    .describe('Meta: the ID of a custom conversion. Google: the resource name of a conversion action.'),
  conversionGoal: z
    .unknown()
    .optional()
    .describe('Google: the resource name of a custom conversion goal that the campaign bids for.'),
  revenueConversion: z
    .unknown()
    .optional()
    .describe('Google: the conversion action whose value is the revenue. It is kept, and not read yet.'),
  app: ofPlatform.optional().describe('The ID of an app of the platform.'),
  logo: ofPlatform.optional().describe('Google: what POST /v1/connections/:id/logos answers.'),
  businessName: singleLine(200).optional().describe('Google: shown beside the logo, at most 25 characters.'),
  targetCpa: amount
    .optional()
    .describe('Google, for apps: what an install or event may cost on average, in cents.'),
  locations: z
    .array(ofPlatform)
    .max(1000)
    .optional()
    .describe('TikTok: the IDs of its locations, in place of the countries.'),
  languages: z.array(ofPlatform).max(50).optional().describe("The platform's own names of languages."),
  budgetOptimization: z
    .enum(['ad_set', 'campaign'])
    .optional()
    .describe(
      'TikTok: whether each ad set has a budget of its own (so unless given), or the campaign spends as one. Fixed once it is set up.',
    ),
  specialAdCategories: z
    .array(ofPlatform)
    .max(6)
    .optional()
    .describe('Kinds of ads that the platform restricts, in its words.'),
  snapchat: snapchatBlock.optional(),
});

export const Attribution = z.object({
  source: z.enum(ATTRIBUTION_SOURCES).describe(ABOUT.attributionSource),
  conversion: id('conversion').nullable().optional().describe(ABOUT.conversion),
});

export const CreatorPay = z.object({
  model: z.enum(PAY_MODELS).optional().describe(ABOUT.model),
  creatorShare: percent(100).nullable().optional().describe(ABOUT.creatorShare),
  leadAmount: amount.nullable().optional().describe(ABOUT.leadAmount),
  cap: amount.nullable().optional().describe(ABOUT.cap),
  revenueEvent: z.enum(OPTIMIZATION_EVENTS).nullable().optional().describe(ABOUT.revenueEvent),
  attribution: Attribution.optional().describe(ABOUT.attribution),
});

/** The complete settings of a campaign, including everything that can be changed after the set-up. */
export interface CampaignTerms {
  objective: Objective;
  destination: { type: (typeof DESTINATION_TYPES)[number]; value: string | null };
  budget: { daily: number | null; billingLimit: number | null };
  schedule: { startDate: string; endDate: string | null };
  audience: Required<z.output<typeof Audience>>;
  ad: Required<Omit<z.output<typeof AdText>, 'headline'>> & { headline: string | null };
  optimizationEvent: (typeof OPTIMIZATION_EVENTS)[number] | null;
  settings: z.output<typeof Settings>;
  tracking: z.output<typeof Tracking>;
  identity: (typeof IDENTITIES)[number];
  creatives: string[];
  creatorPay: CampaignPay;
}

export interface CampaignPay {
  model: (typeof PAY_MODELS)[number];
  /** In percent. */
  creatorShare: number | null;
  leadAmount: number | null;
  cap: number | null;
  revenueEvent: (typeof OPTIMIZATION_EVENTS)[number] | null;
  attribution: { source: (typeof ATTRIBUTION_SOURCES)[number]; conversion: string | null };
}
