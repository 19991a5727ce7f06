// A browser that somebody signed in with before has a cookie that says so, and a count of its own: what strangers guess at the
// address does not count for it (OWASP's device cookies). The cookie opens nothing.
import type { SystemCtx } from '../../../context.ts';
import { randomBase62 } from '../../../kit/crypto.ts';
import { signatures } from '../../../kit/signed.ts';
import { DAY_MS } from '../../../kit/time.ts';

/** As long as browsers keep a cookie. */
export const DEVICE_MS = 400 * DAY_MS;
/** People who share a browser. */
const MOST_PEOPLE = 5;
const FORM = /^[0-9A-Za-z]{22}(?:\.[0-9a-f]{32}){1,5}$/;

/** The browser's own name, when this address signed in with it before. */
export function knownDevice(ctx: SystemCtx, cookie: string | null, address: string): string | null {
  // Without keys anybody could sign.
  if (cookie === null || !FORM.test(cookie) || ctx.vars.SEALING_KEYS.size === 0) return null;
  const [id, ...people] = cookie.split('.') as [string, ...string[]];
  return signed(ctx, id, address).some((one) => people.includes(one)) ? id : null;
}

/** What the cookie holds once an address has signed in with the browser. */
export function rememberedDevice(ctx: SystemCtx, cookie: string | null, address: string): string {
  const [id, ...people] = (cookie !== null && FORM.test(cookie) ? cookie : randomBase62(22)).split('.') as [
    string,
    ...string[],
  ];
  const own = signed(ctx, id, address);
  const others = people.filter((one) => !own.includes(one));
  return [id, own[0]!, ...others].slice(0, 1 + MOST_PEOPLE).join('.');
}

const signed = (ctx: SystemCtx, id: string, address: string) =>
  signatures(ctx.vars.SEALING_KEYS, 'device', `${id} ${address}`);
