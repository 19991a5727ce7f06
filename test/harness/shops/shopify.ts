// A test's own Shopify: a shop of its own and an app of its own, in the simulator that runs beside the tests.
// simulators/shopify/README.md says how to script it.
import { expect, inject } from 'vitest';
import { type Env, vars } from '../../../src/env.ts';
import type { Grant } from '../../../src/integrations/provider/connectable.ts';
import type { Site } from '../../../src/integrations/provider/site.ts';
import { shopifyAdapter } from '../../../src/integrations/shopify/adapter.ts';
import { ShopError } from '../../../src/integrations/shops/error.ts';
import type { ShopSession } from '../../../src/integrations/shops/platform.ts';
import * as clock from '../clock.ts';
import { ORIGIN, testEnv, withVars } from '../world.ts';

export const REDIRECT = `${ORIGIN}/connections/callback/shopify`;

/** A webhook on its way, as the simulator gives it to a test that carries it. */
export interface Delivery {
  id: number;
  topic: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface ShopWorld {
  provider: 'shopify';
  /** The shop's domain at Shopify. */
  shop: string;
  /** Our app there. */
  client: string;
  /** Pass it to `call`, `runLanes` and verbs instead of testEnv. */
  env: Env;
  /** What `env` adds: the settings of the app. */
  vars: Record<string, string>;
  site(): Site;
  /** Scripts the simulator, as its README describes. Throws for any status except 2xx. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  sim(path: string, body?: object): Promise<any>;
  /** Makes the next `times` requests with this prefix fail. */
  fault(kind: string, path: string, more?: object): Promise<void>;
  /** The merchant on the consent page: returns the URL that the browser is redirected to. */
  consent(url: string, form?: Record<string, string>): Promise<URL>;
  /** Installs the app by what its consent page leads back to. */
  install(form?: Record<string, string>): Promise<Grant>;
  /** A session of an app that was just installed. */
  session(more?: Partial<ShopSession>): Promise<ShopSession>;
  /** Webhooks that the shop wants to deliver; they count as delivered. */
  take(): Promise<Delivery[]>;
}

const hex = () => crypto.randomUUID().replaceAll('-', '');

/** @param named the shop's name at Shopify, if a test needs a certain one. */
export async function shopWorld(named = `test-${hex().slice(0, 12)}`): Promise<ShopWorld> {
  const simulators = inject('simulators');
  const shop = `${named}.myshopify.com`;
  const client = hex();
  const settings = {
    SHOPIFY_SHOP_URL: `${simulators}/shopify/{shop}`,
    SHOPIFY_API_KEY: client,
    SHOPIFY_API_SECRET: `sim_secret_${client}`,
  };
  // The consumer of the real queue does not have these settings: it would take what is due, and fail. Tests carry messages.
  const shops = { send: async () => undefined } as unknown as Env['SHOPS'];
  const env = { ...withVars(testEnv, settings), SHOPS: shops };
  const sim: ShopWorld['sim'] = async (path, body = {}) => {
    const init = { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(`${simulators}/_sim/shopify/${shop}/${path}`, init);
    if (!response.ok) throw new Error(`${path} answered ${response.status} ${await response.text()}`);
    return await response.json();
  };
  const late = clock.now() - clock.unheld();
  if (late > 0) await sim('clock', { advance: Math.round(late) });
  // The simulator cannot reach this test; it gives what is due to whoever takes it.
  await sim('settings', { deliveries: 'held' });
  const site = () => shopifyAdapter.site(vars(env), shop);
  const consent: ShopWorld['consent'] = async (url, form = {}) => {
    const body = new URLSearchParams({ answer: 'allow', ...form });
    const sent = await fetch(url, { method: 'POST', body, redirect: 'manual' });
    return new URL(sent.headers.get('location')!);
  };
  const install: ShopWorld['install'] = async (form = {}) => {
    const url = shopifyAdapter.authorizeUrl(site(), { state: 'st', redirectUri: REDIRECT });
    const query = (await consent(url, form)).searchParams;
    const code = query.get('code')!;
    const now = Number(query.get('timestamp')) * 1000;
    return await shopifyAdapter.exchangeCode(site(), { code, redirectUri: REDIRECT, query, now });
  };
  return {
    provider: 'shopify',
    shop,
    client,
    env,
    vars: settings,
    site,
    sim,
    fault: async (kind, path, more = {}) => void (await sim('faults', { kind, path, ...more })),
    consent,
    install,
    session: async (more = {}) => ({ site: site(), token: (await install()).token, shop, ...more }),
    take: async () => (await sim('take')).deliveries,
  };
}

/** The ShopError that a call ends in. */
export async function shopErrorOf(asked: Promise<unknown>): Promise<ShopError> {
  const error = await asked.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ShopError);
  return error as ShopError;
}
