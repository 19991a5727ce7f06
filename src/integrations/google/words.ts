import { type AdIssue, type AdIssueCode, issue } from '../ads/issues.ts';
import type { AdAudience, AdEvent, AdGoal, AdObjective, RunningState } from '../ads/steps.ts';
import { GOOGLE } from './outcome.ts';
import { toMicros } from './units.ts';

/** The maximum headline length, and that of app ads. */
export const HEADLINE = 40;
export const APP_HEADLINE = 30;

const invalid = (field: string) => GOOGLE.error('invalid', { field });

/** The type of campaign for an objective. Throws an AdError for an objective that neither type supports. */
export function channelOf(objective: AdObjective): 'DEMAND_GEN' | 'MULTI_CHANNEL' {
  if (objective === 'awareness') throw invalid('objective');
  return objective === 'app_promotion' ? 'MULTI_CHANNEL' : 'DEMAND_GEN';
}

/** The bidding of a Demand Gen campaign: for clicks, or for the account's conversion goals. */
export function bidding(objective: AdObjective, { targetCost }: AdGoal, currency: string): object {
  if (objective === 'traffic' || objective === 'engagement') return { targetSpend: {} };
  const target = targetCost === null ? {} : { targetCpaMicros: toMicros(targetCost, currency) };
  return { maximizeConversions: target };
}

const GOALS = {
  installs: ['OPTIMIZE_INSTALLS_WITHOUT_TARGET_INSTALL_COST', 'OPTIMIZE_INSTALLS_TARGET_INSTALL_COST'],
  inApp: [
    'OPTIMIZE_IN_APP_CONVERSIONS_WITHOUT_TARGET_CPA',
    'OPTIMIZE_IN_APP_CONVERSIONS_TARGET_CONVERSION_COST',
  ],
} as const;

/** The settings of an app campaign: its app, and installs or an in-app conversion as the goal. */
export function appSettings({ event, conversion, app, targetCost }: AdGoal, currency: string): object {
  const inApp = event !== null && event !== 'install';
  if (!app) throw invalid('app_id');
  if (inApp && !conversion?.includes('/conversionActions/')) throw invalid('conversion_actions');
  const goals = GOALS[inApp ? 'inApp' : 'installs'];
  return {
    advertisingChannelSubType: 'APP_CAMPAIGN',
    appCampaignSetting: {
      ...storeOf(app.storeUrl),
      biddingStrategyGoalType: goals[targetCost === null ? 0 : 1],
    },
    ...(inApp ? { selectiveOptimization: { conversionActions: [conversion] } } : {}),
    ...(targetCost === null
      ? { maximizeConversions: {} }
      : { targetCpa: { targetCpaMicros: toMicros(targetCost, currency) } }),
  };
}

/** The app's ID in its store, taken from the URL of its store page. */
function storeOf(storeUrl: string): { appId: string; appStore: string } {
  const url = URL.canParse(storeUrl) ? new URL(storeUrl) : null;
  const apple = /\/id(\d{6,12})(?:\/|$)/.exec(url?.pathname ?? '')?.[1];
  if (url?.hostname === 'apps.apple.com' && apple) return { appId: apple, appStore: 'APPLE_APP_STORE' };
  const google = url?.searchParams.get('id') ?? '';
  if (url?.hostname === 'play.google.com' && /^[A-Za-z]\w*(\.\w+)+$/.test(google))
    return { appId: google, appStore: 'GOOGLE_APP_STORE' };
  throw invalid('app_id');
}

/** ISO 3166-1 country codes with their numbers, which Google's location IDs are built from. */
const COUNTRIES = new Map(
  [
    ...[
      'AE 784',
      'AT 040',
      'AU 036',
      'BE 056',
      'BR 076',
      'CA 124',
      'CH 756',
      'CZ 203',
      'DE 276',
      'DK 208',
      'ES 724',
    ],
    ...[
      'FI 246',
      'FR 250',
      'GB 826',
      'GR 300',
      'HU 348',
      'IE 372',
      'IT 380',
      'JP 392',
      'KR 410',
      'MX 484',
      'NL 528',
    ],
    ...['NO 578', 'NZ 554', 'PL 616', 'PT 620', 'RO 642', 'SA 682', 'SE 752', 'SG 702', 'US 840', 'ZA 710'],
  ].map((one) => one.split(' ') as [string, string]),
);

export function placeOf(country: string): { geoTargetConstant: string } {
  const number = COUNTRIES.get(country);
  if (number === undefined) throw invalid('location');
  return { geoTargetConstant: `geoTargetConstants/2${number}` };
}

/** The ages at which a Google age range may begin and end. As an end, 65 means no limit. */
export const AGE_STEPS = { from: [18, 25, 35, 45, 55, 65], to: [24, 34, 44, 54, 64, 65] };

/** The age ranges that are completely inside the audience, so that nobody else is reached. */
function agesOf({ ageMin, ageMax }: AdAudience): { minAge: number; maxAge: number } {
  const minAge = AGE_STEPS.from.find((age) => age >= ageMin);
  const maxAge = AGE_STEPS.to.findLast((age) => age <= ageMax);
  if (minAge === undefined || maxAge === undefined || maxAge < minAge) throw invalid('age_ranges');
  return { minAge, maxAge };
}

/**
 * The targeting of an ad group besides its locations; empty for everybody. @param customer the account whose lists are
 * used.
 */
export function dimensionsOf(audience: AdAudience, customer: string): object[] {
  const { gender, interests = [] } = audience;
  const { minAge, maxAge } = agesOf(audience);
  const ages = minAge > 18 || maxAge < 65;
  const range = { minAge, ...(maxAge < 65 ? { maxAge } : {}) };
  const segments = interests.map((id) => ({
    userInterest: { userInterestCategory: `customers/${customer}/userInterests/${id}` },
  }));
  return [
    ...(ages ? [{ age: { ageRanges: [range], includeUndetermined: false } }] : []),
    ...(gender === 'all'
      ? []
      : [{ gender: { genders: [gender === 'male' ? 'MALE' : 'FEMALE'], includeUndetermined: false } }]),
    ...(segments.length > 0 ? [{ audienceSegments: { segments } }] : []),
  ];
}

/** Why an enabled campaign does not run, for reasons that the states of its ad groups and ads do not show. */
const WRONG: Readonly<Record<string, AdIssueCode>> = {
  BIDDING_STRATEGY_MISCONFIGURED: 'bidding_invalid',
  BUDGET_MISCONFIGURED: 'budget_invalid',
  CAMPAIGN_GROUP_PAUSED: 'group_paused',
  CAMPAIGN_GROUP_ALL_GROUP_BUDGETS_ENDED: 'group_paused',
  APP_NOT_RELEASED: 'app_unavailable',
  MISSING_LOCATION_TARGETING: 'location_missing',
  NO_AD_GROUPS: 'no_ads',
  NO_AD_GROUP_ADS: 'no_ads',
};

export function campaignState(
  status: string,
  primary: string | undefined,
  reasons: readonly string[],
): { state: RunningState; issues: AdIssue[] } {
  if (status === 'REMOVED') return { state: 'archived', issues: [] };
  if (primary === 'ENDED') return { state: 'paused', issues: [issue('campaign_ended')] };
  if (status === 'PAUSED') return { state: 'paused', issues: [] };
  if (status !== 'ENABLED') return { state: 'unknown', issues: [issue('state_unknown', status)] };
  const issues = reasons.flatMap((one) => (Object.hasOwn(WRONG, one) ? [issue(WRONG[one]!, one)] : []));
  const wrong = primary === 'MISCONFIGURED' || (primary === 'NOT_ELIGIBLE' && issues.length > 0);
  if (!wrong) return { state: 'active', issues: [] };
  return { state: 'needs_attention', issues: issues.length > 0 ? issues : [issue('not_running', primary)] };
}

/** The status that was set, as long as its parents run. */
export function partState(status: string, ...parents: string[]): RunningState {
  if (status === 'REMOVED' || parents.includes('REMOVED')) return 'archived';
  if ([status, ...parents].includes('PAUSED')) return 'paused';
  return [status, ...parents].every((one) => one === 'ENABLED') ? 'active' : 'unknown';
}

export function adState(
  runs: RunningState,
  {
    reviewStatus,
    approvalStatus,
  }: { reviewStatus?: string | undefined; approvalStatus?: string | undefined },
): RunningState {
  if (runs !== 'active') return runs;
  if (approvalStatus === 'DISAPPROVED') return 'rejected';
  if (reviewStatus === 'REVIEW_IN_PROGRESS') return 'in_review';
  return reviewStatus === undefined ? 'unknown' : 'active';
}

/** The event that each of Google's conversion categories counts as. */
export const CATEGORIES: ReadonlyMap<string, AdEvent> = new Map([
  ['DOWNLOAD', 'install'],
  ['PURCHASE', 'purchase'],
  ['SUBSCRIBE_PAID', 'subscription'],
  ['BEGIN_CHECKOUT', 'initiate_checkout'],
  ['ADD_TO_CART', 'add_to_cart'],
  ['PAGE_VIEW', 'view_content'],
  ['SIGNUP', 'complete_registration'],
  ['SUBMIT_LEAD_FORM', 'lead'],
  ['IMPORTED_LEAD', 'lead'],
  ['CONTACT', 'contact'],
]);
