// A cookie that marks the browser which began a visit. Somebody who was only forwarded the link does not have it.
import { randomBase62 } from '../../../kit/crypto.ts';
import { DAY_MS } from '../../../kit/time.ts';

const NAME = '__Host-connect';
const VALUE = /^[0-9A-Za-z]{32}$/;
/** The cookie lasts as long as a visit. */
const SECONDS = (2 * DAY_MS) / 1000;

/** The random value that identifies the browser; null when it has not begun a visit. */
export function browserOf(request: Request): string | null {
  const found = (request.headers.get('cookie') ?? '').split('; ').find((one) => one.startsWith(`${NAME}=`));
  const value = found?.slice(NAME.length + 1) ?? '';
  return VALUE.test(value) ? value : null;
}

export const newBrowser = () => randomBase62(32);

/**
 * SameSite=Lax: when the platform sends the person back by a link, the browser sends the cookie; when another site
 * submits a form, it does not.
 */
export const browserCookie = (browser: string) =>
  `${NAME}=${browser}; Path=/; Max-Age=${SECONDS}; Secure; HttpOnly; SameSite=Lax`;

/** Whether one of our own pages sent the form, according to the browser's headers. */
export function isFromHere(request: Request, publicUrl: string): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const origin = request.headers.get('origin');
  return origin === null || origin === new URL(publicUrl).origin;
}
