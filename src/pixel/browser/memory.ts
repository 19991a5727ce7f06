// What the script remembers on the site, in first-party cookies. Every tab of the site writes them, so nothing of them is kept
// here: each question reads them anew.
import { LANDING_KEPT_MS } from '../link-parameters.ts';

/** The choice to agree, and the last landing. */
const MEMORY = '_service';
/** The visitor's no, as the moment when it was said (milliseconds, a 0 in front or none). Only a later yes takes it away. */
export const NO = '_service_no';
/** A copy of the landing that the customer's own proxy has set, which lives longer: see renew-cookie.ts. */
export const RENEWED = '_service_kept';

/**
 * The link parameters of the landing, as the URL wrote them, when it happened (milliseconds), and the domain that the cookie
 * is on: it is renewed there.
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

/** A cookie as it is now; empty where there is none. */
export const read = (name: string) => document.cookie.match(`(?:^|; )${name}=([^;]*)`)?.[1] || '';

/** What a cookie of ours holds; nothing where somebody else has written it. */
export function parsed<T>(name: string): T | undefined {
  try {
    return JSON.parse(decodeURIComponent(read(name)));
  } catch {}
}

export const recall = () => parsed<Memory>(MEMORY) || {};

/**
 * Sets a cookie on the widest domain that the browser accepts it for; an empty value takes it away.
 * @param valueOn what it is to hold on a domain; asked with none for what it may hold already. @param age in milliseconds.
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

/** Keeps `memory`, counted from the landing. */
export function keep(memory: Memory): void {
  const { landing } = memory;
  const value = (domain?: string) => {
    if (domain && landing) landing.on = domain;
    const text = JSON.stringify(memory);
    return text === '{}' ? '' : encodeURIComponent(text);
  };
  put(MEMORY, value, landing && Date.now() - landing.at!);
}
