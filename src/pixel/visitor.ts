// What the platform, or a customer's own proxy in front of us, tells us about the visitor.
import { isCountry } from '../kit/countries.ts';
import { networkOf } from '../kit/network.ts';
import type { EventLocation } from './event-body.ts';

export interface Visitor {
  /** Where the page was loaded from: `Origin`, else the origin of `Referer`. */
  origin: string | null;
  referer: string | null;
  userAgent: string | null;
  ipAddress: string | null;
  /** The key for limits: the visitor's network, or that of the proxy in front of them. */
  network: string;
  /** ISO 3166-1 alpha-2, upper case; null when it is unknown. */
  country: string | null;
  location: EventLocation;
  /** Global Privacy Control, or the script's refusal cookie, which the page may not know yet. */
  optedOut: boolean;
}

/**
 * Headers in which proxies send the visitor's country: our documented header first, then those of common
 * hosts.
 */
const FORWARDED_COUNTRY = ['x-visitor-country', 'x-vercel-ip-country', 'cloudfront-viewer-country'];
const ADDRESS = /^[0-9a-f.:]{2,45}$/i;
const MAX_USER_AGENT = 1_000;
const SAID_NO = /(?:^|; *)_service_no=\d/;

/**
 * How a request reached us: directly, through the customer's own proxy, or through a proxy that does not know
 * the pixel's token. The last one's address and location are not the visitor's, and its headers about the
 * visitor are ignored.
 */
export type Way = 'straight' | 'proxy' | 'stranger';

export function visitorOf(request: Request, way: Way): Visitor {
  const { headers } = request;
  const referer = headers.get('referer');
  const origin = headers.get('origin');
  const cf = way === 'straight' ? (request.cf as IncomingRequestCfProperties | undefined) : undefined;
  const country = knownCountry(way === 'proxy' ? forwardedCountry(headers) : cf?.country);
  const location: EventLocation = {};
  if (country !== null) location.country = country;
  if (cf) {
    const region = cf.regionCode ?? cf.region;
    if (region) location.region = region;
    if (cf.city) location.city = cf.city;
    if (cf.postalCode) location.postalCode = cf.postalCode;
  }
  const connecting = headers.get('cf-connecting-ip');
  const given = way === 'proxy' ? forwardedAddress(headers) : connecting;
  const address = given && ADDRESS.test(given) ? given : null;
  return {
    origin: origin && origin !== 'null' ? origin : originOf(referer),
    referer,
    userAgent: headers.get('user-agent')?.slice(0, MAX_USER_AGENT) ?? null,
    ipAddress: way === 'stranger' ? null : address,
    network: networkOf(address ?? connecting ?? ''),
    country,
    location,
    optedOut: headers.get('sec-gpc') === '1' || SAID_NO.test(headers.get('cookie') ?? ''),
  };
}

/** Without the port and the brackets that some proxies write: the port differs with each connection. */
function forwardedAddress(headers: Headers): string | undefined {
  const first = headers.get('x-forwarded-for')?.split(',', 1)[0]?.trim();
  return first?.replace(/^(?:(\d+(?:\.\d+){3}):\d+|\[([^\]]*)\](?::\d+)?)$/, '$1$2');
}

function forwardedCountry(headers: Headers): string | undefined {
  for (const name of FORWARDED_COUNTRY) {
    const value = headers.get(name);
    if (value) return value;
  }
  return undefined;
}

/** The platform sends XX for an unknown country, and T1 for Tor. */
function knownCountry(given: string | undefined): string | null {
  const country = given?.toUpperCase();
  return country !== undefined && isCountry(country) ? country : null;
}

function originOf(referer: string | null): string | null {
  if (referer === null) return null;
  try {
    return new URL(referer).origin;
  } catch {
    return null;
  }
}
