// The words of campaigns that every platform shares.
import type { AdDestination } from '../../../integrations/ads/fields.ts';
import type { AdEvent, AdObjective, CallToAction } from '../../../integrations/ads/steps.ts';

/** As the API names them, whether this deployment has them or not. */
export const AD_PLATFORMS = ['meta', 'tiktok', 'google', 'snapchat'] as const;
export type AdPlatformName = (typeof AD_PLATFORMS)[number];

export const AD_OBJECTIVES = [
  ...(['conversions', 'awareness', 'traffic', 'engagement', 'leads'] as const),
  ...(['app_promotion', 'sales'] as const),
] satisfies readonly AdObjective[];

export const AD_EVENTS = [
  ...(['install', 'purchase', 'subscription', 'trial_start', 'initiate_checkout'] as const),
  ...(['add_to_cart', 'view_content', 'complete_registration', 'lead', 'contact'] as const),
] satisfies readonly AdEvent[];

export const CALLS_TO_ACTION = [
  ...(['book_now', 'contact_us', 'download', 'learn_more', 'shop_now', 'sign_up', 'subscribe'] as const),
] satisfies readonly CallToAction[];

export const AUDIENCE_COUNTRIES = [
  ...(['US', 'CA', 'GB', 'AU', 'NZ', 'AT', 'BE', 'CZ', 'DK', 'FI', 'FR', 'DE', 'GR', 'HU', 'IE'] as const),
  ...(['IT', 'NL', 'NO', 'PL', 'PT', 'RO', 'ES', 'SE', 'CH', 'BR', 'MX', 'JP', 'KR', 'SG', 'ZA'] as const),
  ...(['SA', 'AE'] as const),
] as const;

export const AUDIENCE_GENDERS = ['all', 'female', 'male'] as const;
export const AD_IDENTITIES = ['brand', 'creator'] as const;
export const AGE_MIN = 13;
export const AGE_MAX = 65;

const APPS: readonly AdDestination[] = ['mobile_app', 'ios_app_store', 'google_play', 'deep_link'];
const CONVERSIONS: readonly AdObjective[] = ['conversions', 'sales'];
const LEADS: readonly (AdEvent | null)[] = ['lead', 'contact'];

/** What a campaign's objective is on a platform: what conversions are, its destination and event say. */
export function platformObjective(
  objective: AdObjective,
  destination: AdDestination | null,
  event: AdEvent | null,
): AdObjective {
  if (!CONVERSIONS.includes(objective)) return objective;
  if (destination !== null && APPS.includes(destination)) return 'app_promotion';
  return LEADS.includes(event) ? 'leads' : objective;
}
