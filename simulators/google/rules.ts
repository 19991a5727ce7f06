// What the platform takes and refuses of what is made and changed, beyond the types of the fields.
import { checkAd } from './ad-rules.ts';
import { checkBudget, checkFloor, taken } from './budget-rules.ts';
import { LANGUAGES } from './fixtures.ts';
import type { ResourceKind } from './messages.ts';
import { type Json, type Place, refuse, required } from './wire.ts';
import type { Node, World } from './world.ts';

const STRATEGIES = [
  ...['maximizeConversions', 'maximizeConversionValue', 'targetCpa', 'targetCpc', 'targetSpend'],
];
export function checkCreated(
  world: World,
  customer: Node,
  kind: ResourceKind,
  fields: Json,
  place: Place,
): void {
  const checks: Partial<Record<ResourceKind, () => void>> = {
    campaignBudget: () => checkBudget(world, customer, fields, place, null),
    campaign: () => checkCampaign(world, customer, fields, place),
    adGroup: () => checkAdGroup(world, customer, fields, place),
    adGroupAd: () => checkAd(world, customer, fields, place),
    asset: () => checkAsset(world, customer, fields, place),
    audience: () => checkAudience(fields, place),
    customConversionGoal: () => {
      required(fields, place, 'name', 'conversionActions');
      for (const action of fields.conversionActions)
        world.get('conversionAction', action, customer.id, place);
    },
    campaignCriterion: () => {
      required(fields, place, 'campaign');
      checkCriterion(
        world,
        customer,
        fields,
        world.get('campaign', fields.campaign, customer.id, place),
        place,
      );
    },
    adGroupCriterion: () => {
      required(fields, place, 'adGroup');
      const group = world.get('adGroup', fields.adGroup, customer.id, place);
      checkCriterion(
        world,
        customer,
        fields,
        world.get('campaign', group.campaign, customer.id),
        place,
        group,
      );
    },
  };
  checks[kind]?.();
}

export function checkUpdated(
  world: World,
  customer: Node,
  kind: ResourceKind,
  after: Node,
  before: Node,
  place: Place,
): void {
  if (kind === 'campaignBudget') {
    checkBudget(world, customer, after, place, before.id);
    for (const campaign of world.all('campaign', customer.id))
      if (campaign.campaignBudget === before.id && campaign.status !== 'REMOVED')
        checkFloor(world, customer, after, campaign, place);
  }
  if (kind === 'campaign') {
    if (after.name !== before.name) checkName(world, customer, after.name, place);
    if (after.endDateTime !== before.endDateTime) checkDates(world, customer, after, place);
  }
  if (kind === 'adGroup' && after.name !== before.name) checkGroupName(world, customer, after, place);
  if (kind === 'conversionGoalCampaignConfig' && after.customConversionGoal !== undefined) {
    world.get('customConversionGoal', after.customConversionGoal, customer.id, place);
    if (after.goalConfigLevel !== 'CAMPAIGN')
      throw refuse('fieldError.INVALID_VALUE', 'A goal of its own is of the level CAMPAIGN.', { place });
  }
}

function checkName(world: World, customer: Node, name: string, place: Place): void {
  if (world.all('campaign', customer.id).some((one) => taken(one, name)))
    throw refuse('campaignError.DUPLICATE_CAMPAIGN_NAME', 'A campaign with this name exists.', {
      place: [...place, 'name'],
    });
  if (name.length > 256)
    throw refuse('stringLengthError.TOO_LONG', 'Too long.', { place: [...place, 'name'] });
}

function checkCampaign(world: World, customer: Node, fields: Json, place: Place): void {
  required(fields, place, 'name', 'advertisingChannelType', 'campaignBudget');
  checkName(world, customer, fields.name, place);
  if (fields.containsEuPoliticalAdvertising === undefined)
    throw refuse('fieldError.REQUIRED', 'Say whether the campaign contains EU political advertising.', {
      place: [...place, 'containsEuPoliticalAdvertising'],
    });
  const budget = world.get('campaignBudget', fields.campaignBudget, customer.id, [
    ...place,
    'campaignBudget',
  ]);
  if (budget.explicitlyShared !== false)
    throw refuse('campaignError.BUDGET_CANNOT_BE_SHARED', 'The budget can not be shared.', { place });
  const strategies = STRATEGIES.filter((name) => fields[name] !== undefined);
  if (strategies.length === 0)
    throw refuse('fieldError.REQUIRED', 'A bidding strategy is needed.', {
      place: [...place, 'campaignBiddingStrategy'],
    });
  if (strategies.length > 1)
    throw refuse('biddingError.INVALID_BIDDING_STRATEGY_TYPE', 'Only one bidding strategy may be set.', {
      place,
    });
  const [strategy] = strategies as [string];
  const app = fields.advertisingChannelType === 'MULTI_CHANNEL';
  if (app) checkApp(world, customer, fields, strategy, place);
  else if (fields.advertisingChannelType !== 'DEMAND_GEN')
    throw refuse(
      'campaignError.ADVERTISING_CHANNEL_TYPE_NOT_AVAILABLE_FOR_ACCOUNT_TYPE',
      'Not in this simulator.',
      { place },
    );
  else if (fields.advertisingChannelSubType !== undefined || fields.appCampaignSetting !== undefined)
    throw refuse('campaignError.INVALID_ADVERTISING_CHANNEL_SUB_TYPE', 'Demand Gen has no sub type.', {
      place,
    });
  else if (fields.selectiveOptimization !== undefined)
    throw refuse('contextError.OPERATION_NOT_PERMITTED_FOR_CONTEXT', 'Only app campaigns have this.', {
      place: [...place, 'selectiveOptimization'],
    });
  else if (fields.targetSpend?.cpcBidCeilingMicros !== undefined)
    throw refuse('contextError.OPERATION_NOT_PERMITTED_FOR_CONTEXT', 'Not with Demand Gen.', {
      place: [...place, 'targetSpend', 'cpcBidCeilingMicros'],
    });
  if (
    fields.trackingUrlTemplate !== undefined &&
    !/\{(lp|unescapedlp|escapedlp)url/.test(fields.trackingUrlTemplate)
  )
    throw refuse('urlFieldError.MISSING_TRACKING_URL_TEMPLATE_TAG', 'The template needs {lpurl}.', {
      place: [...place, 'trackingUrlTemplate'],
    });
  checkDates(world, customer, fields, place);
  if (budget.period === 'CUSTOM_PERIOD' && fields.endDateTime === undefined)
    throw refuse('campaignError.END_DATE_TIME_REQUIRED_FOR_TOTAL_BUDGET', 'A total budget needs an end.', {
      place: [...place, 'endDateTime'],
    });
  checkFloor(world, customer, budget, fields, place);
}

const IN_APP = [
  'OPTIMIZE_IN_APP_CONVERSIONS_TARGET_CONVERSION_COST',
  'OPTIMIZE_IN_APP_CONVERSIONS_WITHOUT_TARGET_CPA',
];

function checkApp(world: World, customer: Node, fields: Json, strategy: string, place: Place): void {
  if (fields.advertisingChannelSubType !== 'APP_CAMPAIGN')
    throw refuse('campaignError.INVALID_ADVERTISING_CHANNEL_SUB_TYPE', 'Only app campaigns.', { place });
  required(fields, place, 'appCampaignSetting');
  const at = [...place, 'appCampaignSetting'];
  required(fields.appCampaignSetting, at, 'appId', 'appStore', 'biddingStrategyGoalType');
  const { appId, appStore, biddingStrategyGoalType: goal } = fields.appCampaignSetting;
  const form = appStore === 'APPLE_APP_STORE' ? /^\d{6,12}$/ : /^[A-Za-z]\w*(\.\w+)+$/;
  if (!form.test(appId))
    throw refuse('campaignError.APP_NOT_FOUND', 'There is no such app.', { place: [...at, 'appId'] });
  const untargeted = goal.includes('WITHOUT');
  if (strategy !== (untargeted ? 'maximizeConversions' : 'targetCpa'))
    throw refuse('biddingError.INVALID_BIDDING_STRATEGY_TYPE', 'The strategy does not go with the goal.', {
      place,
    });
  if (strategy === 'targetCpa') required(fields.targetCpa, [...place, 'targetCpa'], 'targetCpaMicros');
  const actions: string[] = fields.selectiveOptimization?.conversionActions ?? [];
  for (const action of actions) world.get('conversionAction', action, customer.id, place);
  if (IN_APP.includes(goal) && actions.length === 0)
    throw refuse('campaignError.AT_LEAST_ONE_CONVERSION_MUST_BE_SELECTED', 'Select a conversion.', { place });
}

const MOMENT = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

function checkDates(
  world: World,
  customer: Node,
  { startDateTime: start, endDateTime: end }: Json,
  place: Place,
): void {
  const today = world.local(customer).slice(0, 10);
  for (const [name, value, time, wrong] of [
    ['startDateTime', start, '00:00:00', 'dateError.DATE_RANGE_ERROR_START_TIME_MUST_BE_THE_START_OF_A_DAY'],
    ['endDateTime', end, '23:59:59', 'dateError.DATE_RANGE_ERROR_END_TIME_MUST_BE_THE_END_OF_A_DAY'],
  ] as const) {
    if (value === undefined) continue;
    const at = { place: [...place, name] };
    if (!MOMENT.test(value))
      throw refuse('dateError.INVALID_STRING_DATE_TIME_SECONDS', 'Write it as yyyy-MM-dd HH:mm:ss.', at);
    if (!value.endsWith(time)) throw refuse(wrong, 'Demand Gen and app campaigns have whole days.', at);
    if (value.slice(0, 10) < today) throw refuse('campaignError.CANNOT_SET_DATE_TO_PAST', 'It is past.', at);
  }
  if (start !== undefined && end !== undefined && end < start)
    throw refuse('dateRangeError.INVALID_DATE', 'The end lies before the start.', {
      place: [...place, 'endDateTime'],
    });
}

function checkGroupName(world: World, customer: Node, fields: Json, place: Place): void {
  if (
    world
      .all('adGroup', customer.id)
      .some((one) => taken(one, fields.name) && one.campaign === fields.campaign)
  )
    throw refuse('adGroupError.DUPLICATE_ADGROUP_NAME', 'The campaign has an ad group of this name.', {
      place: [...place, 'name'],
    });
}

function checkAdGroup(world: World, customer: Node, fields: Json, place: Place): void {
  required(fields, place, 'campaign', 'name');
  const campaign = world.get('campaign', fields.campaign, customer.id, [...place, 'campaign']);
  if (campaign.status === 'REMOVED')
    throw refuse('contextError.OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE', 'The campaign is removed.', {
      place,
    });
  checkGroupName(world, customer, fields, place);
  const demandGen = campaign.advertisingChannelType === 'DEMAND_GEN';
  for (const name of ['demandGenAdGroupSettings', 'optimizedTargetingEnabled', 'audienceSetting'])
    if (!demandGen && fields[name] !== undefined)
      throw refuse('contextError.OPERATION_NOT_PERMITTED_FOR_CONTEXT', 'Not in an app campaign.', {
        place: [...place, name],
      });
}

const CRITERIA = ['location', 'language', 'audience', 'device'];

/** Devices are bid on, or left out by a bid of nothing; they can not be excluded. */
function checkDevice({ bidModifier, negative }: Json, place: Place): void {
  if (negative)
    throw refuse('criterionError.CANNOT_EXCLUDE_CRITERION', 'Devices can not be excluded.', { place });
  if (bidModifier !== undefined && bidModifier !== 0 && (bidModifier < 0.1 || bidModifier > 10))
    throw refuse('fieldError.INVALID_VALUE', 'The modifier must be 0, or from 0.1 to 10.', {
      place: [...place, 'bidModifier'],
    });
}

function checkCriterion(
  world: World,
  customer: Node,
  fields: Json,
  campaign: Node,
  place: Place,
  group?: Node,
): void {
  const kinds = CRITERIA.filter((name) => fields[name] !== undefined);
  if (kinds.length !== 1) throw refuse('fieldError.REQUIRED', 'Exactly one criterion is needed.', { place });
  if (fields.device) checkDevice(fields, place);
  const demandGen = campaign.advertisingChannelType === 'DEMAND_GEN';
  if (!fields.device && demandGen !== (group !== undefined))
    throw refuse('criterionError.CANNOT_ADD_CRITERIA_TYPE', 'This is targeted at the other level here.', {
      place,
    });
  const place2 = [...place, kinds[0]!];
  if (fields.location && !/^geoTargetConstants\/2\d{3}$/.test(fields.location.geoTargetConstant ?? ''))
    throw refuse('criterionError.INVALID_CRITERION_ID', 'There is no such place.', { place: place2 });
  const spoken = /^languageConstants\/(\d+)$/.exec(fields.language?.languageConstant ?? '')?.[1];
  if (fields.language && !LANGUAGES.some(({ id }) => id === spoken))
    throw refuse('criterionError.INVALID_CRITERION_ID', 'There is no such language.', { place: place2 });
  if (!fields.audience) return;
  world.get('audience', fields.audience.audience, customer.id, place2);
  if (!group?.audienceSetting?.useAudienceGrouped)
    throw refuse(
      'criterionError.AUDIENCE_NOT_ALLOWED_TO_ATTACH_WHEN_AUDIENCE_GROUPED_SET_TO_FALSE',
      'Set use_audience_grouped.',
      { place: place2 },
    );
  const others = world.all('adGroupCriterion', customer.id);
  if (others.some((one) => one.adGroup === group.id && one.audience && !one._removed))
    throw refuse('criterionError.ONE_AUDIENCE_ALLOWED_PER_AD_GROUP', 'One audience an ad group.', {
      place: place2,
    });
}

const LEAST = ['18', '25', '35', '45', '55', '65'];
const GREATEST = ['24', '34', '44', '54', '64'];

function checkAudience(fields: Json, place: Place): void {
  required(fields, place, 'name', 'dimensions');
  for (const [at, dimension] of (fields.dimensions as Json[]).entries()) {
    const wrong = (message: string) =>
      refuse('audienceError.DIMENSION_INVALID', message, { place: [...place, 'dimensions', at] });
    if (Object.keys(dimension).length !== 1) throw wrong('One kind a dimension.');
    for (const { minAge, maxAge } of dimension.age?.ageRanges ?? []) {
      if (!LEAST.includes(minAge) || (maxAge !== undefined && !GREATEST.includes(maxAge)))
        throw wrong('The ages begin with 18, 25, 35, 45, 55, 65 and end with 24, 34, 44, 54, 64.');
      if (maxAge !== undefined && Number(maxAge) <= Number(minAge))
        throw wrong('The ages end before they begin.');
    }
  }
}

const CONTENTS = ['youtubeVideoAsset', 'imageAsset', 'textAsset', 'callToActionAsset'];

function checkAsset(world: World, customer: Node, fields: Json, place: Place): void {
  const kinds = CONTENTS.filter((name) => fields[name] !== undefined);
  if (kinds.length !== 1)
    throw refuse('assetError.ASSET_DATA_IS_MISSING', 'The content is missing.', { place });
  if (fields.imageAsset) {
    required(fields, place, 'name');
    required(fields.imageAsset, [...place, 'imageAsset'], 'data');
    if (!/^(iVBORw0KGgo|\/9j\/|R0lGOD)/.test(fields.imageAsset.data))
      throw refuse('imageError.INVALID_IMAGE', 'This is no image.', {
        place: [...place, 'imageAsset', 'data'],
      });
  }
  const video = fields.youtubeVideoAsset?.youtubeVideoId;
  if (fields.youtubeVideoAsset && !world.all('upload', customer.id).some((one) => one.videoId === video))
    throw refuse('youtubeVideoRegistrationError.VIDEO_NOT_FOUND', 'There is no such video.', { place });
}
