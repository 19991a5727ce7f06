// Reads which posts of creators a brand may show as partnership ads.
import * as z from 'zod';
import type { AdSession, PermissionOf, PlatformPermission } from '../ads/platform.ts';
import { AccountId, graph, Id, inPath } from './client.ts';
import { META } from './outcome.ts';

const words = z.string().max(64).optional();
const Partner = z.object({ ig_user_id: words, fb_page_id: words });
const Content = z.object({
  content_id: z.string().regex(/^\d{1,32}(_\d{1,32})?$/),
  permalink: z.string().max(4000).optional(),
  caption: z.string().max(20_000).optional(),
  author: z.object({ display_name: z.string().max(500).optional() }).optional(),
  /** One entry for each brand that the post names, of which we are one at most. */
  partnership_info: z
    .array(z.object({ ad_eligibility: words, tagged_partner: Partner.optional() }))
    .max(200)
    .default([]),
});
const FIELDS =
  'content_id,permalink,caption,author{display_name},partnership_info{ad_eligibility,tagged_partner}';

type Found = z.output<typeof Content>;

/** What a creator permits by an ad code, or for a post that names the brand. It tells no end. */
export async function readPermission(
  session: AdSession,
  of: PermissionOf,
): Promise<PlatformPermission | null> {
  if ('code' in of) {
    const found = onlyOne(await lookUp(session, { ad_codes: [of.code] }));
    // The code is the permission, also where the post names no brand.
    return found && permissionOf(found, !eligibilities(session, found).some((one) => REFUSED.includes(one)));
  }
  const found = onlyOne(
    (await lookUp(session, { permalinks: addressesOf(of.url) })).filter((one) => isAt(of.url, one)),
  );
  return found && permissionOf(found, eligibilities(session, found).includes(READY));
}

const READY = 'AD_READY';
const INSTAGRAM = /^https:\/\/www\.instagram\.com\/p\/([\w-]{1,64})$/;

/** The addresses that a post may have at the platform, which finds it by the exact one alone. */
function addressesOf(url: string): string[] {
  const name = INSTAGRAM.exec(url)?.[1];
  return name === undefined
    ? [url]
    : ['p', 'reel'].map((kind) => `https://www.instagram.com/${kind}/${name}/`);
}

const NAMED = /^https:\/\/(?:www\.)?instagram\.com\/(?:p|reel|reels|tv)\/([\w-]+)\/?$/;

/** Whether a post may be the one at the address: not when both name a post, and another one. */
function isAt(url: string, { permalink }: Found): boolean {
  const [asked, found] = [url, permalink ?? ''].map((one) => NAMED.exec(one)?.[1]);
  return asked === undefined || found === undefined || asked === found;
}

/** An exact look-up finds one post. Throws an AdError for several: the platform did not answer what it was asked. */
function onlyOne(found: readonly Found[]): Found | null {
  if (new Set(found.map(({ content_id }) => content_id)).size > 1) throw META.error('unreadable');
  return found[0] ?? null;
}

const REFUSED: readonly string[] = ['INELIGIBLE', 'EXCLUDED'];

/** What the platform says of a post as an ad of ours. */
const eligibilities = ({ selection }: AdSession, { partnership_info }: Found): string[] =>
  partnership_info
    .filter(({ tagged_partner: partner }) => {
      const names = [partner?.ig_user_id, partner?.fb_page_id].filter((one) => one !== undefined);
      return (
        names.length === 0 || names.some((one) => one === selection.profileId || one === selection.pageId)
      );
    })
    .flatMap(({ ad_eligibility }) => ad_eligibility?.toUpperCase() ?? []);

const permissionOf = (found: Found, holds: boolean): PlatformPermission => ({
  post: {
    id: found.content_id,
    url: found.permalink ?? null,
    handle: found.author?.display_name ?? null,
    caption: found.caption || null,
  },
  holds,
  endsAt: null,
});

/** What the platform finds without pages. */
async function lookUp(session: AdSession, exact: Record<string, readonly string[]>): Promise<Found[]> {
  const { pageId, profileId } = session.selection;
  // Both together would have to be linked to each other.
  const brand =
    profileId === undefined
      ? { fb_page_id: inPath(pageId, 'pageId') }
      : { ig_user_id: inPath(profileId, 'profileId') };
  const path = `${await businessOf(session)}/partnership-ads-advertisable-content`;
  const asked = { ...brand, ...exact, fields: FIELDS };
  const { data } = await graph(session, 'GET', path, asked, z.object({ data: z.array(Content).max(50) }));
  return data;
}

const Account = z.object({ business: z.object({ id: Id }).optional() });

/** The selected business, or the one that owns the ad account. */
async function businessOf(session: AdSession): Promise<string> {
  const { businessId, adAccountId } = session.selection;
  if (businessId !== undefined) return inPath(businessId, 'businessId');
  const account = inPath(adAccountId, 'adAccountId', AccountId);
  const { business } = await graph(session, 'GET', account, { fields: 'business{id}' }, Account);
  if (!business) throw META.error('not_found', { field: 'businessId' });
  return business.id;
}
