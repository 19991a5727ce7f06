// The cookie that says in which browser a visit was begun. A person who was only sent a link does not have it.
import { randomBase62 } from '../../../kit/crypto.ts';
import { DAY_MS } from '../../../kit/time.ts';

const NAME = '__Host-connect';
const VALUE = /^[0-9A-Za-z]{32}$/;
/** As long as a visit. */
const SECONDS = (2 * DAY_MS) / 1000;

/** The random value that identifies the browser; null when it has not begun a visit. */
export function browserOf(request: Request): string | null {
  const found = (request.headers.get('cookie') ?? '').split('; ').find((one) => one.startsWith(`${NAME}=`));
  const value = found?.slice(NAME.length + 1) ?? '';
  return VALUE.test(value) ? value : null;
}

export const newBrowser = () => randomBase62(32);

/** Lax: the platform sends the person back by a link, which brings the cookie; a form of another site does not. */
export const browserCookie = (browser: string) =>
  `${NAME}=${browser}; Path=/; Max-Age=${SECONDS}; Secure; HttpOnly; SameSite=Lax`;

/** Whether a form was sent from a page of ours, as the browser says. */
export function isFromHere(request: Request, publicUrl: string): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const origin = request.headers.get('origin');
  return origin === null || origin === new URL(publicUrl).origin;
}
