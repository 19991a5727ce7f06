import type { SystemCtx } from '../../../context.ts';
import type { Connectable } from '../../../integrations/provider/connectable.ts';
import type { Lazy } from '../../../kit/lazy.ts';

/** What signs a person in at a provider; undefined for a provider that stays connected by no consent. */
export function connectableOf({ reactions }: SystemCtx, provider: string): Lazy<Connectable> | undefined {
  return Object.hasOwn(reactions.adPlatforms, provider) ? reactions.adPlatforms[provider] : undefined;
}
