// Recognizes a browser that signed in before by a cookie, and counts its guesses separately, so that strangers' guesses
// at the address do not lock it out (OWASP's device cookies). The cookie itself grants no access.
import type { SystemCtx } from '../../../context.ts';
import { randomBase62 } from '../../../kit/crypto.ts';
import { signatures } from '../../../kit/signed.ts';
import { DAY_MS } from '../../../kit/time.ts';

/** As long as browsers keep cookies at most. */
export const DEVICE_MS = 400 * DAY_MS;
/** The most people who are remembered in one browser. */
const MOST_PEOPLE = 5;
const FORM = /^[0-9A-Za-z]{22}(?:\.[0-9a-f]{32}){1,5}$/;

/** The browser's random ID, if this address signed in with it before. */
export function knownDevice(ctx: SystemCtx, cookie: string | null, address: string): string | null {
  // Without a key anybody could forge the signature.
  if (cookie === null || !FORM.test(cookie) || ctx.vars.SEALING_KEYS.size === 0) return null;
  const [id, ...people] = cookie.split('.') as [string, ...string[]];
  return signed(ctx, id, address).some((one) => people.includes(one)) ? id : null;
}

/** The cookie's new value after an address signed in with the browser. */
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
