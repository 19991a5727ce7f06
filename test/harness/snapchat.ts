// A Snapchat of a test's own: an app in the simulator that runs beside the tests, and the environment that leads there.
import { inject } from 'vitest';
import type { SystemCtx } from '../../src/context.ts';
import { type Env, vars } from '../../src/env.ts';
import type { AdSession } from '../../src/integrations/ads/platform.ts';
import { snapchatAdapter } from '../../src/integrations/snapchat/adapter.ts';
import { systemCtx } from '../../src/system-ctx.ts';
import type { AdWorld } from './ad-connections.ts';
import * as clock from './clock.ts';
import { ORIGIN, testEnv } from './world.ts';

const id = (kind: number, number: number) =>
  `${String(kind).repeat(8)}-0000-4000-8000-${String(number).padStart(12, '0')}`;
export const ADA = id(1, 1);
export const GRACE = id(1, 2);
export const ORGANIZATION = id(2, 1);
export const MAIN = id(3, 1);
export const TOKYO = id(3, 2);
export const CLOSED = id(3, 3);
export const PROFILE = id(4, 1);
export const PIXEL = id(5, 1);
export const REDIRECT = `${ORIGIN}/connections/callback/snapchat`;

export interface SnapchatWorld extends AdWorld {
  /** A context without a caller, at `now` in milliseconds. */
  ctx(now?: number): SystemCtx;
  /** Scripts the simulator, as simulators/snapchat/README.md says. Throws on anything but 2xx. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  sim(path: string, body?: object): Promise<any>;
  /** The next `times` requests that begin so (such as 'POST adaccounts') go wrong. */
  fault(kind: string, path: string, more?: object): Promise<void>;
  /** The address of a file of so many bytes. */
  file(bytes: number): string;
  /** A connection at work, of somebody who allowed everything. */
  session(more?: Partial<AdSession>): Promise<AdSession>;
}

export async function snapchatWorld(): Promise<SnapchatWorld> {
  const simulators = inject('simulators');
  const app = crypto.randomUUID();
  const env: Env = {
    ...testEnv,
    ...{ SNAPCHAT_API_URL: `${simulators}/snapchat`, SNAPCHAT_LOGIN_URL: `${simulators}/snapchat` },
    ...{ SNAPCHAT_BUSINESS_URL: `${simulators}/snapchat/business` },
    ...{ SNAPCHAT_CLIENT_ID: app, SNAPCHAT_CLIENT_SECRET: `sim_secret_${app}` },
  };
  const sim: SnapchatWorld['sim'] = async (path, body = {}) => {
    const init = { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(`${simulators}/_sim/snapchat/${app}/${path}`, init);
    if (!response.ok) throw new Error(`${path} answered ${response.status} ${await response.text()}`);
    return await response.json();
  };
  const late = clock.now() - clock.unheld();
  if (late > 0) await sim('clock', { advance: Math.round(late) });
  const consent: SnapchatWorld['consent'] = async (url, form = {}) => {
    const body = new URLSearchParams({ user: ADA, answer: 'allow', ...form });
    const sent = await fetch(url, { method: 'POST', body, redirect: 'manual' });
    return new URL(sent.headers.get('location')!);
  };
  return {
    provider: 'snapchat',
    env,
    ctx: (now = clock.now()) => systemCtx(env, now),
    sim,
    fault: async (kind, path, more = {}) => void (await sim('faults', { kind, path, ...more })),
    file: (bytes) => `${simulators}/_sim/file/${bytes}`,
    consent,
    async session(more = {}) {
      const url = snapchatAdapter.authorizeUrl(vars(env), { state: 'st', redirectUri: REDIRECT });
      const code = (await consent(url)).searchParams.get('code')!;
      const now = clock.now();
      const { token } = await snapchatAdapter.exchangeCode(vars(env), { code, redirectUri: REDIRECT, now });
      const selection = { organizationId: ORGANIZATION, adAccountId: MAIN, profileId: PROFILE };
      return { vars: vars(env), token, selection, currency: 'usd', ...more };
    },
  };
}
