// The interface of an account's ad defaults for templates and campaigns.
import type { SystemCtx } from '../../../context.ts';
import type { AdDefaultsValues } from './ad-defaults.ts';
import { findDefaults } from './store.ts';

type OnPlatform = Omit<AdDefaultsValues, 'settings'> & { settings?: Record<string, unknown> };

/** What an account's new campaign on a platform starts with. Fields that were never set are left out. */
export async function defaultsOn(ctx: SystemCtx, accountId: string, platform: string): Promise<OnPlatform> {
  const { settings = {}, ...given } = (await findDefaults(ctx, accountId))?.given ?? {};
  const own = Object.entries(settings).find(([name]) => name === platform)?.[1];
  return { ...given, ...(own && { settings: own }) };
}
