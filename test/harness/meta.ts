// A Meta of a test's own: an app in the simulator that runs beside the tests, and the environment that leads there.
import { inject } from 'vitest';
import type { SystemCtx } from '../../src/context.ts';
import { type Env, vars } from '../../src/env.ts';
import type { AdSession } from '../../src/integrations/ads/platform.ts';
import { metaAdapter } from '../../src/integrations/meta/adapter.ts';
import { systemCtx } from '../../src/system-ctx.ts';
import type { AdWorld } from './ad-connections.ts';
import * as clock from './clock.ts';
import { ORIGIN, testEnv } from './world.ts';

export const ADA = '100000000000001';
export const GRACE = '100000000000002';
export const MAIN = 'act_300000000000001';
export const TOKYO = 'act_300000000000002';
export const CLOSED = 'act_300000000000003';
export const PAGE = '400000000000001';
export const PIXEL = '600000000000001';
export const PROFILE = '500000000000001';
export const REDIRECT = `${ORIGIN}/connections/callback/meta`;

const NOWHERE = { send: async () => undefined } as unknown as Env['LANE_ADS'];

export interface MetaWorld extends AdWorld {
  /** A context without a caller, at `now` in milliseconds. */
  ctx(now?: number): SystemCtx;
  /** Scripts the simulator, as simulators/meta/README.md says. Throws on anything but 2xx. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  sim(path: string, body?: object): Promise<any>;
  /** The next `times` requests that begin so (such as 'POST act_') go wrong. */
  fault(kind: string, path: string, more?: object): Promise<void>;
  /** A connection at work, of somebody who allowed everything. */
  session(more?: Partial<AdSession>): Promise<AdSession>;
}

export async function metaWorld(): Promise<MetaWorld> {
  const simulators = inject('simulators');
  const app = `2${String(crypto.getRandomValues(new BigUint64Array(1))[0])
    .slice(-14)
    .padStart(14, '0')}`;
  const env: Env = {
    ...testEnv,
    ...{ META_API_URL: `${simulators}/meta`, META_DIALOG_URL: `${simulators}/meta` },
    ...{ META_APP_ID: app, META_APP_SECRET: `sim_secret_${app}` },
    // The lanes run when a test runs them: by themselves they would run without this world.
    ...{ LANE_ADS: NOWHERE, LANE_RESULTS: NOWHERE },
  };
  const sim: MetaWorld['sim'] = async (path, body = {}) => {
    const init = { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(`${simulators}/_sim/meta/${app}/${path}`, init);
    if (!response.ok) throw new Error(`${path} answered ${response.status} ${await response.text()}`);
    return await response.json();
  };
  const late = clock.now() - clock.unheld();
  if (late > 0) await sim('clock', { advance: Math.round(late) });
  const consent: MetaWorld['consent'] = async (url, form = {}) => {
    const body = new URLSearchParams({ user: ADA, answer: 'allow', ...form });
    const sent = await fetch(url, { method: 'POST', body, redirect: 'manual' });
    return new URL(sent.headers.get('location')!);
  };
  return {
    provider: 'meta',
    env,
    ctx: (now = clock.now()) => systemCtx(env, now),
    sim,
    fault: async (kind, path, more = {}) => void (await sim('faults', { kind, path, ...more })),
    consent,
    async session(more = {}) {
      const url = metaAdapter.authorizeUrl(vars(env), { state: 'st', redirectUri: REDIRECT });
      const code = (await consent(url)).searchParams.get('code')!;
      const now = clock.now();
      const { token } = await metaAdapter.exchangeCode(vars(env), { code, redirectUri: REDIRECT, now });
      const selection = { adAccountId: MAIN, pageId: PAGE };
      return { vars: vars(env), token, selection, currency: 'usd', ...more };
    },
  };
}
