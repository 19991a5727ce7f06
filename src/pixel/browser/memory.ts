// The script's memory on the site, in first-party cookies. Every tab of the site writes them, so none of it
// is cached here: each read reads the cookies again.
import { LANDING_KEPT_MS } from '../link-parameters.ts';

/** The cookie for consent and the last landing. */
const MEMORY = '_service';
/**
 * The cookie for the visitor's refusal: when it was made (milliseconds, with or without a leading 0). Only a
 * later consent removes it.
 */
export const NO = '_service_no';
/** A copy of the landing that the customer's own proxy has set, which lives longer: see renew-cookie.ts. */
export const RENEWED = '_service_kept';

/**
 * The link parameters of the landing, as the URL had them, its time (milliseconds), and the cookie's domain,
 * on which it is renewed.
 */
export interface Landing {
  at?: number;
  on?: string;
  [parameter: string]: unknown;
}

export interface Memory {
  consent?: string;
  /** When a refusal was made that a later consent has taken back: landings before it no longer count. */
  no?: number;
  landing?: Landing;
}

/** A cookie's current value; empty when there is none. */
export const read = (name: string) => document.cookie.match(`(?:^|; )${name}=([^;]*)`)?.[1] || '';

/** The parsed value of one of our cookies; undefined if somebody else has written it. */
export function parsed<T>(name: string): T | undefined {
  try {
    return JSON.parse(decodeURIComponent(read(name)));
  } catch {}
}

export const recall = () => parsed<Memory>(MEMORY) || {};

/**
 * Sets a cookie on the widest domain that the browser accepts; an empty value deletes it.
 * @param valueOn the value on a domain; without a domain, the value that the cookie may have already. @param
 * age in milliseconds.
 */
function put(name: string, valueOn: (domain?: string) => string, age = 0): undefined {
  const labels = location.hostname.split('.');
  let domain = '';
  while (read(name) !== valueOn() && labels[0]) {
    domain = labels.pop() + (domain && `.${domain}`);
    const value = valueOn(domain);
    const seconds = value ? ((LANDING_KEPT_MS - age) / 1e3) | 0 : 0;
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store, and it can't be awaited here
    document.cookie = `${name}=${value};path=/;max-age=${seconds};samesite=lax;secure;domain=${domain}`;
  }
}

export const putText = (name: string, value: string) => put(name, () => value);

/** Stores `memory`, with a lifetime that starts at the landing. */
export function keep(memory: Memory): void {
  const { landing } = memory;
  const value = (domain?: string) => {
    if (domain && landing) landing.on = domain;
    const text = JSON.stringify(memory);
    return text === '{}' ? '' : encodeURIComponent(text);
  };
  put(MEMORY, value, landing && Date.now() - landing.at!);
}
