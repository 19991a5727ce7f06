// An ad platform of a test's own: an app in the simulator that runs beside the tests, and the environment that leads there.
import { inject } from 'vitest';
import type { SystemCtx } from '../../../src/context.ts';
import { type Env, vars } from '../../../src/env.ts';
import type { AdPlatform, AdSession, Selection } from '../../../src/integrations/ads/platform.ts';
import type { Site } from '../../../src/integrations/provider/site.ts';
import { systemCtx } from '../../../src/system-ctx.ts';
import * as clock from '../clock.ts';
import { ORIGIN, testEnv } from '../world.ts';
import type { AdWorld } from './ad-connections.ts';

const NOWHERE = { send: async () => undefined } as unknown as Env['LANE_ADS'];

export interface ScriptedAds extends AdWorld {
  /** The way to the platform by this world's settings. */
  site(): Site;
  /** A context without a caller, at `now` in milliseconds. */
  ctx(now?: number): SystemCtx;
  /** Scripts the simulator, as its README says. Throws on anything but 2xx. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  sim(path: string, body?: object): Promise<any>;
  /** The next `times` requests that begin so go wrong. */
  fault(kind: string, path: string, more?: object): Promise<void>;
  /** The address of a file of so many bytes, for platforms that are given no addresses. */
  file(bytes: number): string;
  /** A connection at work, of somebody who allowed everything. */
  session(more?: Partial<AdSession>): Promise<AdSession>;
}

export const redirectOf = (provider: string) => `${ORIGIN}/connections/callback/${provider}`;

interface Platform {
  provider: string;
  adapter: AdPlatform;
  /** An app that no other test has; without it, a number. */
  newApp?(): string;
  /** Where it is and whose app it is, as vars. */
  vars(simulators: string, app: string): Record<string, string>;
  /** Who logs in, and what they pick. */
  person: string;
  selection: Selection;
}

export async function scriptedAds({
  provider,
  adapter,
  person,
  selection,
  ...platform
}: Platform): Promise<ScriptedAds> {
  const simulators = inject('simulators');
  const app = platform.newApp?.() ?? randomNumber();
  const env: Env = {
    ...testEnv,
    ...platform.vars(simulators, app),
    // The lane runs when a test runs it: by itself it would run without this world.
    LANE_ADS: NOWHERE,
    LANE_RESULTS: NOWHERE,
  };
  const sim: ScriptedAds['sim'] = async (path, body = {}) => {
    const init = { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(`${simulators}/_sim/${provider}/${app}/${path}`, init);
    if (!response.ok) throw new Error(`${path} answered ${response.status} ${await response.text()}`);
    return await response.json();
  };
  const late = clock.now() - clock.unheld();
  if (late > 0) await sim('clock', { advance: Math.round(late) });
  const consent: ScriptedAds['consent'] = async (url, form = {}) => {
    const body = new URLSearchParams({ user: person, answer: 'allow', ...form });
    const sent = await fetch(url, { method: 'POST', body, redirect: 'manual' });
    return new URL(sent.headers.get('location')!);
  };
  const site = () => adapter.site(vars(env));
  return {
    provider,
    site,
    env,
    file: (bytes) => `${simulators}/_sim/file/${bytes}`,
    ctx: (now = clock.now()) => systemCtx(env, now),
    sim,
    fault: async (kind, path, more = {}) => void (await sim('faults', { kind, path, ...more })),
    consent,
    async session(more = {}) {
      const redirectUri = redirectOf(provider);
      const url = adapter.authorizeUrl(site(), { state: 'st', redirectUri });
      const code = (await consent(url)).searchParams.get('code')!;
      const { token } = await adapter.exchangeCode(site(), { code, redirectUri, now: clock.now() });
      const account = { currency: 'usd', timezone: 'America/New_York' };
      return { site: site(), token, selection, ...account, ...more };
    },
  };
}

const randomNumber = () =>
  `2${String(crypto.getRandomValues(new BigUint64Array(1))[0])
    .slice(-14)
    .padStart(14, '0')}`;
