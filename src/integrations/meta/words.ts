import { type AdIssue, issue } from '../ads/issues.ts';
import type {
  AdAudience,
  AdEvent,
  AdGoal,
  AdObjective,
  AdSetStep,
  CallToAction,
  RunningState,
} from '../ads/steps.ts';
import { META } from './outcome.ts';

export const OBJECTIVES: Readonly<Record<AdObjective, string>> = {
  conversions: 'OUTCOME_SALES',
  sales: 'OUTCOME_SALES',
  traffic: 'OUTCOME_TRAFFIC',
  awareness: 'OUTCOME_AWARENESS',
  engagement: 'OUTCOME_ENGAGEMENT',
  leads: 'OUTCOME_LEADS',
  app_promotion: 'OUTCOME_APP_PROMOTION',
};

/** An install is not an app event but a goal of its own. */
const EVENTS: Readonly<Record<Exclude<AdEvent, 'install'>, string>> = {
  purchase: 'PURCHASE',
  subscription: 'SUBSCRIBE',
  trial_start: 'START_TRIAL',
  initiate_checkout: 'INITIATED_CHECKOUT',
  add_to_cart: 'ADD_TO_CART',
  view_content: 'CONTENT_VIEW',
  complete_registration: 'COMPLETE_REGISTRATION',
  lead: 'LEAD',
  contact: 'CONTACT',
};

export const callToAction = (action: CallToAction): string => action.toUpperCase();

/** What an ad set is optimised for, and what measures it. Throws an AdError when the goal lacks what it needs. */
export function optimisation(
  objective: AdObjective,
  { event, pixel, conversion, app }: AdGoal,
  page: string,
) {
  const custom_event_type = event === null || event === 'install' ? undefined : EVENTS[event];
  const needs = (field: string) => META.error('invalid', { field });
  if (objective === 'app_promotion') {
    if (!app?.id) throw needs('application_id');
    const promoted = { application_id: app.id, object_store_url: app.storeUrl };
    if (custom_event_type === undefined)
      return { optimization_goal: 'APP_INSTALLS', promoted_object: promoted };
    return { optimization_goal: 'OFFSITE_CONVERSIONS', promoted_object: { ...promoted, custom_event_type } };
  }
  if (objective === 'traffic') return { optimization_goal: 'LINK_CLICKS' };
  if (objective === 'awareness') return { optimization_goal: 'REACH', promoted_object: { page_id: page } };
  if (objective === 'engagement') return { optimization_goal: 'POST_ENGAGEMENT' };
  if (pixel !== null && conversion !== null) {
    const promoted_object = {
      pixel_id: pixel,
      custom_event_type: 'OTHER',
      custom_conversion_id: conversion,
    };
    return { optimization_goal: 'OFFSITE_CONVERSIONS', promoted_object };
  }
  if (pixel === null || custom_event_type === undefined) throw needs('pixel_id');
  return {
    optimization_goal: 'OFFSITE_CONVERSIONS',
    promoted_object: { pixel_id: pixel, custom_event_type },
  };
}

/** 65 also includes everybody older. */
export const OLDEST = 65;
/** The highest minimum age that Meta accepts with Advantage+ audience. Higher ones can only be suggested. */
export const OLDEST_FIRST_AGE = 25;

/**
 * If the platform may go beyond an audience, its ages are sent as a suggestion, because Meta refuses stricter limits.
 */
function agesOf({ ageMin, ageMax, expand }: AdAudience) {
  if (!expand) return { age_min: ageMin, age_max: ageMax };
  const suggested = ageMin > OLDEST_FIRST_AGE || ageMax < OLDEST ? { age_range: [ageMin, ageMax] } : {};
  return { age_min: Math.min(ageMin, OLDEST_FIRST_AGE), age_max: OLDEST, ...suggested };
}

export function targeting(audience: AdAudience) {
  const { countries, gender, expand, interests = [], audiences = [] } = audience;
  return {
    geo_locations: { countries },
    ...agesOf(audience),
    ...(gender === 'all' ? {} : { genders: [gender === 'male' ? 1 : 2] }),
    ...(interests.length > 0 ? { flexible_spec: [{ interests: interests.map((id) => ({ id })) }] } : {}),
    ...(audiences.length > 0 ? { custom_audiences: audiences.map((id) => ({ id })) } : {}),
    targeting_automation: { advantage_audience: expand ? 1 : 0 },
  };
}

/** Laws that require naming who is behind the ads: the settings that name them, and Meta's names for the law. */
const LAWS = [
  { setting: 'singapore', category: 'SINGAPORE_UNIVERSAL', identity: 'singapore_universal' },
  { setting: 'australia', category: 'AUSTRALIA_FINSERV', identity: 'australia_finserv' },
] as const;

/** The laws that apply to an ad set, with who is behind the ads. */
export function regional(settings: AdSetStep['settings']): Record<string, unknown> {
  const named = LAWS.filter(({ setting }) => typeof settings[`${setting}Beneficiary`] === 'string');
  if (named.length === 0) return {};
  return {
    regional_regulated_categories: named.map(({ category }) => category),
    regional_regulation_identities: Object.fromEntries(
      named.flatMap(({ setting, identity }) => [
        [`${identity}_beneficiary`, settings[`${setting}Beneficiary`]],
        [`${identity}_payer`, settings[`${setting}Payer`]],
      ]),
    ),
  };
}

const STATES: Readonly<Record<string, RunningState>> = {
  ACTIVE: 'active',
  PAUSED: 'paused',
  CAMPAIGN_PAUSED: 'paused',
  ADSET_PAUSED: 'paused',
  PENDING_REVIEW: 'in_review',
  PREAPPROVED: 'in_review',
  IN_PROCESS: 'processing',
  DISAPPROVED: 'rejected',
  WITH_ISSUES: 'needs_attention',
  PENDING_BILLING_INFO: 'needs_attention',
  ARCHIVED: 'archived',
  DELETED: 'deleted',
};

/** A state that Meta added later is reported as unknown, because nobody could act on it. */
export const stateOf = (effectiveStatus: string): RunningState => STATES[effectiveStatus] ?? 'unknown';

/** Why something needs attention: its status, and Meta's error numbers. */
export function issuesOf(status: string, numbers: readonly number[] = []): AdIssue[] {
  const said = [status, ...numbers.map(String)];
  if (status === 'PENDING_BILLING_INFO') return [issue('billing', ...said)];
  const state = stateOf(status);
  if (state === 'needs_attention') return [issue('not_running', ...said)];
  if (state === 'unknown') return [issue('state_unknown', ...said)];
  return state === 'rejected' ? [issue('review_rejected', ...numbers.map(String))] : [];
}

const ANY = ['ACTIVE', 'PAUSED', 'ARCHIVED', 'IN_PROCESS', 'WITH_ISSUES'];
const OF_ADS = 'ADSET_PAUSED PENDING_REVIEW DISAPPROVED PREAPPROVED PENDING_BILLING_INFO'.split(' ');

/**
 * The states that lists have to be asked for, because archived objects are left out by default. Each kind of object has
 * its own states.
 */
export const LISTED = {
  campaign: ANY,
  ad_set: [...ANY, 'CAMPAIGN_PAUSED'],
  ad: [...ANY, 'CAMPAIGN_PAUSED', ...OF_ADS],
} as const;

/**
 * The action types that Meta counts each event as. `whole` is the count over websites, apps and Meta's own shops, with
 * each result once. If a row has none, the parts are added up. The whole includes the parts, so the two are never
 * added.
 */
export const RESULTS: Readonly<Record<AdEvent, { whole: string | null; parts: readonly string[] }>> = {
  install: { whole: 'omni_app_install', parts: ['mobile_app_install'] },
  purchase: { whole: 'omni_purchase', parts: standard('purchase', 'purchase') },
  subscription: { whole: 'subscribe_total', parts: ['subscribe_website', 'subscribe_mobile_app'] },
  trial_start: { whole: 'start_trial_total', parts: ['start_trial_website', 'start_trial_mobile_app'] },
  initiate_checkout: {
    whole: 'omni_initiated_checkout',
    parts: standard('initiate_checkout', 'initiated_checkout'),
  },
  add_to_cart: { whole: 'omni_add_to_cart', parts: standard('add_to_cart', 'add_to_cart') },
  view_content: { whole: 'omni_view_content', parts: standard('view_content', 'content_view') },
  complete_registration: {
    whole: 'omni_complete_registration',
    parts: standard('complete_registration', 'complete_registration'),
  },
  lead: { whole: null, parts: ['offsite_conversion.fb_pixel_lead', 'app_custom_event.fb_mobile_lead'] },
  contact: { whole: 'contact_total', parts: ['contact_website', 'contact_mobile_app'] },
};

/** An event as the website pixel and as the app reports it. */
function standard(web: string, app: string): string[] {
  return [`offsite_conversion.fb_pixel_${web}`, `app_custom_event.fb_mobile_${app}`];
}
