import type { SystemCtx } from '../../../context.ts';
import type { Connectable } from '../../../integrations/provider/connectable.ts';
import type { Site } from '../../../integrations/provider/site.ts';
import type { Lazy } from '../../../kit/lazy.ts';
import { type ConnectionRow, isShop } from './connection.ts';

/** What signs a person in at a provider; undefined for a provider that stays connected by no consent. */
export function connectableOf({ reactions }: SystemCtx, provider: string): Lazy<Connectable> | undefined {
  for (const kind of [reactions.adPlatforms, reactions.shopPlatforms])
    if (Object.hasOwn(kind, provider)) return kind[provider];
  return undefined;
}

/** The provider's URLs. @param shop the shop's domain, because each shop has URLs of its own; null for others. */
export const siteOf = ({ vars }: SystemCtx, platform: Connectable, shop: string | null): Site =>
  shop === null ? platform.site(vars) : platform.site(vars, shop);

/** The domain of a connected shop; null for other connections. */
export const connectedShop = ({ provider, handle }: ConnectionRow): string | null =>
  isShop(provider) ? handle : null;
