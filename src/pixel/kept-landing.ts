// Where a visitor came from, as their browser has kept it since the landing. All of it comes from the visitor's URL and
// cookies, so what is unusable is dropped instead of refused: a mangled link must not lose a purchase.
import type { ClickIds, KeptLanding } from './event-body.ts';
import { type Fields, hasAny, text } from './fields.ts';
import { OUR_PARAMETERS } from './our-parameters.ts';

export const MAX_ID = 200;
export const MAX_CLICK_ID = 512;

/** Link parameters as they were in a URL; undefined if none is usable. `at` is the time of the click. */
export function toLanding(parameters: Fields, at: number): KeptLanding | undefined {
  const landing: KeptLanding = {};
  const serviceId = decoded(parameters[OUR_PARAMETERS.submission], MAX_ID);
  const campaign = decoded(parameters[OUR_PARAMETERS.campaign], MAX_ID);
  if (serviceId !== undefined) landing.serviceId = serviceId;
  if (campaign !== undefined) landing.campaign = campaign;
  const clickIds: ClickIds = {};
  for (const name of ['gclid', 'gbraid', 'wbraid', 'ttclid', 'sccid'] as const) {
    const value = decoded(parameters[name], MAX_CLICK_ID);
    if (value !== undefined) clickIds[name] = value;
  }
  const fbclid = decoded(parameters.fbclid, MAX_CLICK_ID);
  // The format of the platform's own cookie: version, subdomain index, time of the click, ID.
  if (fbclid !== undefined) clickIds.fbc = text(`fb.1.${at}.${fbclid}`, MAX_CLICK_ID);
  if (hasAny(clickIds)) landing.clickIds = clickIds;
  return hasAny(landing) ? landing : undefined;
}

/** A percent-encoded text of at most `max` characters; undefined for anything else. */
export function decoded(value: unknown, max: number): string | undefined {
  const plain = text(value, max * 3);
  if (plain === undefined) return undefined;
  if (!plain.includes('%')) return text(plain, max);
  try {
    return text(decodeURIComponent(plain), max);
  } catch {
    return undefined;
  }
}
