// What the script remembers on the site: one first-party cookie with the visitor's choice and the last landing.

/** The link parameters of the landing, as the URL wrote them, and when it happened (milliseconds). */
export interface Landing {
  at?: number;
  [parameter: string]: unknown;
}

export interface Memory {
  consent?: string;
  landing?: Landing;
}

/** 13 months are never less than 393 days. */
const LONGEST_MS = 393 * 864e5;

const NOTHING = '%7B%7D';

const stored = () => document.cookie.match(/\b_service=([^;]*)/)?.[1] ?? NOTHING;

export function recall(): Memory {
  try {
    return JSON.parse(decodeURIComponent(stored()));
  } catch {
    return {};
  }
}

/** Keeps `memory` on the widest domain that the browser accepts a cookie for, counted from the landing. */
export function keep(memory: Memory): void {
  const value = encodeURIComponent(JSON.stringify(memory));
  const expires = new Date((memory.landing?.at || Date.now()) + LONGEST_MS).toUTCString();
  const labels = location.hostname.split('.');
  let domain = '';
  while (stored() !== value && labels[0]) {
    domain = labels.pop() + (domain && `.${domain}`);
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store, and it can't be awaited here
    document.cookie = `_service=${value};domain=${domain};path=/;expires=${expires};samesite=lax;secure`;
  }
}
