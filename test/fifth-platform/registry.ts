// The table of ad platforms with one more row. vitest.config.ts puts it in place of the service's own for these tests.
import { AD_PLATFORM_REGISTRY as FOUR } from '../../src/integrations/ad-platform-registry.ts';

export const AD_PLATFORM_REGISTRY = {
  ...FOUR,
  fable: { name: 'Fable', load: () => import('./adapter.ts').then((m) => m.fableAdapter) },
};
