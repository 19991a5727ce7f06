// A shop that removed our app and asks to be erased.
import { forgetCustomers } from '../../../src/domains/catalog/shops/forget-customers.ts';
import { keepPrivacyRequests } from '../../../src/domains/catalog/shops/keep-privacy-requests.ts';
import { HOUR_MS } from '../../../src/kit/time.ts';
import { systemCtx } from '../../../src/system-ctx.ts';
import * as clock from '../clock.ts';
import type { ShopWorld } from './shopify.ts';

/** Moves the clock, so that the test has to release it. */
export async function eraseShop(world: ShopWorld): Promise<void> {
  await world.sim('uninstall', { client: world.client });
  const asked = { provider: 'shopify', kind: 'shop_redact', shop: world.shop } as const;
  const nothing = { order: null, product: null, customer: null, request: null };
  await keepPrivacyRequests(systemCtx(world.env, clock.now()), [{ ...asked, ...nothing }]);
  for (let run = 0; run < 4; run++) {
    await forgetCustomers(systemCtx(world.env, clock.now()));
    clock.hold(clock.now() + HOUR_MS);
  }
}
