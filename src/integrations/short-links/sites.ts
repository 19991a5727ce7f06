// Which links are short, which hosts know where they lead, and which addresses are those of posts. Pure functions over addresses
// in the form in which submissions keep them.

import { INSTAGRAM_POST, TIKTOK_POST } from '../post-paths.ts';

export interface ShortLinkSite {
  /** The name that people know. */
  name: string;
  /** The only hosts that are asked about its links. */
  hosts: readonly string[];
  /** Whether an address is a short link. */
  isShort: (url: URL) => boolean;
  /** Whether an address names a post. */
  isPost: (url: URL) => boolean;
}

const at = (hosts: readonly string[], path: RegExp) => (url: URL) =>
  hosts.includes(url.hostname) && path.test(url.pathname);

const TIKTOK = ['www.tiktok.com', 'tiktok.com', 'm.tiktok.com'];
const TIKTOK_SHORT = ['vm.tiktok.com', 'vt.tiktok.com'];
const INSTAGRAM = ['www.instagram.com', 'instagram.com'];
const FACEBOOK = ['www.facebook.com', 'facebook.com', 'm.facebook.com', 'web.facebook.com'];
const FB_WATCH = ['fb.watch'];

const isShortTiktok = at(TIKTOK, /^\/t\/[^/]/);
const isFacebookPath = at(
  FACEBOOK,
  /^\/(reel\/\d+|[^/]+\/(videos|posts)\/.+|groups\/[^/]+\/(posts|permalink)\/.+)$/,
);
const isFacebookQuery = at(FACEBOOK, /^\/(watch(\/live)?|(photo|video|story|permalink)\.php|photo)\/?$/);

const SITES: readonly ShortLinkSite[] = [
  {
    name: 'TikTok',
    hosts: [...TIKTOK, ...TIKTOK_SHORT],
    isShort: (url) => isShortTiktok(url) || at(TIKTOK_SHORT, /^\/[^/]/)(url),
    isPost: at(TIKTOK, TIKTOK_POST),
  },
  {
    name: 'Instagram',
    hosts: INSTAGRAM,
    isShort: at(INSTAGRAM, /^\/share\/[^/]/),
    isPost: at(INSTAGRAM, INSTAGRAM_POST),
  },
  {
    name: 'Facebook',
    hosts: [...FACEBOOK, ...FB_WATCH],
    isShort: (url) => at(FACEBOOK, /^\/share\/[^/]/)(url) || at(FB_WATCH, /^\/[^/]/)(url),
    isPost: (url) =>
      isFacebookPath(url) ||
      (isFacebookQuery(url) && ['v', 'fbid', 'story_fbid'].some((name) => url.searchParams.get(name))),
  },
];

/** The site of a short link; null for any other address. */
export function siteOfShortLink(address: string): ShortLinkSite | null {
  const url = URL.parse(address);
  return (url && SITES.find((site) => site.isShort(url))) ?? null;
}
