// Recognizes URLs of posts, and normalizes them to the one form that is stored and compared. Pure functions.
import { INSTAGRAM_POST } from '../../../integrations/post-paths.ts';
import { PROGRAM_PLATFORMS } from '../program-terms/program.ts';

type Platform = (typeof PROGRAM_PLATFORMS)[number];

const INSTAGRAM = ['instagram.com', 'instagr.am'];

/** Hosts of each platform; their subdomains count as well. */
const POST_HOSTS: Record<Platform, readonly string[]> = {
  instagram: INSTAGRAM,
  tiktok: ['tiktok.com'],
  meta: ['facebook.com', 'fb.com', 'fb.watch', ...INSTAGRAM],
  google: ['youtube.com', 'youtu.be'],
  snapchat: ['snapchat.com'],
};

/** Other host names of the same site. */
const ALIASES: Record<string, string> = { 'instagr.am': 'instagram.com', 'fb.com': 'facebook.com' };

/**
 * Hosts where a subdomain, as in a short link, is part of the name; elsewhere it only selects a version of
 * the site.
 */
const TELL_SUBDOMAINS = ['tiktok.com', 'snapchat.com'];
const WITHOUT_WWW = ['fb.watch'];

/**
 * Paths whose query names the post, and the parameters that do. Other parameters only say how a link was
 * shared or is played.
 */
const NAMED_BY_QUERY: Record<string, { path: RegExp; names: readonly string[] }> = {
  'facebook.com': {
    path: /^\/(watch|watch\/live|photo|photo\.php|video\.php|story\.php|permalink\.php)$/,
    names: ['v', 'fbid', 'story_fbid', 'id'],
  },
  'youtube.com': { path: /^\/watch$/, names: ['v'] },
};

const YOUTUBE_PATH = /^\/(?:shorts|live|embed|v)\/([^/]+)$/;

/** The hosts of these platforms, or of every platform if none is named. */
export function postHosts(platforms: readonly string[]): string[] {
  const named = PROGRAM_PLATFORMS.filter((one) => platforms.includes(one));
  return [...new Set((named.length > 0 ? named : PROGRAM_PLATFORMS).flatMap((one) => POST_HOSTS[one]))];
}

/**
 * A post's URL in its stored form; null if it is not a post of these platforms (of any platform, if none is
 * named).
 */
export function postUrl(given: string, platforms: readonly string[]): string | null {
  const url = URL.parse(given);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  if (url.username !== '' || url.password !== '' || url.port !== '') return null;
  const [host, prefix] = hostOf(url.hostname, postHosts(platforms));
  if (host === null) return null;
  const path = pathOf(url.pathname);
  if (path === '') return null;
  const site = ALIASES[host] ?? host;
  return named(site, prefix, path, url.searchParams);
}

/**
 * The known host of a hostname, and the subdomain before it; www and the mobile site count as no subdomain.
 */
function hostOf(hostname: string, hosts: readonly string[]): [host: string | null, prefix: string] {
  const bare = hostname.replace(/\.$/, '').replace(/^(www|m|mobile)\./, '');
  const host = hosts.find((one) => bare === one || bare.endsWith(`.${one}`)) ?? null;
  return [host, host === null ? '' : bare.slice(0, bare.length - host.length)];
}

/** Removes empty path segments, and lowers handles, which do not depend on case. */
function pathOf(pathname: string): string {
  const parts = pathname.split('/').filter((part) => part !== '');
  return parts
    .map((part) => part.replace(/^%40/, '@'))
    .map((part) => `/${part.startsWith('@') ? part.toLowerCase() : part}`)
    .join('');
}

function named(site: string, prefix: string, path: string, query: URLSearchParams): string {
  const video =
    site === 'youtu.be' ? path.split('/')[1] : site === 'youtube.com' && YOUTUBE_PATH.exec(path)?.[1];
  if (video) return `https://www.youtube.com/watch?v=${video}`;
  const post = site === 'instagram.com' && INSTAGRAM_POST.exec(path)?.[1];
  if (post) return `https://www.instagram.com/p/${post}`;
  const told = (TELL_SUBDOMAINS.includes(site) && prefix) || (WITHOUT_WWW.includes(site) ? '' : 'www.');
  const { path: pattern, names } = NAMED_BY_QUERY[site] ?? {};
  const kept = new URLSearchParams();
  if (pattern?.test(path))
    for (const name of names ?? []) if (query.get(name)) kept.set(name, query.get(name)!);
  return `https://${told}${site}${path}${kept.size > 0 ? `?${kept}` : ''}`;
}
