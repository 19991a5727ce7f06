// The table of ad platforms with one more row. For these tests vitest.config.ts replaces the service's own
// table by it.
import { AD_PLATFORM_REGISTRY as FOUR } from '../../src/integrations/ad-platform-registry.ts';

export const AD_PLATFORM_REGISTRY = {
  ...FOUR,
  fable: { name: 'Fable', clickDays: 7, load: () => import('./adapter.ts').then((m) => m.fableAdapter) },
};
