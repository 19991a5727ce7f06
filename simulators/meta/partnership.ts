// Posts of creators that brands may show as partnership ads, found by an exact look-up or as a list of all.
import { check, invalid, missingObject, noPermission, type Params, page, project } from './wire.ts';
import type { Node, World } from './world.ts';

/** What a post may be asked for. */
const FIELDS = [
  ...['content_id', 'platform', 'media_type', 'post_type', 'caption', 'permalink', 'creation_time', 'author'],
  ...['is_recommended', 'ad_usage', 'partnership_info', 'organic_insights'],
];
const EXACT = ['content_ids', 'permalinks', 'ad_codes'] as const;
const FILTERS = ['creator_username', 'platform_types', 'media_types', 'post_types', 'after', 'search_key'];
/** The most of an exact look-up and of a page. */
const MOST = 50;
const ELIGIBILITIES = ['AD_READY', 'INELIGIBLE', 'NEEDS_ATTENTION', 'EXCLUDED'];

/** A creator publishes a post, with an ad code for it or a brand that it names, or both. */
export function makeContent(world: World, params: Params): Node {
  const asked = check(params, {
    handle: 'string',
    permalink: 'string',
    caption: 'string',
    ad_code: 'string',
    tagged: 'list',
    platform: ['INSTAGRAM', 'FACEBOOK'],
    ad_eligibility: ELIGIBILITIES,
  });
  const { platform = 'INSTAGRAM', handle = 'creator' } = asked;
  const id = platform === 'INSTAGRAM' ? `179${world.newId()}` : `${world.newId()}_${world.newId()}`;
  const short = world.newId().slice(-11);
  return world.add('content', '', {
    id,
    content_id: id,
    platform,
    media_type: 'VIDEO',
    post_type: 'REEL',
    caption: asked.caption ?? `A post of ${handle}`,
    permalink: asked.permalink ?? `https://www.instagram.com/reel/${short}/`,
    creation_time: new Date(world.now()).toISOString().slice(0, 10),
    author: { display_name: handle },
    ad_usage: 'NEVER_USED',
    _code: asked.ad_code ?? null,
    _tagged: asked.tagged ?? [],
    _eligibility: asked.ad_eligibility ?? 'AD_READY',
  });
}

/** A creator takes a permission back by `_revoked`, and a code alone by `_code`. */
export const isGoodCode = (world: World, code: string): boolean =>
  world.all('content').some((one) => one._code === code && !one._revoked);

/** Whether a brand of the creative is named by the post and may advertise it. */
export function isAdvertisable(world: World, media: string, creative: Params): boolean {
  const one = world.all('content').find(({ id }) => id === media);
  if (!one || one._revoked || one._eligibility !== 'AD_READY') return false;
  const brands = [
    creative.instagram_branded_content?.sponsor_id,
    creative.facebook_branded_content?.sponsor_page_id,
  ];
  return one._tagged.some((partner: string) => brands.includes(partner));
}

interface Call {
  world: World;
  user: Node;
  token: string;
  scopes: string[];
  params: Params;
  url: URL;
}

/** What the brand of an Instagram account or a page may advertise. An exact look-up has no pages. */
export function listContent(call: Call, business: Node, pages: Node[]): Params {
  if (!business._users.includes(call.user.id)) throw missingObject(business.id);
  const { rows, exact } = contentOf(call, pages);
  const type = { name: 'PartnershipAdsContent', known: FIELDS, usual: ['content_id'] };
  // A post has no `id` here, only the fields that are asked for.
  const shown = ({ id: _, ...row }: Params) => project(row, call.params.fields, type);
  if (exact) return { data: rows.map(shown) };
  const paged = page(call.url, call.token, call.params, rows);
  return { ...paged, data: paged.data.map(shown) };
}

function contentOf({ world, params, scopes }: Call, own: Node[]): { rows: Params[]; exact: boolean } {
  if (!scopes.includes('business_management'))
    throw noPermission('Requires business_management permission to manage the object.');
  const { fb_page_id: fbPage, ig_user_id: profile } = check(params, {
    fb_page_id: 'string',
    ig_user_id: 'string',
  });
  if (fbPage === undefined && profile === undefined)
    throw invalid('At least one of fb_page_id and ig_user_id is needed.', undefined, ['ig_user_id']);
  const platforms = ['instagram', 'facebook'].filter((one) =>
    scopes.includes(`${one}_branded_content_ads_brand`),
  );
  if (platforms.length === 0) throw noPermission('Requires a branded content permission.');
  if (profile !== undefined && !scopes.includes('instagram_basic'))
    throw noPermission('Requires instagram_basic permission on the Instagram account.');
  if (fbPage !== undefined && !own.some(({ id }) => id === fbPage))
    throw invalid('The page does not belong to the business.', undefined, ['fb_page_id']);
  if (profile !== undefined && !own.some((one) => one.instagram_business_account?.id === profile))
    throw invalid('The Instagram account does not belong to the business.', undefined, ['ig_user_id']);
  const given = EXACT.filter((name) => params[name] !== undefined);
  if (given.length > 1 || (given.length === 1 && FILTERS.some((name) => params[name] !== undefined)))
    throw invalid('An exact look-up takes no other look-up, no filter and no cursor.', undefined, [...given]);
  const [exact] = given;
  const wanted = exact === undefined ? null : (check(params, { [exact]: 'list!' })[exact] as string[]);
  if (wanted !== null && (wanted.length === 0 || wanted.length > MOST))
    throw invalid(`Param ${exact} takes 1 to ${MOST} entries.`, undefined, [exact!]);
  const names = [fbPage, profile].filter((one) => one !== undefined);
  const rows = world
    .all('content')
    .filter((one) => !one._revoked && platforms.includes(one.platform.toLowerCase()))
    // A code shows its post to whoever has it; a list shows what names the brand.
    .filter((one) =>
      exact === 'ad_codes'
        ? wanted!.includes(one._code)
        : names.some((name) => one._tagged.includes(name)) &&
          (wanted === null || wanted.includes(exact === 'permalinks' ? one.permalink : one.content_id)),
    );
  return { rows: rows.map((one) => asSeen(one, names)), exact: exact !== undefined };
}

const asSeen = (one: Node, names: string[]): Params => ({
  ...one,
  partnership_info: one._tagged.map((partner: string) => ({
    ad_eligibility: names.includes(partner) ? one._eligibility : 'EXCLUDED',
    permission_status: 'APPROVED',
    tagged_partner: { [partner.startsWith('5') ? 'ig_user_id' : 'fb_page_id']: partner },
  })),
});
