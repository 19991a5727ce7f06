// A test's own ad platform: an app in the simulator that runs beside the tests, and the environment that
// leads to it.
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
  /** The platform's site with this world's settings. */
  site(): Site;
  /** A context without a caller, at `now` in milliseconds. */
  ctx(now?: number): SystemCtx;
  /** Scripts the simulator, as its README describes. Throws for any status except 2xx. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  sim(path: string, body?: object): Promise<any>;
  /** Makes the next `times` requests with this prefix fail. */
  fault(kind: string, path: string, more?: object): Promise<void>;
  /** The URL of a file of this size, for platforms that cannot be given URLs of ours. */
  file(bytes: number): string;
  /** A session of a person who allowed everything. */
  session(more?: Partial<AdSession>): Promise<AdSession>;
}

export const redirectOf = (provider: string) => `${ORIGIN}/connections/callback/${provider}`;

interface Platform {
  provider: string;
  adapter: AdPlatform;
  /** Returns an app that no other test uses; without it, a number is used. */
  newApp?(): string;
  /** The platform's URL and our app's credentials, as vars. */
  vars(simulators: string, app: string): Record<string, string>;
  /** The person who signs in, and their selections. */
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
    // Tests run this lane themselves: by itself it would run without this world.
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
