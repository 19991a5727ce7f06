// The fields that may be sent of each resource, as far as video campaigns need them.
import { oneOf, type Spec } from './wire.ts';

const SWITCH = oneOf('ENABLED', 'PAUSED', 'REMOVED');
const texts = [{ text: 'string' }] as [Spec];
const assets = [{ asset: 'string' }] as [Spec];

const BUDGET: Spec = {
  resourceName: 'string',
  name: 'string',
  amountMicros: 'int64',
  totalAmountMicros: 'int64',
  deliveryMethod: oneOf('STANDARD', 'ACCELERATED'),
  explicitlyShared: 'bool',
  period: oneOf('DAILY', 'CUSTOM_PERIOD'),
};

const CAMPAIGN: Spec = {
  resourceName: 'string',
  name: 'string',
  status: SWITCH,
  advertisingChannelType: oneOf(
    'SEARCH',
    'DISPLAY',
    'VIDEO',
    'MULTI_CHANNEL',
    'PERFORMANCE_MAX',
    'DEMAND_GEN',
  ),
  advertisingChannelSubType: oneOf('APP_CAMPAIGN', 'APP_CAMPAIGN_FOR_ENGAGEMENT'),
  campaignBudget: 'string',
  startDateTime: 'string',
  endDateTime: 'string',
  containsEuPoliticalAdvertising: oneOf(
    'CONTAINS_EU_POLITICAL_ADVERTISING',
    'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING',
  ),
  trackingUrlTemplate: 'string',
  finalUrlSuffix: 'string',
  maximizeConversions: { targetCpaMicros: 'int64' },
  maximizeConversionValue: { targetRoas: 'double' },
  targetCpa: { targetCpaMicros: 'int64' },
  targetCpc: { targetCpcMicros: 'int64' },
  targetSpend: { cpcBidCeilingMicros: 'int64' },
  appCampaignSetting: {
    appId: 'string',
    appStore: oneOf('APPLE_APP_STORE', 'GOOGLE_APP_STORE'),
    biddingStrategyGoalType: oneOf(
      'OPTIMIZE_INSTALLS_TARGET_INSTALL_COST',
      'OPTIMIZE_IN_APP_CONVERSIONS_TARGET_CONVERSION_COST',
      'OPTIMIZE_INSTALLS_WITHOUT_TARGET_INSTALL_COST',
      'OPTIMIZE_IN_APP_CONVERSIONS_WITHOUT_TARGET_CPA',
    ),
  },
  selectiveOptimization: { conversionActions: ['string'] },
  demandGenCampaignSettings: { upgradedTargeting: 'bool' },
};

const AD_GROUP: Spec = {
  resourceName: 'string',
  campaign: 'string',
  name: 'string',
  status: SWITCH,
  audienceSetting: { useAudienceGrouped: 'bool' },
  optimizedTargetingEnabled: 'bool',
  demandGenAdGroupSettings: {
    channelControls: { channelStrategy: oneOf('ALL_CHANNELS', 'ALL_OWNED_AND_OPERATED_CHANNELS') },
  },
};

const AD: Spec = {
  resourceName: 'string',
  name: 'string',
  finalUrls: ['string'],
  finalUrlSuffix: 'string',
  trackingUrlTemplate: 'string',
  demandGenVideoResponsiveAd: {
    headlines: texts,
    longHeadlines: texts,
    descriptions: texts,
    videos: assets,
    logoImages: assets,
    businessName: { text: 'string' },
    callToActions: assets,
    breadcrumb1: 'string',
    breadcrumb2: 'string',
  },
  appAd: { headlines: texts, descriptions: texts, images: assets, youtubeVideos: assets },
};

const CALLS = [
  ...['LEARN_MORE', 'GET_QUOTE', 'APPLY_NOW', 'SIGN_UP', 'CONTACT_US', 'SUBSCRIBE', 'DOWNLOAD', 'BOOK_NOW'],
  ...['SHOP_NOW', 'BUY_NOW', 'DONATE_NOW', 'ORDER_NOW', 'PLAY_NOW', 'SEE_MORE', 'START_NOW', 'VISIT_SITE'],
  'WATCH_NOW',
];

const ASSET: Spec = {
  resourceName: 'string',
  name: 'string',
  youtubeVideoAsset: { youtubeVideoId: 'string', youtubeVideoTitle: 'string' },
  imageAsset: { data: 'bytes', mimeType: oneOf('IMAGE_JPEG', 'IMAGE_PNG', 'IMAGE_GIF') },
  textAsset: { text: 'string' },
  callToActionAsset: { callToAction: oneOf(...CALLS) },
};

const AUDIENCE: Spec = {
  resourceName: 'string',
  name: 'string',
  description: 'string',
  dimensions: [
    {
      age: { ageRanges: [{ minAge: 'int64', maxAge: 'int64' }], includeUndetermined: 'bool' },
      gender: { genders: [oneOf('MALE', 'FEMALE', 'UNDETERMINED')], includeUndetermined: 'bool' },
      audienceSegments: {
        segments: [{ userList: { userList: 'string' }, userInterest: { userInterestCategory: 'string' } }],
      },
    },
  ],
};

const places: Spec = {
  location: { geoTargetConstant: 'string' },
  language: { languageConstant: 'string' },
  negative: 'bool',
};

export const KINDS = [
  ...(['campaignBudget', 'campaign', 'adGroup', 'adGroupAd', 'asset', 'audience'] as const),
  ...([
    'campaignCriterion',
    'adGroupCriterion',
    'customConversionGoal',
    'conversionGoalCampaignConfig',
  ] as const),
] as const;

export type ResourceKind = (typeof KINDS)[number];

/** What each kind's names begin with. */
export const COLLECTIONS: Readonly<Record<ResourceKind, string>> = {
  campaignBudget: 'campaignBudgets',
  campaign: 'campaigns',
  adGroup: 'adGroups',
  adGroupAd: 'adGroupAds',
  asset: 'assets',
  audience: 'audiences',
  campaignCriterion: 'campaignCriteria',
  adGroupCriterion: 'adGroupCriteria',
  customConversionGoal: 'customConversionGoals',
  conversionGoalCampaignConfig: 'conversionGoalCampaignConfigs',
};

export const MESSAGES: Readonly<Record<ResourceKind, Spec>> = {
  campaignBudget: BUDGET,
  campaign: CAMPAIGN,
  adGroup: AD_GROUP,
  adGroupAd: { resourceName: 'string', adGroup: 'string', status: SWITCH, ad: AD },
  asset: ASSET,
  audience: AUDIENCE,
  campaignCriterion: {
    resourceName: 'string',
    campaign: 'string',
    bidModifier: 'double',
    ...places,
    device: { type: oneOf('MOBILE', 'TABLET', 'DESKTOP', 'CONNECTED_TV') },
  },
  adGroupCriterion: {
    resourceName: 'string',
    adGroup: 'string',
    status: SWITCH,
    ...places,
    audience: { audience: 'string' },
  },
  customConversionGoal: {
    resourceName: 'string',
    name: 'string',
    conversionActions: ['string'],
    status: oneOf('ENABLED', 'REMOVED'),
  },
  conversionGoalCampaignConfig: {
    resourceName: 'string',
    goalConfigLevel: oneOf('CUSTOMER', 'CAMPAIGN'),
    customConversionGoal: 'string',
  },
};

/** Fields that stay as they were made, by kind; of an ad's content all. */
export const FIXED: Readonly<Record<ResourceKind, readonly string[]>> = {
  campaignBudget: ['period'],
  campaign: ['advertisingChannelType', 'advertisingChannelSubType', 'demandGenCampaignSettings'],
  adGroup: ['campaign', 'audienceSetting'],
  adGroupAd: ['ad', 'adGroup'],
  asset: ['imageAsset', 'youtubeVideoAsset', 'textAsset', 'callToActionAsset'],
  audience: [],
  campaignCriterion: ['campaign', 'location', 'language', 'device'],
  adGroupCriterion: ['adGroup', 'location', 'language', 'audience'],
  customConversionGoal: [],
  conversionGoalCampaignConfig: [],
};
