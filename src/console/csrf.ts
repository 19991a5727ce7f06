// A form of ours sends two things that a page of another site cannot: a token made from a cookie that only
// this host can set, and a header by which the browser says that the request began on this site. `Origin`
// would not help: pages with `Referrer-Policy: no-referrer` send it as `null`.
import { equalInConstantTime, randomBase62, sha256Hex } from '../kit/crypto.ts';
import { readCookie } from './cookies.ts';

const SECRET = /^[0-9A-Za-z]{32}$/;

/** The browser's secret from its cookie, or a new one. */
export function formSecret(request: Request): { secret: string; fresh: boolean } {
  const known = readCookie(request, 'form');
  if (known !== null && SECRET.test(known)) return { secret: known, fresh: false };
  return { secret: randomBase62(32), fresh: true };
}

/** The token that forms contain, for the browser that holds the secret. */
export function formToken(secret: string): string {
  return sha256Hex(`form ${secret}`).slice(0, 40);
}

/** Whether a POST came from a page of this site, by what the browser says. */
export function isFromHere(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const origin = request.headers.get('origin');
  return origin === null || origin === 'null' || origin === new URL(request.url).origin;
}

/** Whether a form has the token of the browser that sent it. */
export function isTokenOf(request: Request, token: string | null): boolean {
  const secret = readCookie(request, 'form');
  if (secret === null || token === null || !SECRET.test(secret)) return false;
  return equalInConstantTime(token, formToken(secret));
}
