// What an ad must hold, by the kind of its campaign.
import { type Json, type Place, refuse, required } from './wire.ts';
import type { Node, World } from './world.ts';

const ADS_AN_AD_GROUP = 20;

export function checkAd(world: World, customer: Node, fields: Json, place: Place): void {
  required(fields, place, 'adGroup', 'ad');
  const group = world.get('adGroup', fields.adGroup, customer.id, [...place, 'adGroup']);
  const campaign = world.get('campaign', group.campaign, customer.id);
  if (group.status === 'REMOVED' || campaign.status === 'REMOVED')
    throw refuse('contextError.OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE', 'It is removed.', { place });
  const app = campaign.advertisingChannelType === 'MULTI_CHANNEL';
  const there = world
    .all('adGroupAd', customer.id)
    .filter((one) => one.adGroup === group.id && one.status !== 'REMOVED');
  if (there.length >= (app ? 1 : ADS_AN_AD_GROUP))
    throw refuse('resourceCountLimitExceededError.RESOURCE_LIMIT', 'The ad group is full.', {
      place,
      details: {
        resourceCountDetails: {
          enclosingId: group.id.split('/').at(-1),
          enclosingResource: 'AdGroup',
          limit: app ? 1 : ADS_AN_AD_GROUP,
          existingCount: there.length,
        },
      },
    });
  const at = [...place, 'ad'];
  if (app) checkAppAd(world, customer, fields.ad, at);
  else checkVideoAd(world, customer, fields.ad, at);
}

function checkTexts(
  list: Json[] | undefined,
  least: number,
  most: number,
  length: number,
  place: Place,
): void {
  const count = list?.length ?? 0;
  if (count < least) throw refuse('fieldError.REQUIRED', 'The required field was not present.', { place });
  if (count > most) throw refuse('collectionSizeError.TOO_MANY', 'Too many.', { place });
  for (const [index, { text }] of (list ?? []).entries()) {
    const where = { place: [...place, index, 'text'] };
    if (!text) throw refuse('fieldError.REQUIRED', 'The required field was not present.', where);
    if (text.length > length) throw refuse('stringLengthError.TOO_LONG', 'Too long.', where);
  }
}

function checkVideoAd(world: World, customer: Node, ad: Json, place: Place): void {
  if (ad.appAd || !ad.demandGenVideoResponsiveAd)
    throw refuse('adError.INVALID_AD_TYPE', 'Demand Gen takes no ad of this kind here.', { place });
  required(ad, place, 'name', 'finalUrls');
  for (const url of ad.finalUrls)
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
      throw refuse('adError.URL_MALFORMED', 'The URL is malformed.', { place: [...place, 'finalUrls'] });
  const at = [...place, 'demandGenVideoResponsiveAd'];
  const { headlines, longHeadlines, descriptions, ...content } = ad.demandGenVideoResponsiveAd;
  checkTexts(headlines, 1, 5, 40, [...at, 'headlines']);
  checkTexts(longHeadlines, 1, 5, 90, [...at, 'longHeadlines']);
  checkTexts(descriptions, 1, 5, 90, [...at, 'descriptions']);
  required(content, at, 'videos', 'logoImages', 'businessName');
  checkTexts([content.businessName], 1, 1, 25, [...at, 'businessName']);
  checkAssets(world, customer, content.videos, 'youtubeVideoAsset', [...at, 'videos']);
  checkAssets(world, customer, content.logoImages, 'imageAsset', [...at, 'logoImages']);
  checkAssets(world, customer, content.callToActions ?? [], 'callToActionAsset', [...at, 'callToActions']);
}

function checkAppAd(world: World, customer: Node, ad: Json, place: Place): void {
  if (ad.demandGenVideoResponsiveAd || !ad.appAd)
    throw refuse('adError.INVALID_AD_TYPE', 'An app campaign takes app ads alone.', { place });
  if (ad.finalUrls) throw refuse('adError.CANNOT_SET_WITH_FINAL_URLS', 'An app ad has no URLs.', { place });
  const at = [...place, 'appAd'];
  checkTexts(ad.appAd.headlines, 1, 5, 30, [...at, 'headlines']);
  checkTexts(ad.appAd.descriptions, 1, 5, 90, [...at, 'descriptions']);
  checkAssets(world, customer, ad.appAd.youtubeVideos ?? [], 'youtubeVideoAsset', [...at, 'youtubeVideos']);
  checkAssets(world, customer, ad.appAd.images ?? [], 'imageAsset', [...at, 'images']);
}

function checkAssets(world: World, customer: Node, list: Json[], kind: string, place: Place): void {
  for (const [index, { asset }] of list.entries()) {
    const node = world.get('asset', asset, customer.id, [...place, index, 'asset']);
    if (node[kind] === undefined)
      throw refuse('assetError.FIELD_INCOMPATIBLE_WITH_ASSET_TYPE', 'The asset is of another kind.', {
        place: [...place, index, 'asset'],
      });
  }
}
