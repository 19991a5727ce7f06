import { type AdIssue, type AdIssueCode, issue } from '../ads/issues.ts';
import type { AdAudience, AdEvent, AdObjective, CallToAction, RunningState } from '../ads/steps.ts';
import { SNAPCHAT } from './outcome.ts';

/** Apps are left out, because their ads need an icon and a name, which campaigns here do not have. */
export const OBJECTIVES: Readonly<Partial<Record<AdObjective, string>>> = {
  awareness: 'AWARENESS_AND_ENGAGEMENT',
  engagement: 'AWARENESS_AND_ENGAGEMENT',
  traffic: 'TRAFFIC',
  leads: 'LEADS',
  conversions: 'SALES',
  sales: 'SALES',
};

const EVENTS: Readonly<Partial<Record<AdEvent, string>>> = {
  purchase: 'PIXEL_PURCHASE',
  add_to_cart: 'PIXEL_ADD_TO_CART',
  complete_registration: 'PIXEL_SIGNUP',
  lead: 'PIXEL_SIGNUP',
  view_content: 'PIXEL_PAGE_VIEW',
};

/** The optimization goals of objectives without an event. */
const GOALS: Readonly<Partial<Record<AdObjective, string>>> = {
  awareness: 'IMPRESSIONS',
  engagement: 'VIDEO_VIEWS',
  traffic: 'SWIPES',
};

/**
 * The goal, and whether a pixel measures it. Throws an AdError for an objective or event that Snapchat does not have.
 */
export function goalOf(objective: AdObjective, event: AdEvent | null): { goal: string; byPixel: boolean } {
  const own = GOALS[objective];
  if (own !== undefined) return { goal: own, byPixel: false };
  const goal = event === null ? undefined : EVENTS[event];
  if (OBJECTIVES[objective] === undefined || goal === undefined)
    throw SNAPCHAT.error('invalid', { field: 'optimization_goal' });
  return { goal, byPixel: true };
}

/** The calls to action of a web view. Snapchat has no equivalent for some of ours. */
export const CALLS: Readonly<Record<CallToAction, string>> = {
  book_now: 'BOOK_NOW',
  contact_us: 'MORE',
  download: 'DOWNLOAD',
  learn_more: 'MORE',
  shop_now: 'SHOP_NOW',
  sign_up: 'SIGN_UP',
  subscribe: 'SIGN_UP',
};

/** Our 65 also includes everybody older. */
const OLDEST = 65;

export function targeting(audience: AdAudience) {
  const { countries, ageMin, ageMax, gender, expand, interests = [], audiences = [], languages } = audience;
  return {
    regulated_content: false,
    geos: countries.map((country) => ({ country_code: country.toLowerCase() })),
    demographics: [
      {
        min_age: String(ageMin),
        ...(ageMax >= OLDEST ? {} : { max_age: String(ageMax) }),
        ...(gender === 'all' ? {} : { gender: gender.toUpperCase() }),
        ...(languages === undefined ? {} : { languages }),
      },
    ],
    ...(interests.length > 0 ? { interests: [{ category_id: interests }] } : {}),
    ...(audiences.length > 0 ? { segments: [{ segment_id: audiences, operation: 'INCLUDE' }] } : {}),
    // Snapchat expands an audience unless it is told not to.
    enable_targeting_expansion: expand,
    auto_expansion_options: {
      interest_expansion_option: { enabled: expand },
      custom_audience_expansion_option: { enabled: expand },
    },
  };
}

interface Running {
  status: string;
  delivery_status?: readonly string[] | undefined;
}

/** Test accounts never deliver, so this is not a problem. */
const TEST = 'INVALID_TEST_ACCOUNT';

/**
 * A person has to act when a `delivery_status` word contains one of these. Other words repeat the status or the review.
 */
const ISSUES: readonly [string, AdIssueCode][] = [
  ['FUNDING', 'billing'],
  ['BUDGET', 'budget_spent'],
  ['SPEND', 'budget_spent'],
  ['CREATIVE', 'creative_invalid'],
  ['PIXEL', 'pixel_invalid'],
  ['ACCOUNT', 'ad_account_closed'],
  ['ORGANIZATION', 'ad_account_closed'],
];

const troubles = ({ delivery_status: words = [] }: Running): AdIssue[] =>
  words
    .filter((word) => word.startsWith('INVALID_') && word !== TEST)
    .flatMap((word) => {
      const found = ISSUES.find(([part]) => word.includes(part));
      return found ? [issue(found[1], word)] : [];
    });

/** Why a campaign or ad squad does not run, regardless of its parent. */
export function issuesOf(one: Running): AdIssue[] {
  if (one.status !== 'ACTIVE' && one.status !== 'PAUSED') return [issue('state_unknown', one.status)];
  return one.delivery_status?.includes('INVALID_END_TIME') ? [issue('campaign_ended')] : troubles(one);
}

/** The state of a campaign or ad squad, regardless of its parent. */
export function stateOf(one: Running): RunningState {
  if (one.status === 'PAUSED') return 'paused';
  if (one.status !== 'ACTIVE') return 'unknown';
  if (one.delivery_status?.includes('INVALID_END_TIME')) return 'paused';
  return troubles(one).length > 0 ? 'needs_attention' : 'active';
}

const REVIEWS: Readonly<Record<string, RunningState>> = {
  PENDING: 'in_review',
  PENDING_REVIEW: 'in_review',
  REJECTED: 'rejected',
  APPROVED: 'active',
};

/** A status that Snapchat added later is reported as unknown, because nobody could act on it. */
export const reviewState = (word: string): RunningState => REVIEWS[word] ?? 'unknown';

/** The event that each of Snapchat's counts belongs to. */
export const COUNTS: ReadonlyMap<string, AdEvent> = new Map([
  ['conversion_purchases', 'purchase'],
  ['conversion_add_cart', 'add_to_cart'],
  ['conversion_start_checkout', 'initiate_checkout'],
  ['conversion_view_content', 'view_content'],
  ['conversion_sign_ups', 'complete_registration'],
  ['conversion_subscribe', 'subscription'],
  ['conversion_start_trial', 'trial_start'],
  ['total_installs', 'install'],
]);
