import { isPagePath } from '../page-paths.ts';

/** The page to open after signing in: the requested page of ours, or else `otherwise`. */
export function returnPath(asked: string | null | undefined, otherwise = '/app'): string {
  if (!asked || asked.length > 8_192 || !/^\/(?![/\\])[\x21-\x7e]*$/.test(asked)) return otherwise;
  try {
    const url = new URL(asked, 'https://here.invalid');
    if (url.origin !== 'https://here.invalid' || !isPagePath(url.pathname)) return otherwise;
    return url.pathname + url.search;
  } catch {
    return otherwise;
  }
}

/** The URL of the sign-in that leads back to a page. */
export function signInFor(url: Pick<URL, 'pathname' | 'search'>): string {
  return `/sign-in?to=${encodeURIComponent(url.pathname + url.search)}`;
}

/** The URL of the staff's second-factor page that leads back to a page. */
export function secondFactorFor(url: Pick<URL, 'pathname' | 'search'>): string {
  return `/staff/second-factor?to=${encodeURIComponent(url.pathname + url.search)}`;
}
