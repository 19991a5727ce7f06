// A test's own Instagram and TikTok: the simulators' READMEs say how to script them; and creators who connect there.
import { inject } from 'vitest';
import type { SystemCtx } from '../../../src/context.ts';
import { type Env, vars } from '../../../src/env.ts';
import { instagramAdapter } from '../../../src/integrations/instagram/adapter.ts';
import type { SocialPlatform } from '../../../src/integrations/social/platform.ts';
import { tiktokDisplayAdapter } from '../../../src/integrations/tiktok-display/adapter.ts';
import { systemCtx } from '../../../src/system-ctx.ts';
import type { AdWorld } from '../ads/ad-connections.ts';
import * as clock from '../clock.ts';
import { testEnv } from '../world.ts';

export const ADA = { instagram: '17841400000000001', tiktok: '-000ada0000000000000000000000000000' } as const;
export const GRACE = {
  instagram: '17841400000000002',
  tiktok: '-000grace00000000000000000000000000',
} as const;
export const PERSONAL = '17841400000000003';

export type SocialCode = 'instagram' | 'tiktok';

export interface SocialWorld extends AdWorld {
  provider: SocialCode;
  adapter: SocialPlatform;
  site: () => ReturnType<SocialPlatform['site']>;
  ctx(now?: number): SystemCtx;
  /** Scripts the simulator. Throws for any status except 2xx. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  sim(path: string, body?: object): Promise<any>;
  fault(kind: string, path: string, more?: object): Promise<void>;
}

const digits = () =>
  String(crypto.getRandomValues(new BigUint64Array(1))[0])
    .slice(-14)
    .padStart(14, '1');

const PLATFORMS = {
  instagram: {
    adapter: instagramAdapter,
    folder: 'instagram',
    newApp: digits,
    vars: (url: string, app: string) => ({
      INSTAGRAM_API_URL: url,
      INSTAGRAM_LOGIN_URL: url,
      INSTAGRAM_OAUTH_URL: url,
      INSTAGRAM_APP_ID: app,
      INSTAGRAM_APP_SECRET: `sim_secret_${app}`,
    }),
  },
  tiktok: {
    adapter: tiktokDisplayAdapter,
    folder: 'tiktok-display',
    newApp: () => `aw${digits()}`,
    vars: (url: string, app: string) => ({
      TIKTOK_OPEN_API_URL: url,
      TIKTOK_LOGIN_URL: url,
      TIKTOK_CLIENT_KEY: app,
      TIKTOK_CLIENT_SECRET: `sim_secret_${app}`,
    }),
  },
} as const;

/** @param base the environment to add this world to. */
export async function socialWorld(provider: SocialCode, base: Env = testEnv): Promise<SocialWorld> {
  const { adapter, folder, newApp, vars: settings } = PLATFORMS[provider];
  const simulators = inject('simulators');
  const app = newApp();
  const env: Env = { ...base, ...settings(`${simulators}/${folder}`, app) };
  const sim: SocialWorld['sim'] = async (path, body = {}) => {
    const init = { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(`${simulators}/_sim/${folder}/${app}/${path}`, init);
    if (!response.ok) throw new Error(`${path} answered ${response.status} ${await response.text()}`);
    return await response.json();
  };
  const late = clock.now() - clock.unheld();
  if (late > 0) await sim('clock', { advance: Math.round(late) });
  return {
    provider,
    adapter,
    env,
    sim,
    site: () => adapter.site(vars(env)),
    ctx: (now = clock.now()) => systemCtx(env, now),
    fault: async (kind, path, more = {}) => void (await sim('faults', { kind, path, ...more })),
    consent: async (url, form = {}) => {
      const body = new URLSearchParams({ user: ADA[provider], answer: 'allow', ...form });
      const sent = await fetch(url, { method: 'POST', body, redirect: 'manual' });
      const location = sent.headers.get('location');
      if (location === null) throw new Error(`the consent page answered ${sent.status}`);
      return new URL(location);
    },
  };
}

/** Time passes here and at the platform. */
export async function pass(world: SocialWorld, ms: number): Promise<void> {
  clock.hold(clock.now() + ms);
  await world.sim('clock', { advance: ms });
}
