// What an ad may show: videos of the advertiser's, or posts that creators have authorized.
import { isShownBy } from './status.ts';
import { check, must, type Params, refused } from './wire.ts';
import type { Node, World } from './world.ts';

const CALLS =
  'APPLY_NOW BOOK_NOW CALL_NOW CONTACT_US DOWNLOAD_NOW GET_QUOTE INSTALL_NOW LEARN_MORE ORDER_NOW READ_MORE SHOP_NOW SIGN_UP SUBSCRIBE VIEW_NOW VISIT_STORE WATCH_NOW'.split(
    ' ',
  );

export function checkCreatives(world: World, advertiser: Node, adgroup: Node, node: Params): void {
  if (node.creative_list.length < 1 || node.creative_list.length > 50)
    throw refused('creative_list', 'It must have 1 to 50 creatives.');
  const shared = node.ad_configuration ?? {};
  for (const one of node.creative_list) {
    const info = check(one.creative_info ?? {}, {
      ad_format: must('SINGLE_VIDEO'),
      identity_type: ['AUTH_CODE', 'BC_AUTH_TT', 'CUSTOMIZED_USER', 'TT_USER'],
      identity_id: 'string',
      identity_authorized_bc_id: 'string',
      tiktok_item_id: 'string',
      video_info: 'object',
      image_info: 'objects',
    });
    if (info.tiktok_item_id !== undefined) checkPost(world, advertiser, info);
    else checkVideo(world, advertiser, info, shared);
  }
  const own = node.creative_list.some((one: Params) => one.creative_info.tiktok_item_id === undefined);
  const texts: Params[] = node.ad_text_list ?? [];
  if (own && texts.length === 0) throw refused('ad_text_list', 'Missing data for required field.');
  if (texts.length > 5) throw refused('ad_text_list', 'It must have at most 5 texts.');
  for (const { ad_text: text } of texts)
    if (typeof text !== 'string' || text === '' || [...text].length > 100)
      throw refused('ad_text', 'It must have 1 to 100 characters.');
  for (const { call_to_action: call } of node.call_to_action_list ?? [])
    if (!CALLS.includes(call)) throw refused('call_to_action', 'Not a valid choice.');
  const pages: Params[] = node.landing_page_url_list ?? [];
  if (!adgroup.promotion_type.startsWith('APP_') && pages.length === 0)
    throw refused('landing_page_url_list', 'Missing data for required field.');
  for (const { landing_page_url: url } of pages)
    if (!/^https?:\/\/\S+$/.test(String(url))) throw refused('landing_page_url', 'Not a valid URL.');
  const tracking = shared.tracking_info ?? {};
  for (const name of ['click_tracking_url', 'impression_tracking_url'])
    if (tracking[name] !== undefined) throw refused(name, 'It is not supported by Smart+.');
}

function checkPost(world: World, advertiser: Node, info: Params): void {
  const codes = world.all('post').filter((one) => one.item_id === info.tiktok_item_id);
  const used = codes.find((one) => one._advertisers.includes(advertiser.id));
  if (used?.identity_id !== info.identity_id || used === undefined)
    throw refused('tiktok_item_id', 'The post is not authorized for this advertiser.');
  if (info.identity_type !== 'AUTH_CODE') throw refused('identity_type', 'It must be AUTH_CODE.');
  if (!isShownBy(world, codes, advertiser.id, used.item_id))
    throw refused('tiktok_item_id', 'The authorization has expired.');
  if (info.video_info !== undefined) throw refused('video_info', 'A post has a video of its own.');
}

function checkVideo(world: World, advertiser: Node, info: Params, shared: Params): void {
  const { identity_id = shared.identity_id, identity_type = shared.identity_type } = info;
  const identity = world.get('identity', identity_id ?? '', advertiser.id);
  if (identity.identity_type !== identity_type)
    throw refused('identity_type', 'It does not go with the identity.');
  if (identity.identity_authorized_bc_id !== info.identity_authorized_bc_id)
    throw refused('identity_authorized_bc_id', 'It does not go with the identity.');
  const video = world.get('video', info.video_info?.video_id ?? '', advertiser.id);
  if (video._ready > world.now() || video._failed)
    throw refused('video_id', 'The video can not be used yet.');
  const image = info.image_info?.[0]?.web_uri;
  if (image === undefined) throw refused('image_info', 'Missing data for required field.');
  world.get('image', image, advertiser.id);
}
