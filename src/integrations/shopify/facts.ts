// Reads what a shop says of itself.
import * as z from 'zod';
import { isCurrency } from '../../kit/iso-4217.ts';
import { isZone } from '../../kit/zone.ts';
import type { ShopFacts, ShopSession } from '../shops/platform.ts';
import { read } from './client.ts';
import { SHOPIFY } from './outcome.ts';
import { missingOf } from './sign-in.ts';

const FACTS = `query Facts {
  shop { name myshopifyDomain currencyCode ianaTimezone primaryDomain { host } }
  currentAppInstallation { accessScopes { handle } }
}`;

const Facts = z.object({
  shop: z.object({
    name: z.string().max(500),
    myshopifyDomain: z.string(),
    currencyCode: z.string().toLowerCase().refine(isCurrency),
    ianaTimezone: z.string().refine(isZone),
    primaryDomain: z.object({ host: z.string().min(1).max(253) }),
  }),
  currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }),
});

export async function facts(session: ShopSession): Promise<ShopFacts> {
  const { shop, currentAppInstallation: app } = await read(session, { query: FACTS }, Facts);
  // Facts of another shop must not be stored for this one.
  if (shop.myshopifyDomain !== session.shop) throw SHOPIFY.error('unreadable');
  const { name, currencyCode: currency, ianaTimezone: timezone, primaryDomain } = shop;
  const missing = missingOf(app.accessScopes.map(({ handle }) => handle));
  return { name, domain: primaryDomain.host.toLowerCase(), currency, timezone, missing };
}
