// Translates between our terms and TikTok's: objectives, optimization goals, audiences, states, results.

import { type AdIssue, type AdIssueCode, issue } from '../ads/issues.ts';
import type {
  AdAudience,
  AdBudget,
  AdEvent,
  AdGoal,
  AdObjective,
  CallToAction,
  RunningState,
} from '../ads/steps.ts';
import { TIKTOK } from './outcome.ts';
import { toTiktok } from './units.ts';

/** The only objectives that Smart+ campaigns support. */
export const OBJECTIVES: Readonly<Partial<Record<AdObjective, string>>> = {
  conversions: 'WEB_CONVERSIONS',
  sales: 'WEB_CONVERSIONS',
  leads: 'LEAD_GENERATION',
  app_promotion: 'APP_PROMOTION',
};

/** Throws an AdError for an objective that TikTok does not support. */
export function objectiveOf(objective: AdObjective): string {
  const found = OBJECTIVES[objective];
  if (found === undefined) throw TIKTOK.error('invalid', { field: 'objective_type' });
  return found;
}

/** Events on websites. */
const WEB_EVENTS: Readonly<Partial<Record<AdEvent, string>>> = {
  purchase: 'SHOPPING',
  subscription: 'ON_WEB_SUBSCRIBE',
  trial_start: 'START_TRIAL',
  initiate_checkout: 'INITIATE_ORDER',
  add_to_cart: 'ON_WEB_CART',
  view_content: 'ON_WEB_DETAIL',
  complete_registration: 'ON_WEB_REGISTER',
  lead: 'FORM',
  contact: 'CONSULT',
};

/** Events in apps. An install is a goal of its own. */
export const APP_EVENTS: Readonly<Partial<Record<AdEvent, string>>> = {
  purchase: 'ACTIVE_PAY',
  subscription: 'SUBSCRIBE',
  trial_start: 'START_TRIAL',
  add_to_cart: 'IN_APP_CART',
  view_content: 'IN_APP_DETAIL_UV',
  complete_registration: 'ACTIVE_REGISTER',
  lead: 'SALES_LEAD',
};

const needs = (field: string) => TIKTOK.error('invalid', { field });

const isApple = (storeUrl: string) =>
  URL.canParse(storeUrl) && new URL(storeUrl).hostname.endsWith('apple.com');

/** The purpose of a campaign. Throws an AdError when the goal lacks what it needs. */
export function purpose(objective: AdObjective, { app }: AdGoal) {
  const objective_type = objectiveOf(objective);
  if (objective !== 'app_promotion')
    return objective_type === 'WEB_CONVERSIONS'
      ? { objective_type, sales_destination: 'WEBSITE' }
      : { objective_type };
  if (!app?.id) throw needs('app_id');
  // Apple's rules for measuring app ads require separate campaigns for iOS apps.
  const apple = isApple(app.storeUrl) ? { campaign_type: 'IOS14_CAMPAIGN', app_id: app.id } : {};
  return { objective_type, app_promotion_type: 'APP_INSTALL', ...apple };
}

/** What an ad group is optimised for, and what measures it. Throws an AdError when the goal lacks what it needs. */
export function optimisation(objective: AdObjective, { event, pixel, app }: AdGoal) {
  const billing_event = 'OCPM';
  if (objective === 'app_promotion') {
    if (!app?.id) throw needs('app_id');
    const promotion_type = isApple(app.storeUrl) ? 'APP_IOS' : 'APP_ANDROID';
    const promoted = { promotion_type, app_id: app.id, billing_event };
    if (event === null || event === 'install') return { ...promoted, optimization_goal: 'INSTALL' };
    const optimization_event = APP_EVENTS[event];
    if (optimization_event === undefined) throw needs('optimization_event');
    return { ...promoted, optimization_goal: 'IN_APP_EVENT', optimization_event };
  }
  const optimization_event = event === null ? undefined : WEB_EVENTS[event];
  if (pixel === null) throw needs('pixel_id');
  if (optimization_event === undefined) throw needs('optimization_event');
  const counted = { pixel_id: pixel, optimization_event, optimization_goal: 'CONVERT', billing_event };
  if (objective === 'leads')
    return { promotion_type: 'LEAD_GENERATION', promotion_target_type: 'EXTERNAL_WEBSITE', ...counted };
  return { promotion_type: 'WEBSITE', ...counted };
}

export const callToAction = (action: CallToAction): string =>
  action === 'download' ? 'DOWNLOAD_NOW' : action.toUpperCase();

const AGES = [
  [13, 17, 'AGE_13_17'],
  [18, 24, 'AGE_18_24'],
  [25, 34, 'AGE_25_34'],
  [35, 44, 'AGE_35_44'],
  [45, 54, 'AGE_45_54'],
  [55, 65, 'AGE_55_100'],
] as const;

export const AGE_STEPS = { from: AGES.map(([from]) => from), to: AGES.map(([, to]) => to) };

/**
 * The age groups that are completely inside the range, so that nobody else is targeted. The oldest group begins at 55
 * and has no end.
 * Throws an AdError when there is none.
 */
function ageGroups(min: number, max: number): string[] {
  const within = AGES.filter(([from, to]) => min <= from && to <= max).map(([, , name]) => name);
  if (within.length === 0) throw needs('age_groups');
  return within;
}

const GENDERS = { all: 'GENDER_UNLIMITED', female: 'GENDER_FEMALE', male: 'GENDER_MALE' } as const;

/** @param locations the platform's IDs of the audience's locations. */
export function targeting(audience: AdAudience, locations: readonly string[]) {
  const { ageMin, ageMax, gender, expand, interests = [], audiences = [] } = audience;
  const spec = {
    location_ids: locations,
    age_groups: ageGroups(ageMin, ageMax),
    gender: GENDERS[gender],
    ...(interests.length > 0 ? { interest_keyword_ids: interests } : {}),
    ...(audiences.length > 0 ? { audience_ids: audiences } : {}),
  };
  if (!expand) return { targeting_optimization_mode: 'MANUAL', targeting_spec: spec };
  const spc_audience_age = ageMin >= 25 ? 'OVER_TWENTY_FIVE' : 'OVER_EIGHTEEN';
  return {
    targeting_optimization_mode: 'AUTOMATIC',
    suggestion_audience_enabled: true,
    targeting_spec: { ...spec, spc_audience_age },
  };
}

export function budgetParams(budget: AdBudget, currency: string) {
  if ('daily' in budget)
    return { budget_mode: 'BUDGET_MODE_DYNAMIC_DAILY_BUDGET', budget: toTiktok(budget.daily, currency) };
  return { budget_mode: 'BUDGET_MODE_TOTAL', budget: toTiktok(budget.lifetime, currency) };
}

const STATES: Readonly<Record<string, RunningState>> = {
  ENABLE: 'active',
  DELIVERY_OK: 'active',
  PARTIAL_AUDIT_DELIVERY_OK: 'active',
  REVIEW_PARTIALLY_APPROVED: 'active',
  NOT_START: 'active',
  DISABLE: 'paused',
  CAMPAIGN_DISABLE: 'paused',
  ADGROUP_DISABLE: 'paused',
  TIME_DONE: 'paused',
  DONE: 'paused',
  AUDIT: 'in_review',
  REAUDIT: 'in_review',
  SHADOW_ADGROUP_REAUDIT: 'in_review',
  ADVERTISER_AUDIT: 'in_review',
  AD_PRE_ONLINE: 'in_review',
  ADGROUP_PRE_ONLINE: 'in_review',
  CREATE: 'processing',
  PROCESS_AUDIO: 'processing',
  AWAITING_RELEASE: 'processing',
  AUDIT_DENY: 'rejected',
  ADGROUP_AUDIT_DENY: 'rejected',
  REVIEW_DISAPPROVED: 'rejected',
  DELETE: 'deleted',
  CAMPAIGN_DELETE: 'deleted',
  ADGROUP_DELETE: 'deleted',
};
/** A person has to act when a status word of the platform has one of these endings. */
const WRONG =
  /(_EXCEED|_LOST|_REVOKED|_FAIL|_UNBIND|_MISSING|_EXPIRED|_DENY|_NO_DELIVERY|_LIMIT|_UNAVAILABLE|_PUNISH|_INVALID|_FROZEN|^FROZEN|_PENDING)$/;

/** The first pattern that matches says what is wrong. */
const ISSUES: readonly [RegExp, AdIssueCode][] = [
  [/BUDGET\w*_EXCEED$/, 'budget_spent'],
  [/BALANCE|PAYMENT|CREDIT|_EXCEED$/, 'billing'],
  [/PUNISH|FROZEN|ADVERTISER\w*_(?:LIMIT|DENY)$/, 'ad_account_suspended'],
  [/PIXEL/, 'pixel_invalid'],
  [/^APP_|_APP_/, 'app_unavailable'],
  [/_REVOKED$|_UNBIND$|_LOST$|AUTH\w*_EXPIRED$|IDENTITY|TT_POST/, 'permission_ended'],
  [/VIDEO|MUSIC|CREATIVE|MATERIAL/, 'creative_invalid'],
];

function issuesOf(state: RunningState, word: string): AdIssue[] {
  if (state === 'rejected') return [issue('review_rejected', word)];
  if (word === 'TIME_DONE' || word === 'DONE') return [issue('campaign_ended')];
  if (state === 'unknown') return [issue('state_unknown', word)];
  if (state !== 'needs_attention') return [];
  return [issue(ISSUES.find(([fits]) => fits.test(word))?.[1] ?? 'not_running', word)];
}

/** A state with its reason. A state that TikTok added later is reported as unknown, because nobody could act on it. */
export function stateOf(secondary: string): { state: RunningState; issues: AdIssue[] } {
  const word = secondary.replace(/^(CAMPAIGN|ADGROUP|AD)_STA(?:T)?US_/, '');
  const state = STATES[word] ?? (WRONG.test(word) ? 'needs_attention' : 'unknown');
  return { state, issues: issuesOf(state, word) };
}

/** The metrics that the platform reports each event as, for websites and apps. */
export const RESULTS: Readonly<Record<AdEvent, readonly string[]>> = {
  install: ['app_install'],
  purchase: ['complete_payment', 'total_purchase'],
  subscription: ['on_web_subscribe', 'total_subscribe'],
  trial_start: ['total_start_trial'],
  initiate_checkout: ['initiate_checkout', 'total_checkout'],
  add_to_cart: ['web_event_add_to_cart', 'total_app_event_add_to_cart'],
  view_content: ['page_content_view_events', 'total_view_content'],
  complete_registration: ['user_registration', 'total_registration'],
  lead: ['form', 'total_sales_lead'],
  contact: ['online_consult'],
};

/** The metrics for the revenue of purchases, on websites and in apps. */
export const REVENUE = ['total_complete_payment_rate', 'total_purchase_value'] as const;
