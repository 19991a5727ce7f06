// Follows a short link to the post that it leads to. See the README for what is asked, and what never is.
import type { ShortLinkSite } from './sites.ts';

const MOST_HOPS = 3;
/** For all hops together. */
const TIMEOUT_MS = 3000;
const LONGEST = 2048;
const REDIRECTS = [301, 302, 303, 307, 308];

/** Why a link led to no post. Only `no_answer` may be different the next time. */
export type NotFollowed = 'unknown' | 'elsewhere' | 'no_post' | 'no_answer';

export type Followed = { post: string } | { failed: NotFollowed };

/**
 * @param template where hosts are reached: `https://{host}`, or a simulator.
 * @param onAsk called before each request.
 */
export async function followShortLink(
  template: string,
  link: string,
  site: ShortLinkSite,
  onAsk: () => void = () => undefined,
): Promise<Followed> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), TIMEOUT_MS);
  try {
    let url = new URL(link);
    for (let hop = 0; hop < MOST_HOPS; hop++) {
      if (!isAsked(url, site)) return { failed: 'elsewhere' };
      onAsk();
      const { status, location } = await locationOf(template, url, deadline.signal);
      if (status === 429 || status === 403 || status >= 500) return { failed: 'no_answer' };
      if (status >= 400) return { failed: 'unknown' };
      if (!REDIRECTS.includes(status) || location === null) return { failed: 'no_post' };
      const next = location.length > LONGEST ? null : URL.parse(location, url);
      if (!next || !isAsked(next, site)) return { failed: 'elsewhere' };
      if (site.isPost(next)) return { post: next.href };
      url = next;
    }
    return { failed: 'no_post' };
  } catch {
    return { failed: 'no_answer' };
  } finally {
    clearTimeout(timer);
  }
}

const isAsked = (url: URL, { hosts }: ShortLinkSite): boolean =>
  url.protocol === 'https:' &&
  url.username === '' &&
  url.password === '' &&
  url.port === '' &&
  hosts.includes(url.hostname);

async function locationOf(
  template: string,
  url: URL,
  signal: AbortSignal,
): Promise<{ status: number; location: string | null }> {
  const address = template.replace('{host}', url.hostname) + url.pathname + url.search;
  const response = await fetch(address, { redirect: 'manual', signal });
  // The body is let go of unread: nobody waits for its end.
  response.body?.cancel().catch(() => undefined);
  return { status: response.status, location: response.headers.get('location') };
}
