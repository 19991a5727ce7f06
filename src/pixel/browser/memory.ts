// What the script remembers on the site: one first-party cookie with the visitor's choice and the last landing.
import { LANDING_KEPT_MS } from '../link-parameters.ts';

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
  landing?: Landing;
}

const NOTHING = '%7B%7D';

export const stored = () => document.cookie.match(/\b_service=([^;]*)/)?.[1] ?? NOTHING;

export function recall(): Memory {
  try {
    return JSON.parse(decodeURIComponent(stored()));
  } catch {
    return {};
  }
}

/** Keeps `memory` on the widest domain that the browser accepts a cookie for, counted from the landing. */
export function keep(memory: Memory): void {
  const { landing } = memory;
  const expires = new Date((landing?.at || Date.now()) + LANDING_KEPT_MS).toUTCString();
  const labels = location.hostname.split('.');
  let domain = '';
  const value = () => encodeURIComponent(JSON.stringify(memory));
  while (stored() !== value() && labels[0]) {
    domain = labels.pop() + (domain && `.${domain}`);
    if (landing) landing.on = domain;
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store, and it can't be awaited here
    document.cookie = `_service=${value()};domain=${domain};path=/;expires=${expires};samesite=lax;secure`;
  }
}
