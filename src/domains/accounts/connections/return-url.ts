// Checks URLs that a person may be sent back to. Any other URL would make our pages an open redirect to any site, or
// run a script.
const UNFIT = /[\s\\\u0000-\u001f\u007f]/;
const LOCAL = /^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?$/;
const APP = /^([a-z][a-z0-9.-]*):\//i;

interface Rules {
  /** The embed origins of the API key. */
  origins: readonly string[];
  /** The URL schemes that the key's account registered for its apps. */
  schemes: readonly string[];
  publicUrl: string;
  allowLocal: boolean;
}

/** The scheme of a URL that only the customer's own app opens; null for web URLs and for invalid ones. */
export function appScheme(value: string): string | null {
  const scheme = APP.exec(value)?.[1]?.toLowerCase() ?? null;
  return scheme === 'https' || scheme === 'http' ? null : scheme;
}

/** The absolute URL, or the reason why it is not allowed. */
export function resolveReturnUrl(
  value: string,
  { origins, schemes, publicUrl, allowLocal }: Rules,
): { url: string } | { problem: string } {
  if (UNFIT.test(value)) return { problem: 'No blanks, backslashes or control characters.' };
  if (value.startsWith('/')) {
    const url = parse(value, publicUrl);
    // A path that begins with two slashes names another host.
    if (!url || url.origin !== new URL(publicUrl).origin) return { problem: 'Not a path of the app.' };
    return { url: url.href };
  }
  const url = parse(value);
  if (!url) return { problem: 'Neither an address nor a path that begins with a slash.' };
  if (url.username || url.password) return { problem: 'No credentials.' };
  if (url.protocol === 'https:' && origins.includes(url.origin)) return { url: url.href };
  if (allowLocal && LOCAL.test(url.origin)) return { url: url.href };
  if (url.protocol === 'https:') return { problem: "Its origin is not on the key's embed origins." };
  const scheme = appScheme(value);
  if (scheme === null) return { problem: 'Neither https nor an address of an app.' };
  if (schemes.includes(scheme)) return { url: url.href };
  return { problem: `Register the scheme ${scheme} first: PATCH /v1/account with returnSchemes.` };
}

function parse(value: string, base?: string): URL | null {
  try {
    return new URL(value, base);
  } catch {
    return null;
  }
}

/** The returnUrl with the outcome appended. */
export function withStatus(returnUrl: string, status: 'connected' | 'added' | 'error'): string {
  const url = new URL(returnUrl);
  url.searchParams.set('status', status);
  return url.href;
}
