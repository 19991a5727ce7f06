// The table of ad platforms with one more row. vitest.config.ts puts it in place of the service's own for these tests.
import { AD_PLATFORM_TABLE as FOUR } from '../../src/integrations/ad-platform-table.ts';

export const AD_PLATFORM_TABLE = {
  ...FOUR,
  fable: { name: 'Fable', load: () => import('./adapter.ts').then((m) => m.fableAdapter) },
};
