// Where a person may be sent back to. Anything else would make our pages a relay to any site, or run a script.
const UNFIT = /[\s\\\u0000-\u001f\u007f]/;
const LOCAL = /^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?$/;
/** Schemes that browsers and systems handle themselves: no app's own. */
const NOT_AN_APP =
  /^(?:https?|wss?|ftps?|sftp|file|filesystem|data|blob|javascript|vbscript|livescript|about|view-source|jar|mailto|tel|sms|geo|urn|cid|mid|intent|content|resource|chrome|chrome-extension|moz-extension|edge|res|ms-.*):/i;
const APP = /^[a-z][a-z0-9+.-]*:\//i;

/**
 * The address in full, or what is wrong with it.
 * @param origins the key's embed origins.
 */
export function resolveReturnUrl(
  value: string,
  { origins, publicUrl, allowLocal }: { origins: readonly string[]; publicUrl: string; allowLocal: boolean },
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
  if (NOT_AN_APP.test(url.protocol) || !APP.test(value)) return { problem: 'Not an address of an app.' };
  return { url: url.href };
}

function parse(value: string, base?: string): URL | null {
  try {
    return new URL(value, base);
  } catch {
    return null;
  }
}

/** The address with how it went. */
export function withStatus(returnUrl: string, status: 'connected' | 'added' | 'error'): string {
  const url = new URL(returnUrl);
  url.searchParams.set('status', status);
  return url.href;
}
