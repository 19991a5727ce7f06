// A shop of a test's own, an app in it, and Shopify's own clients, which are told nothing but the simulator's address.
import '@shopify/shopify-api/adapters/node';
import { createAdminApiClient } from '@shopify/admin-api-client';
import { ApiVersion, shopifyApi } from '@shopify/shopify-api';
import { setAbstractFetchFunc } from '@shopify/shopify-api/runtime';

export const REDIRECT = 'https://service.example/connections/callback/shopify';
export const VERSION = '2026-07';

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
export type Any = any;

const hex = () => crypto.randomUUID().replaceAll('-', '');

export type Shop = ReturnType<typeof shopAt>;

export function shopAt(simulators: string, scopes: string[] = ['read_orders', 'read_products']) {
  const shop = `test-${hex().slice(0, 12)}.myshopify.com`;
  const client = hex();
  const secret = `sim_secret_${client}`;
  const base = `${simulators}/shopify`;
  const here = (url: string) => url.replace('https://', `${base}/`);
  setAbstractFetchFunc(((url: string, init?: RequestInit) => fetch(here(url), init)) as Any);
  const sdk = shopifyApi({
    apiKey: client,
    apiSecretKey: secret,
    scopes,
    hostName: 'service.example',
    hostScheme: 'https',
    apiVersion: ApiVersion.July26,
    isEmbeddedApp: false,
    logger: { log: () => undefined },
  });
  const sim = async (path: string, body: object = {}): Promise<Any> => {
    const init = { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(`${simulators}/_sim/shopify/${shop}/${path}`, init);
    if (!response.ok) throw new Error(`${path} answered ${response.status} ${await response.text()}`);
    return await response.json();
  };
  const authorizeUrl = (more: Record<string, string> = {}) => {
    const asked = {
      client_id: client,
      scope: scopes.join(','),
      redirect_uri: REDIRECT,
      state: 'st',
      ...more,
    };
    return `${base}/${shop}/admin/oauth/authorize?${new URLSearchParams(asked)}&grant_options%5B%5D=`;
  };
  /** What the consent page leads back to. */
  const consent = async (form: [string, string][] = [], more: Record<string, string> = {}): Promise<URL> => {
    const body = new URLSearchParams([['answer', 'allow'], ...form]);
    const sent = await fetch(authorizeUrl(more), { method: 'POST', body, redirect: 'manual' });
    return new URL(sent.headers.get('location')!);
  };
  const token = async (body: Record<string, string>): Promise<{ status: number; body: Any }> => {
    const response = await fetch(`${base}/${shop}/admin/oauth/access_token`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ client_id: client, client_secret: secret, ...body }),
    });
    return { status: response.status, body: await response.json() };
  };
  /** Installs the app. @returns an access token. */
  const install = async (form: [string, string][] = []): Promise<string> => {
    const code = (await consent(form)).searchParams.get('code')!;
    return (await token({ code, expiring: '1' })).body.access_token;
  };
  const api = (accessToken: string) =>
    createAdminApiClient({
      storeDomain: shop,
      apiVersion: VERSION,
      accessToken,
      customFetchApi: (url, init) => fetch(here(String(url)), init as RequestInit),
    });
  /** The bare answer to a query. */
  const raw = async (accessToken: string, query: string, variables: object = {}): Promise<Any> => {
    const response = await fetch(`${base}/${shop}/admin/api/${VERSION}/graphql.json`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Shopify-Access-Token': accessToken },
      body: JSON.stringify({ query, variables }),
    });
    return { status: response.status, ...((await response.json()) as object) };
  };
  return { shop, client, secret, base, sdk, sim, authorizeUrl, consent, token, install, api, raw };
}
