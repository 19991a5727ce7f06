// The simulated ad platforms, and how a brand connects an ad account there: through our page, the platform's,
// and back.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Caller, callApi } from './api.ts';
import { fetchLocal } from './fetch-local.ts';

export const AD_PLATFORMS = ['meta', 'tiktok', 'google', 'snapchat'] as const;
export type AdPlatformName = (typeof AD_PLATFORMS)[number];

interface Place {
  /** The service's app at the platform, which is its world in the simulator. */
  app: string;
  /** The platform's URL and our app's credentials, as vars of the Worker. */
  vars(url: string, app: string): Record<string, string>;
  /** The person who consents, and the selected account, from simulators/<platform>/fixtures.ts. */
  person: string;
  selection: Record<string, string>;
  /** The settings that campaigns need there. */
  settings: Record<string, unknown>;
}

const uuid = (kind: number) => `${String(kind).repeat(8)}-0000-4000-8000-000000000001`;

export const PLACES: Record<AdPlatformName, Place> = {
  meta: {
    app: '100200300400500',
    vars: (url, app) => ({
      META_API_URL: url,
      META_DIALOG_URL: url,
      META_APP_ID: app,
      META_APP_SECRET: secretOf(app),
    }),
    person: '100000000000001',
    selection: {
      adAccountId: 'act_300000000000001',
      pageId: '400000000000001',
      profileId: '500000000000001',
    },
    settings: { pixel: '600000000000001' },
  },
  tiktok: {
    app: '7600300400500600700',
    vars: (url, app) => ({
      TIKTOK_API_URL: url,
      TIKTOK_DIALOG_URL: url,
      TIKTOK_APP_ID: app,
      TIKTOK_APP_SECRET: secretOf(app),
    }),
    person: '7000000000000000001',
    selection: { advertiserId: '7200000000000000001', identityId: '7300000000000000001' },
    settings: { pixel: '7400000000000000001' },
  },
  google: {
    app: '100200300400',
    vars: (url, app) => ({
      GOOGLE_ADS_API_URL: url,
      GOOGLE_ACCOUNTS_URL: url,
      GOOGLE_OAUTH_URL: url,
      GOOGLE_CLIENT_ID: `${app}-sim.apps.googleusercontent.com`,
      GOOGLE_CLIENT_SECRET: secretOf(app),
    }),
    person: '110000000000000000001',
    selection: { adAccountId: '3000000001' },
    settings: {
      conversion: 'customers/3000000001/conversionActions/7000000001',
      businessName: 'Northwind Coffee',
    },
  },
  snapchat: {
    app: '10020030-0000-4000-8000-000000000001',
    vars: (url, app) => ({
      SNAPCHAT_API_URL: url,
      SNAPCHAT_LOGIN_URL: url,
      SNAPCHAT_BUSINESS_URL: `${url}/business`,
      SNAPCHAT_CLIENT_ID: app,
      SNAPCHAT_CLIENT_SECRET: secretOf(app),
    }),
    person: uuid(1),
    selection: { organizationId: uuid(2), adAccountId: uuid(3), profileId: uuid(4) },
    settings: { pixel: uuid(5) },
  },
};

/** The simulator derives an app's secret from its ID. */
export const secretOf = (app: string) => `sim_secret_${app}`;

/** The vars that point the Worker to all of them. */
export const adVars = (simulatorsUrl: string): Record<string, string> =>
  Object.assign(
    {},
    ...AD_PLATFORMS.map((name) => PLACES[name].vars(`${simulatorsUrl}/${name}`, PLACES[name].app)),
  );

/** Scripts a platform's simulator, as its README describes. Throws for any status except 2xx. */
export async function scriptAds<T>(
  simulatorsUrl: string,
  name: AdPlatformName,
  path: string,
  body: object,
): Promise<T> {
  const url = `${simulatorsUrl}/_sim/${name}/${PLACES[name].app}/${path}`;
  const response = await fetchLocal(url, { method: 'POST', body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path} answered ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

/**
 * Connects an account and selects what is needed. @returns the connection's ID, and the settings that its
 * campaigns need.
 */
export async function connectAds(
  baseUrl: string,
  caller: Caller,
  name: AdPlatformName,
): Promise<{ id: string; settings: Record<string, unknown> }> {
  const place = PLACES[name];
  const connections = `${baseUrl}/v1/connections`;
  const find = async () =>
    (await callApi<{ id: string; provider: string }[]>(connections, 'GET', caller)).find(
      ({ provider }) => provider === name,
    );
  if (!(await find())) await consent(baseUrl, caller, name);
  const connection = await find();
  if (!connection) throw new Error(`${name} was not connected: its page led back without a connection.`);
  const { id } = connection;
  await callApi(`${connections}/${id}`, 'PATCH', caller, { selection: place.selection });
  if (name !== 'google') return { id, settings: place.settings };
  // The platform's ads need a square logo in the ad account.
  const bytes = new Blob([await readFile(join(import.meta.dirname, 'media/logo.png'))]);
  const { logo } = await callApi<{ logo: string }>(`${connections}/${id}/logos`, 'POST', caller, bytes);
  return { id, settings: { ...place.settings, logo } };
}

/** Goes through our page and the platform's, back to the caller's return URL. */
export const consent = (baseUrl: string, caller: Caller, name: AdPlatformName): Promise<void> =>
  allow(baseUrl, caller, { provider: name }, { user: PLACES[name].person });

/** The same for any provider. @param form the fields of the platform's consent page. */
export async function allow(
  baseUrl: string,
  caller: Caller,
  body: { provider: string; shop?: string },
  form: Record<string, string> = {},
): Promise<void> {
  const start = await callApi<{ url: string }>(`${baseUrl}/v1/connections`, 'POST', caller, body);
  const browser = new Browser();
  const page = await browser.submit(start.url, {});
  await browser.open(await browser.submit(page, { ...form, answer: 'allow' }));
}

/** A person who follows links and submits forms. */
class Browser {
  readonly #cookies = new Map<string, string>();

  /** @returns the URL that submitting a form of the page leads to. Throws when there is none. */
  async submit(url: string, fields: Record<string, string>): Promise<string> {
    const page = await this.#ask(url);
    const hidden = [...(await page.text()).matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
    const form = { ...Object.fromEntries(hidden.map(([, name, value]) => [name!, value!])), ...fields };
    const sent = await this.#ask(url, { method: 'POST', body: new URLSearchParams(form) });
    const location = sent.headers.get('location');
    if (!location) throw new Error(`${url} answered ${sent.status} ${await sent.text()}`);
    return new URL(location, url).href;
  }

  async open(url: string): Promise<void> {
    const page = await this.#ask(url);
    if (page.status >= 400) throw new Error(`${url} answered ${page.status} ${await page.text()}`);
  }

  async #ask(url: string, init: RequestInit = {}): Promise<Response> {
    const cookies = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const sent = { Cookie: cookies, 'Sec-Fetch-Site': 'same-origin' };
    const answer = await fetchLocal(url, { ...init, headers: sent, redirect: 'manual' });
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      this.#cookies.set(name!, value!);
    }
    return answer;
  }
}
