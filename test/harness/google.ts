// A Google of a test's own: a project in the simulator that runs beside the tests, and the environment that leads there.
import { inject } from 'vitest';
import type { SystemCtx } from '../../src/context.ts';
import { type Env, vars } from '../../src/env.ts';
import type { AdSession } from '../../src/integrations/ads/platform.ts';
import type { AdContent, AdStep, VideoStep } from '../../src/integrations/ads/steps.ts';
import { googleAdapter } from '../../src/integrations/google/adapter.ts';
import { systemCtx } from '../../src/system-ctx.ts';
import type { AdWorld } from './ad-connections.ts';
import { intent } from './ad-steps.ts';
import * as clock from './clock.ts';
import { ORIGIN, testEnv } from './world.ts';

export const ADA = '110000000000000000001';
export const GRACE = '110000000000000000002';
export const MAIN = '3000000001';
export const TOKYO = '3000000002';
export const CLOSED = '3000000003';
export const CLIENT = '3000000005';
export const MANAGER = '2000000001';
export const PURCHASES = `customers/${MAIN}/conversionActions/7000000001`;
export const IN_APP = `customers/${MAIN}/conversionActions/7000000004`;
const REDIRECT = `${ORIGIN}/connections/callback/google`;
/** The smallest PNG that looks like one. */
export const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 1]);

export interface GoogleWorld extends AdWorld {
  /** A context without a caller, at `now` in milliseconds. */
  ctx(now?: number): SystemCtx;
  /** Scripts the simulator, as simulators/google/README.md says. Throws on anything but 2xx. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  sim(path: string, body?: object): Promise<any>;
  /** The next requests that begin so (such as 'POST customers') go wrong. */
  fault(kind: string, path: string, more?: object): Promise<void>;
  /** A connection at work, of somebody who allowed everything. */
  session(more?: Partial<AdSession>): Promise<AdSession>;
  video(): VideoStep;
}

export async function googleWorld(): Promise<GoogleWorld> {
  const simulators = inject('simulators');
  const project = `3${String(crypto.getRandomValues(new BigUint64Array(1))[0])
    .slice(-14)
    .padStart(14, '0')}`;
  const google = `${simulators}/google`;
  const env: Env = {
    ...testEnv,
    ...{ GOOGLE_ADS_API_URL: google, GOOGLE_ACCOUNTS_URL: google, GOOGLE_OAUTH_URL: google },
    ...{
      GOOGLE_CLIENT_ID: `${project}-sim.apps.googleusercontent.com`,
      GOOGLE_CLIENT_SECRET: `sim_secret_${project}`,
    },
    // The lane runs when a test runs it: by itself it would run without this world.
    LANE_ADS: { send: async () => undefined } as unknown as Env['LANE_ADS'],
  };
  const sim: GoogleWorld['sim'] = async (path, body = {}) => {
    const init = { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(`${simulators}/_sim/google/${project}/${path}`, init);
    if (!response.ok) throw new Error(`${path} answered ${response.status} ${await response.text()}`);
    return await response.json();
  };
  const late = clock.now() - clock.unheld();
  if (late > 0) await sim('clock', { advance: Math.round(late) });
  const consent: GoogleWorld['consent'] = async (url, form = {}) => {
    const body = new URLSearchParams({ user: ADA, answer: 'allow', ...form });
    const sent = await fetch(url, { method: 'POST', body, redirect: 'manual' });
    return new URL(sent.headers.get('location')!);
  };
  return {
    provider: 'google',
    env,
    ctx: (now = clock.now()) => systemCtx(env, now),
    sim,
    fault: async (kind, path, more = {}) => void (await sim('faults', { kind, path, ...more })),
    consent,
    async session(more = {}) {
      const url = googleAdapter.authorizeUrl(vars(env), { state: 'st', redirectUri: REDIRECT });
      const code = (await consent(url)).searchParams.get('code')!;
      const now = clock.now();
      const { token } = await googleAdapter.exchangeCode(vars(env), { code, redirectUri: REDIRECT, now });
      const at = { selection: { adAccountId: MAIN }, currency: 'usd', timezone: 'America/New_York' };
      return { vars: vars(env), token, ...at, ...more };
    },
    video: () => ({ kind: 'video', intent: intent(), name: 'Film', url: `${simulators}/_sim/file/300000` }),
  };
}

/** An ad with its content in it. */
export const adWith = (adSet: string, content: Partial<AdContent>): AdStep => ({
  ...{ kind: 'ad', intent: intent(), name: 'Ad', adSet },
  creative: {
    ...{ video: '1', cover: null, primaryText: 'Look at that', headline: 'Now', callToAction: 'shop_now' },
    ...{ link: 'https://shop.example/', urlParameters: 'service_id=1', partner: null },
    brand: { name: 'Acme', logo: null },
    ...content,
  },
});
