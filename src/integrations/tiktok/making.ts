// Creates objects at TikTok, and finds what an earlier try created. The platform forgets a request's ID after ten
// seconds, so the intent's key is also part of the name, in square brackets.
import * as z from 'zod';
import { tag, tagged } from '../ads/intent-name.ts';
import type { AdSession } from '../ads/platform.ts';
import type {
  AdAudience,
  AdContent,
  AdObjective,
  AdSetStep,
  AdStep,
  AdStepSpec,
  CampaignStep,
  ImageStep,
  Intent,
  VideoStep,
} from '../ads/steps.ts';
import { advertiserOf, allOf, asId, get, Id, post, WordId } from './client.ts';
import { TIKTOK } from './outcome.ts';
import { pickedIdentity } from './setup.ts';
import { sparkPost } from './spark.ts';
import { toMoment, toTiktok } from './units.ts';
import { budgetParams, callToAction, objectiveOf, optimisation, purpose, targeting } from './words.ts';

const PLACEMENTS = ['PLACEMENT_TIKTOK'];
/** The maximum length of a file name. */
const FILE_NAME = 100;

const EMOJI = /(?:\p{Emoji_Presentation}|\p{Emoji}\uFE0F)(?:\p{Emoji_Modifier}|\uFE0F|\u20E3|\u200D)*/gu;

/** A name that the platform accepts: without emoji, and not empty. */
export const plain = (name: string) => name.replace(EMOJI, '').replace(/ {2,}/g, ' ').trim() || '-';
const nameOf = ({ name, intent }: { name: string; intent: Intent }) => tagged(plain(name), intent);
const fileName = ({ name, intent }: { name: string; intent: Intent }) =>
  tagged([...plain(name)].slice(0, FILE_NAME - tag(intent).length).join(''), intent);

/** The intent's key as the number that the platform requires. Twelve characters fit into 64 bits. */
export const requestId = ({ key }: Intent): string =>
  [...key].reduce((sum, one) => sum * 36n + BigInt(Number.parseInt(one, 36)), 0n).toString();

/** @param step not a `creative`, because TikTok's ads contain their content. */
export async function create(session: AdSession, step: AdStepSpec): Promise<{ id: string }> {
  switch (step.kind) {
    case 'campaign':
      return await makeCampaign(session, step);
    case 'ad_set':
      return await makeAdgroup(session, step);
    case 'video':
      return await makeVideo(session, step);
    case 'image':
      return await makeImage(session, step);
    case 'ad':
      return await makeAd(session, step);
    case 'creative':
      throw TIKTOK.error('invalid', { field: 'creative' });
  }
}

async function makeCampaign(session: AdSession, step: CampaignStep): Promise<{ id: string }> {
  const params = {
    ...advertiserOf(session),
    request_id: requestId(step.intent),
    campaign_name: nameOf(step),
    ...purpose(step.objective, step.goal),
    ...(step.specialCategories.length > 0 ? { special_industries: step.specialCategories } : {}),
    budget_optimize_on: step.budget !== null,
    ...(step.budget === null ? {} : budgetParams(step.budget, session.currency)),
    operation_status: 'DISABLE',
  };
  const made = await post(session, 'smart_plus/campaign/create', params, z.object({ campaign_id: Id }));
  return { id: made.campaign_id };
}

async function makeAdgroup(session: AdSession, step: AdSetStep): Promise<{ id: string }> {
  const { budget, startsAt, endsAt, goal } = step;
  const params = {
    ...advertiserOf(session),
    request_id: requestId(step.intent),
    campaign_id: asId(step.campaign, 'campaign_id'),
    adgroup_name: nameOf(step),
    ...optimisation(step.objective, goal),
    ...(goal.targetCost === null
      ? { bid_type: 'BID_TYPE_NO_BID' }
      : { bid_type: 'BID_TYPE_CUSTOM', conversion_bid_price: toTiktok(goal.targetCost, session.currency) }),
    ...(budget === null ? {} : budgetParams(budget, session.currency)),
    placement_type: 'PLACEMENT_TYPE_NORMAL',
    placements: PLACEMENTS,
    ...targeting(step.audience, await locationsOf(session, step.objective, step.audience)),
    schedule_start_time: toMoment(startsAt),
    ...endParams(endsAt),
    operation_status: 'DISABLE',
  };
  const made = await post(session, 'smart_plus/adgroup/create', params, z.object({ adgroup_id: Id }));
  return { id: made.adgroup_id };
}

const endParams = (endsAt: number | null) =>
  endsAt === null
    ? { schedule_type: 'SCHEDULE_FROM_NOW' }
    : { schedule_type: 'SCHEDULE_START_END', schedule_end_time: toMoment(endsAt) };

const Regions = z.object({
  region_info: z.array(
    z.object({
      location_id: Id,
      name: z.string().max(500).default(''),
      parent_id: z.string().optional(),
      region_code: z.string().optional(),
      level: z.string().optional(),
    }),
  ),
});

/** The countries where the platform shows ads, and the regions in them. */
export async function readRegions(
  session: AdSession,
  objective: AdObjective,
  level_range: 'TO_COUNTRY' | 'TO_PROVINCE',
) {
  const where = { placements: PLACEMENTS, objective_type: objectiveOf(objective), level_range };
  const asked = { ...advertiserOf(session), ...where };
  return (await get(session, 'tool/region', asked, Regions)).region_info;
}

/** The platform's IDs of an audience's countries. Throws an AdError for a country where it shows no ads. */
export async function locationsOf(
  session: AdSession,
  objective: AdObjective,
  { countries, locations }: AdAudience,
): Promise<readonly string[]> {
  if (locations !== undefined && locations.length > 0) return locations;
  const regions = await readRegions(session, objective, 'TO_COUNTRY');
  return countries.map((country) => {
    const found = regions.find((one) => one.level === 'COUNTRY' && one.region_code === country);
    if (!found) throw TIKTOK.error('invalid', { field: 'location_ids' });
    return found.location_id;
  });
}

function upload(session: AdSession, fields: Record<string, string | File>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...advertiserOf(session), ...fields })) form.set(name, value);
  return form;
}

async function makeVideo(session: AdSession, step: VideoStep): Promise<{ id: string }> {
  const fields = { upload_type: 'UPLOAD_BY_URL', video_url: step.url, file_name: fileName(step) };
  const shape = z.array(z.object({ video_id: WordId })).length(1);
  const [video] = await post(session, 'file/video/ad/upload', upload(session, fields), shape);
  return { id: video!.video_id };
}

const Image = z.object({ image_id: WordId });

async function makeImage(session: AdSession, step: ImageStep): Promise<{ id: string }> {
  const fields = {
    upload_type: 'UPLOAD_BY_FILE',
    file_name: fileName(step),
    image_file: new File([step.bytes as Uint8Array<ArrayBuffer>], 'image'),
    image_signature: await md5Hex(step.bytes),
  };
  return { id: (await post(session, 'file/image/ad/upload', upload(session, fields), Image)).image_id };
}

async function md5Hex(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('MD5', bytes as Uint8Array<ArrayBuffer>));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function makeAd(session: AdSession, step: AdStep): Promise<{ id: string }> {
  if (typeof step.creative === 'string') throw TIKTOK.error('invalid', { field: 'creative' });
  const params = {
    ...advertiserOf(session),
    adgroup_id: asId(step.adSet, 'adgroup_id'),
    ad_name: nameOf(step),
    ...(await contentParams(session, step.creative)),
    operation_status: 'DISABLE',
  };
  const made = await post(session, 'smart_plus/ad/create', params, z.object({ smart_plus_ad_id: Id }));
  return { id: made.smart_plus_ad_id };
}

async function contentParams(session: AdSession, content: AdContent) {
  const { partner, primaryText } = content;
  const creative_info = partner ? await creatorsPost(session, partner) : await ownVideo(session, content);
  return {
    creative_list: [{ creative_info: { ad_format: 'SINGLE_VIDEO', ...creative_info } }],
    // A creator's post already has a text.
    ...(partner ? {} : { ad_text_list: [{ ad_text: primaryText }] }),
    call_to_action_list: [{ call_to_action: callToAction(content.callToAction) }],
    ...linkParams(content),
  };
}

async function creatorsPost(session: AdSession, partner: NonNullable<AdContent['partner']>) {
  if (!('code' in partner)) throw TIKTOK.error('invalid', { field: 'auth_code' });
  const { item, identity } = await sparkPost(session, partner.code);
  return { identity_type: 'AUTH_CODE', identity_id: identity, tiktok_item_id: item };
}

async function ownVideo(session: AdSession, { video, cover }: AdContent) {
  const { identity_id, identity_type, identity_authorized_bc_id } = await pickedIdentity(session);
  const bc = identity_authorized_bc_id === undefined ? {} : { identity_authorized_bc_id };
  if (cover === null) throw TIKTOK.error('invalid', { field: 'image_info' });
  const image = 'image' in cover ? cover.image : await coverOf(session, cover.url);
  return {
    identity_type,
    identity_id,
    ...bc,
    video_info: { video_id: asId(video, 'video_id', WordId) },
    image_info: [{ web_uri: asId(image, 'image_info', WordId) }],
  };
}

/**
 * Uploads a picture from a URL to the advertiser's library. File names have to be unique there; an unused picture does
 * no harm.
 */
async function coverOf(session: AdSession, url: string): Promise<string> {
  const file_name = `cover ${crypto.randomUUID()}`;
  const fields = { upload_type: 'UPLOAD_BY_URL', image_url: url, file_name };
  return (await post(session, 'file/image/ad/upload', upload(session, fields), Image)).image_id;
}

const STORES = new Set(['apps.apple.com', 'itunes.apple.com', 'play.google.com']);

/** The link of an ad. An app ad leads to its store without one. */
function linkParams({ link, urlParameters }: AdContent) {
  const url = URL.canParse(link) ? new URL(link) : null;
  if (url !== null && STORES.has(url.hostname)) return {};
  if (url !== null && !/^https?:$/.test(url.protocol))
    return { deeplink_list: [{ deeplink: link, deeplink_type: 'NORMAL' }] };
  return { landing_page_url_list: [{ landing_page_url: withParameters(link, urlParameters) }] };
}

function withParameters(link: string, parameters: string | null): string {
  if (parameters === null || parameters === '') return link;
  const [address = '', fragment] = link.split('#', 2);
  const whole = `${address}${address.includes('?') ? '&' : '?'}${parameters}`;
  return fragment === undefined ? whole : `${whole}#${fragment}`;
}

const optional = z.string().optional();
const Found = z.object({
  campaign_id: Id.optional(),
  adgroup_id: Id.optional(),
  smart_plus_ad_id: Id.optional(),
  video_id: WordId.optional(),
  image_id: WordId.optional(),
  campaign_name: optional,
  adgroup_name: optional,
  ad_name: optional,
  file_name: optional,
});

/** Finds what an earlier try of the step created, by its name. */
export async function find(session: AdSession, step: AdStepSpec): Promise<{ id: string } | null> {
  if (step.kind === 'creative') return null;
  const { path, filtering, name, id } = placeOf(step);
  const end = tag(step.intent);
  const fits = (one: z.output<typeof Found>) => one[name]?.endsWith(end) === true;
  const asked = { ...advertiserOf(session), filtering };
  const found = (await allOf(session, path, asked, Found, { until: (items) => items.some(fits) })).find(fits);
  const is = found?.[id];
  return is === undefined ? null : { id: is };
}

/** The list that contains what a step creates, and the fields with its name and ID. */
function placeOf(step: Exclude<AdStepSpec, { kind: 'creative' }>) {
  const { key } = step.intent;
  switch (step.kind) {
    case 'campaign': {
      const filtering = { campaign_name: key };
      return {
        path: 'smart_plus/campaign/get',
        filtering,
        name: 'campaign_name',
        id: 'campaign_id',
      } as const;
    }
    case 'ad_set': {
      const filtering = { campaign_ids: [asId(step.campaign, 'campaign_id')] };
      return { path: 'smart_plus/adgroup/get', filtering, name: 'adgroup_name', id: 'adgroup_id' } as const;
    }
    case 'ad': {
      const filtering = { adgroup_ids: [asId(step.adSet, 'adgroup_id')] };
      return { path: 'smart_plus/ad/get', filtering, name: 'ad_name', id: 'smart_plus_ad_id' } as const;
    }
    case 'video': {
      const filtering = { video_name: key };
      return { path: 'file/video/ad/search', filtering, name: 'file_name', id: 'video_id' } as const;
    }
    case 'image':
      return { path: 'file/image/ad/search', filtering: {}, name: 'file_name', id: 'image_id' } as const;
  }
}
