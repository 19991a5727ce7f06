// An app leaves a shop: its tokens and subscriptions end at once, and two days later the shop's data is to go.
import { announce, announceUninstall, shopNumber } from './deliveries.ts';
import { endTokens, installationOf } from './oauth.ts';
import type { World } from './world.ts';

/** False where it is not installed. */
export function uninstall(world: World, client: string): boolean {
  const installation = installationOf(world, client);
  if (!installation) return false;
  const { name, domain, email, currency } = world.owner();
  const shop = { id: shopNumber(world), name, email, domain, currency, myshopify_domain: world.shop };
  announce(world, 'APP_UNINSTALLED', shop, client);
  for (const one of world.all('subscription')) if (one.client === client) world.remove(one.id);
  endTokens(world, client, true);
  world.save({ ...installation, _uninstalled: true });
  announceUninstall(world, client);
  return true;
}
