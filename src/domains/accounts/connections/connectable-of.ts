import type { SystemCtx } from '../../../context.ts';
import type { AdPlatform } from '../../../integrations/ads/platform.ts';
import type { Connectable } from '../../../integrations/provider/connectable.ts';
import type { Site } from '../../../integrations/provider/site.ts';
import type { Lazy } from '../../../kit/lazy.ts';
import { type ConnectionRow, isShop } from './connection.ts';

/** Whether a connection or a visit belongs to a creator. All others belong to an account. */
export const isCreators = ({ holder }: { holder: string }): boolean => holder.startsWith('crtr_');

/**
 * What signs a person in at a provider; undefined for a provider that stays connected by no consent. The same provider may
 * be an ad platform for brands and a social one for creators, so the holder decides.
 */
export function connectableOf(
  { reactions }: SystemCtx,
  provider: string,
  held: { holder: string },
): Lazy<Connectable> | undefined {
  const kinds = isCreators(held)
    ? [reactions.socialPlatforms]
    : [reactions.adPlatforms, reactions.shopPlatforms];
  for (const kind of kinds) if (Object.hasOwn(kind, provider)) return kind[provider];
  return undefined;
}

/** Whether anybody at all connects this provider by consent. */
export function isConnectable({ reactions }: SystemCtx, provider: string): boolean {
  const { adPlatforms, shopPlatforms, socialPlatforms } = reactions;
  return [adPlatforms, shopPlatforms, socialPlatforms].some((kind) => Object.hasOwn(kind, provider));
}

/** The ad platform of a brand's connection; undefined for shops and for creators' social accounts. */
export function adPlatformOf(
  { reactions }: SystemCtx,
  connection: Pick<ConnectionRow, 'holder' | 'provider'>,
): Lazy<AdPlatform> | undefined {
  return isCreators(connection) ? undefined : reactions.adPlatforms[connection.provider];
}

/** The provider's URLs. @param shop the shop's domain, because each shop has URLs of its own; null for others. */
export const siteOf = ({ vars }: SystemCtx, platform: Connectable, shop: string | null): Site =>
  shop === null ? platform.site(vars) : platform.site(vars, shop);

/** The domain of a connected shop; null for other connections. */
export const connectedShop = ({ provider, handle }: ConnectionRow): string | null =>
  isShop(provider) ? handle : null;
