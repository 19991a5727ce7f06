// Creates objects at Google, and finds what an earlier try created. Everything that belongs to a step is created by one
// atomic request. The platform has no idempotency keys, so the intent's key is part of the name.
import * as z from 'zod';
import { tag, tagged } from '../ads/intent-name.ts';
import type { AdSession } from '../ads/platform.ts';
import type {
  AdBudget,
  AdContent,
  AdSetStep,
  AdStep,
  AdStepSpec,
  CampaignStep,
  ImageStep,
} from '../ads/steps.ts';
import {
  AdId,
  AssetName,
  Id,
  idIn,
  inAccount,
  inPath,
  literally,
  mutate,
  type Operation,
  quoted,
  search,
} from './client.ts';
import { GOOGLE } from './outcome.ts';
import { fromDay, toMicros, untilDay } from './units.ts';
import { uploadVideo } from './upload.ts';
import { APP_HEADLINE, appSettings, bidding, channelOf, dimensionsOf, HEADLINE, placeOf } from './words.ts';

const invalid = (field: string) => GOOGLE.error('invalid', { field });

export async function create(session: AdSession, step: AdStepSpec): Promise<{ id: string }> {
  switch (step.kind) {
    case 'campaign':
      return await makeCampaign(session, step);
    case 'ad_set':
      return await makeAdGroup(session, step);
    case 'video':
      return await uploadVideo(session, step);
    case 'image':
      return await makeImage(session, step);
    case 'ad':
      return await makeAd(session, step);
    case 'creative':
      throw invalid('creative');
  }
}

/** The temporary resource name by which later operations of a request refer to an object that it creates. */
const temporary = (customer: string, collection: string, number: number) =>
  `customers/${customer}/${collection}/-${number}`;

async function makeCampaign(session: AdSession, step: CampaignStep): Promise<{ id: string }> {
  const { customer } = inAccount(session);
  const { currency, timezone } = session;
  const channel = channelOf(step.objective);
  const name = tagged(step.name, step.intent);
  const [budget, campaign] = [temporary(customer, 'campaignBudgets', 1), temporary(customer, 'campaigns', 2)];
  if (step.budget === null) throw invalid('amount_micros');
  const create = {
    resourceName: campaign,
    name,
    status: 'PAUSED',
    campaignBudget: budget,
    advertisingChannelType: channel,
    containsEuPoliticalAdvertising: 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING',
    startDateTime: fromDay(step.startsAt, timezone),
    ...(step.endsAt === null ? {} : { endDateTime: untilDay(step.endsAt, timezone) }),
    ...(step.trackingTemplate === null ? {} : { trackingUrlTemplate: step.trackingTemplate }),
    ...(channel === 'DEMAND_GEN'
      ? bidding(step.objective, step.goal, currency)
      : appSettings(step.goal, currency)),
  };
  const operations: Operation[] = [
    {
      campaignBudgetOperation: {
        create: { resourceName: budget, name, ...budgetFields(step.budget, currency) },
      },
    },
    { campaignOperation: { create } },
    ...(channel === 'DEMAND_GEN' ? goalOperations(customer, campaign, name, step) : []),
    // App campaigns set locations on the campaign, Demand Gen on each ad group.
    ...(channel === 'DEMAND_GEN' ? [] : step.countries).map((country) => ({
      campaignCriterionOperation: { create: { campaign, location: placeOf(country) } },
    })),
    ...(channel === 'DEMAND_GEN' && step.settings.connectedTv === false ? [withoutTv(campaign)] : []),
  ];
  const names = await mutate(session, operations);
  return { id: idIn(names[1]) };
}

/** Devices cannot be excluded, but a bid modifier of zero keeps the ads off them. */
const withoutTv = (campaign: string): Operation => ({
  campaignCriterionOperation: { create: { campaign, device: { type: 'CONNECTED_TV' }, bidModifier: 0 } },
});

export const amountField = (budget: AdBudget) => ('daily' in budget ? 'amountMicros' : 'totalAmountMicros');

const budgetFields = (budget: AdBudget, currency: string) => ({
  ...('daily' in budget ? {} : { period: 'CUSTOM_PERIOD' }),
  [amountField(budget)]: toMicros('daily' in budget ? budget.daily : budget.lifetime, currency),
  deliveryMethod: 'STANDARD',
  explicitlyShared: false,
});

const ACTION = /^customers\/\d{1,20}\/conversionActions\/\d{1,20}$/;
const GOAL = /^customers\/\d{1,20}\/customConversionGoals\/\d{1,20}$/;

/**
 * The conversion that the campaign bids for instead of the account's goals: a custom goal, or a single conversion
 * action.
 */
function goalOperations(
  customer: string,
  campaign: string,
  name: string,
  { goal }: CampaignStep,
): Operation[] {
  const { conversion } = goal;
  if (conversion === null) return [];
  const isGoal = GOAL.test(conversion);
  if (!isGoal && !ACTION.test(conversion)) throw invalid('conversion_actions');
  const own = isGoal ? conversion : temporary(customer, 'customConversionGoals', 3);
  const create = { resourceName: own, name, conversionActions: [conversion], status: 'ENABLED' };
  const resourceName = `customers/${customer}/conversionGoalCampaignConfigs/${campaign.split('/').at(-1)}`;
  const update = { resourceName, goalConfigLevel: 'CAMPAIGN', customConversionGoal: own };
  const updateMask = 'goalConfigLevel,customConversionGoal';
  return [
    ...(isGoal ? [] : [{ customConversionGoalOperation: { create } }]),
    { conversionGoalCampaignConfigOperation: { update, updateMask } },
  ];
}

async function makeAdGroup(session: AdSession, step: AdSetStep): Promise<{ id: string }> {
  const { customer } = inAccount(session);
  if (step.budget !== null) throw invalid('campaign_budget');
  const adGroup = temporary(customer, 'adGroups', 1);
  const campaign = `customers/${customer}/campaigns/${inPath(step.campaign, 'campaign')}`;
  const name = tagged(step.name, step.intent);
  const common = { resourceName: adGroup, campaign, name, status: 'PAUSED' };
  if (channelOf(step.objective) === 'MULTI_CHANNEL')
    return { id: idIn((await mutate(session, [{ adGroupOperation: { create: common } }]))[0]) };
  const create = {
    ...common,
    audienceSetting: { useAudienceGrouped: true },
    optimizedTargetingEnabled: step.audience.expand,
  };
  const names = await mutate(session, [
    { adGroupOperation: { create } },
    ...targeting(customer, adGroup, step.audience, name),
  ]);
  return { id: idIn(names[0]) };
}

/** The locations and audience of a Demand Gen ad group. @param name the name of its audience, which must be unique. */
export function targeting(
  customer: string,
  adGroup: string,
  audience: AdSetStep['audience'],
  name: string,
): Operation[] {
  const dimensions = dimensionsOf(audience, customer);
  const resourceName = temporary(customer, 'audiences', 9);
  return [
    ...audience.countries.map((country) => ({
      adGroupCriterionOperation: { create: { adGroup, location: placeOf(country) } },
    })),
    ...(audience.languages ?? []).map((language) => ({
      adGroupCriterionOperation: {
        create: { adGroup, language: { languageConstant: `languageConstants/${language}` } },
      },
    })),
    ...(dimensions.length === 0
      ? []
      : [
          { audienceOperation: { create: { resourceName, name, dimensions } } },
          { adGroupCriterionOperation: { create: { adGroup, audience: { audience: resourceName } } } },
        ]),
  ];
}

/** Google keeps one asset for the same bytes, whatever its name. */
async function makeImage(session: AdSession, step: ImageStep): Promise<{ id: string }> {
  const create = { name: tagged(step.name, step.intent), imageAsset: { data: base64(step.bytes) } };
  const [name] = await mutate(session, [{ assetOperation: { create } }]);
  if (!AssetName.safeParse(name).success) throw GOOGLE.error('unreadable', { mayHaveHappened: true });
  return { id: name! };
}

const GroupRow = z.object({ campaign: z.object({ advertisingChannelType: z.string() }) });
const VideoRow = z.object({ youTubeVideoUpload: z.object({ videoId: z.string().max(64).optional() }) });

async function makeAd(session: AdSession, step: AdStep): Promise<{ id: string }> {
  const { creative: content } = step;
  if (typeof content === 'string') throw invalid('creative');
  const caller = inAccount(session);
  const { customer } = caller;
  const [group, video] = [inPath(step.adSet, 'ad_group'), inPath(content.video, 'video')];
  const [groups, uploads] = await Promise.all([
    search(
      caller,
      `SELECT campaign.advertising_channel_type FROM ad_group WHERE ad_group.id = ${group}`,
      GroupRow,
    ),
    search(
      caller,
      `SELECT you_tube_video_upload.video_id FROM you_tube_video_upload WHERE you_tube_video_upload.video_upload_id = ${video}`,
      VideoRow,
    ),
  ]);
  const youtubeVideoId = uploads[0]?.youTubeVideoUpload.videoId;
  if (!groups[0]) throw GOOGLE.error('not_found', { field: 'ad_group' });
  if (youtubeVideoId === undefined) throw GOOGLE.error('not_found', { field: 'video' });
  const film = temporary(customer, 'assets', 1);
  const calls = temporary(customer, 'assets', 2);
  const app = groups[0].campaign.advertisingChannelType === 'MULTI_CHANNEL';
  const ad = app ? appAd(content, film) : videoAd(content, film, calls, tagged(step.name, step.intent));
  const callToAction = content.callToAction.toUpperCase();
  const operations: Operation[] = [
    { assetOperation: { create: { resourceName: film, youtubeVideoAsset: { youtubeVideoId } } } },
    ...(app
      ? []
      : [{ assetOperation: { create: { resourceName: calls, callToActionAsset: { callToAction } } } }]),
    {
      adGroupAdOperation: {
        create: { adGroup: `customers/${customer}/adGroups/${group}`, status: 'PAUSED', ad },
      },
    },
  ];
  const names = await mutate(session, operations);
  return { id: idIn(names.at(-1), AdId) };
}

const textOf = (text: string) => ({ text });
/** Google requires a headline. */
const headlineOf = ({ headline, brand }: AdContent, longest: number) =>
  textOf(headline ?? brand.name.slice(0, longest).trim());

function videoAd(content: AdContent, film: string, calls: string, name: string): object {
  const { brand, primaryText, link, urlParameters } = content;
  const headlines = [headlineOf(content, HEADLINE)];
  return {
    name,
    finalUrls: [link],
    ...(urlParameters === null ? {} : { finalUrlSuffix: urlParameters }),
    demandGenVideoResponsiveAd: {
      headlines,
      longHeadlines: headlines,
      descriptions: [textOf(primaryText)],
      videos: [{ asset: film }],
      logoImages: [{ asset: inPath(brand.logo, 'logo_images', AssetName) }],
      businessName: textOf(brand.name),
      callToActions: [{ asset: calls }],
    },
  };
}

/** An app ad leads to the app's store page and has no name. */
const appAd = (content: AdContent, film: string): object => ({
  appAd: {
    headlines: [headlineOf(content, APP_HEADLINE)],
    descriptions: [textOf(content.primaryText)],
    youtubeVideos: [{ asset: film }],
  },
});

const Found = {
  campaign: z.object({ campaign: z.object({ id: Id }) }),
  ad_set: z.object({ adGroup: z.object({ id: Id }) }),
  ad: z.object({
    campaign: z.object({ advertisingChannelType: z.string() }),
    adGroup: z.object({ id: Id }),
    adGroupAd: z.object({ ad: z.object({ id: Id, name: z.string().optional() }) }),
  }),
};

/**
 * Finds what an earlier try of the step created. An image needs no search, because uploading it again creates no second
 * one. A video cannot be found, because Google does not return its title: an upload whose response was lost stays
 * behind, unlisted and in no ad.
 */
export async function find(session: AdSession, step: AdStepSpec): Promise<{ id: string } | null> {
  const caller = inAccount(session);
  const named = (field: string) => `${field} LIKE ${quoted(`%${literally(tag(step.intent).trim())}`)}`;
  if (step.kind === 'campaign') {
    const query = `SELECT campaign.id FROM campaign WHERE ${named('campaign.name')}`;
    const [row] = await search(caller, query, Found.campaign);
    return row ? { id: row.campaign.id } : null;
  }
  if (step.kind === 'ad_set') {
    const query = `SELECT ad_group.id FROM ad_group WHERE ${named('ad_group.name')}`;
    const [row] = await search(caller, query, Found.ad_set);
    return row ? { id: row.adGroup.id } : null;
  }
  if (step.kind !== 'ad') return null;
  const fields = 'campaign.advertising_channel_type, ad_group.id, ad_group_ad.ad.id, ad_group_ad.ad.name';
  const query = `SELECT ${fields} FROM ad_group_ad WHERE ad_group.id = ${inPath(step.adSet, 'ad_group')} AND ad_group_ad.status != 'REMOVED'`;
  const rows = await search(caller, query, Found.ad);
  // An app ad group has one ad, which has no name.
  const row = rows.find(
    ({ campaign, adGroupAd }) =>
      campaign.advertisingChannelType === 'MULTI_CHANNEL' || adGroupAd.ad.name?.endsWith(tag(step.intent)),
  );
  return row ? { id: `${row.adGroup.id}~${row.adGroupAd.ad.id}` } : null;
}

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}
