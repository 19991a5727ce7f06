// What tests create with TikTok's own client: campaigns, ad groups and ads as the client sends them.
import { createHash } from 'node:crypto';
import * as clock from '../../harness/clock.ts';
import { IDENTITY, MAIN, newApp, PIXEL, sdk } from './tiktok.ts';

export const stamp = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
let requests = 0;
/** An ID that no request has used yet. */
export const nextRequest = () => String(++requests);
export const CAMPAIGN = () => ({
  advertiser_id: MAIN,
  request_id: nextRequest(),
  campaign_name: 'Summer',
  objective_type: 'WEB_CONVERSIONS',
  sales_destination: 'WEBSITE',
  budget_optimize_on: false,
  operation_status: 'DISABLE',
});
export const ADGROUP = (campaign_id: string) => ({
  advertiser_id: MAIN,
  request_id: nextRequest(),
  campaign_id,
  adgroup_name: 'Set',
  promotion_type: 'WEBSITE',
  optimization_goal: 'CONVERT',
  optimization_event: 'SHOPPING',
  pixel_id: PIXEL,
  billing_event: 'OCPM',
  bid_type: 'BID_TYPE_NO_BID',
  budget_mode: 'BUDGET_MODE_DYNAMIC_DAILY_BUDGET',
  budget: 50.5,
  schedule_type: 'SCHEDULE_FROM_NOW',
  schedule_start_time: stamp(clock.now()),
  placement_type: 'PLACEMENT_TYPE_NORMAL',
  placements: ['PLACEMENT_TIKTOK'],
  targeting_spec: { location_ids: ['6252001'], age_groups: ['AGE_18_24'] },
  operation_status: 'DISABLE',
});
export const AD = (adgroup_id: string, creative_info: object) => ({
  advertiser_id: MAIN,
  adgroup_id,
  ad_name: 'Ad',
  operation_status: 'DISABLE',
  creative_list: [{ creative_info: { ad_format: 'SINGLE_VIDEO', ...creative_info } }],
  ad_text_list: [{ ad_text: 'Look' }],
  call_to_action_list: [{ call_to_action: 'SHOP_NOW' }],
  landing_page_url_list: [{ landing_page_url: 'https://shop.example/' }],
});

/** A test's own app, and the client's calls that create the parts of a campaign. */
export async function worldAt(simulators: string) {
  const app = newApp(simulators);
  const token = await app.token();
  /** A body made by the client's own model, which keeps only fields that it knows, with its types. */
  const make = async (api: string, method: string, model: string, body: object) =>
    app.ask(api, method, token, { body: sdk[model].constructFromObject(body) });
  const campaign = (body: object = CAMPAIGN()) =>
    make('CampaignCreationApi', 'smartPlusCampaignCreate', 'SmartPlusCampaignCreateBody', body);
  const adgroup = (body: object) =>
    make('AdgroupApi', 'smartPlusAdgroupCreate', 'SmartPlusAdgroupCreateBody', body);
  const ad = (body: object) => make('AdApi', 'smartPlusAdCreate', 'SmartPlusAdCreateBody', body);
  return { ...app, token, campaign, adgroup, ad };
}

export type World = Awaited<ReturnType<typeof worldAt>>;

/** A whole campaign, created by TikTok's own client. */
export async function launch({ ask, token, sim, campaign, adgroup, ad }: World) {
  const { campaign_id } = await campaign();
  const { adgroup_id } = await adgroup(ADGROUP(campaign_id));
  const image_file = Buffer.from('a picture');
  const image_signature = createHash('md5').update(image_file).digest('hex');
  const image = {
    advertiser_id: MAIN,
    file_name: 'Cover',
    upload_type: 'UPLOAD_BY_FILE',
    image_file,
    image_signature,
  };
  const { image_id } = await ask('FileApi', 'adImageUpload', token, image);
  const [video] = await ask('FileApi', 'adVideoUpload', token, {
    advertiser_id: MAIN,
    file_name: 'Film',
    upload_type: 'UPLOAD_BY_URL',
    video_url: 'https://service.example/v.mp4',
  });
  const body = AD(adgroup_id, {
    identity_type: 'CUSTOMIZED_USER',
    identity_id: IDENTITY,
    video_info: { video_id: video.video_id },
    image_info: [{ web_uri: image_id }],
  });
  const early = await ad(body).catch((error: Error) => error.message);
  await sim('clock', { advance: 31_000 });
  const displayable = (await ask('FileApi', 'adVideoInfo', MAIN, [video.video_id], token)).list[0]
    .displayable;
  const { smart_plus_ad_id } = await ad(body);
  return { campaign_id, adgroup_id, smart_plus_ad_id, early, displayable, body };
}
