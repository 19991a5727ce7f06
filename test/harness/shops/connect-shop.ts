// Connects a shop as its owner does: through our page and the shop's, and back in the same browser.
import { expect } from 'vitest';
import { Browser, begin, toConsent } from '../ads/ad-connections.ts';
import { type Answer, type Minted, ORIGIN, testEnv } from '../world.ts';
import type { ShopWorld } from './shopify.ts';

type Brand = Pick<Minted, 'id' | 'key'> & { as?: string };

/** The way back from the shop's consent page, in the browser that went there. */
export async function comeBack(
  world: ShopWorld,
  brand: Brand,
  body: object = {},
): Promise<{ browser: Browser; back: URL }> {
  const browser = new Browser(world);
  const visit = await begin(world, brand, { shop: world.shop, ...body });
  return { browser, back: await world.consent(await toConsent(browser, visit)) };
}

export const arrive = (browser: Browser, back: URL): Promise<Answer> =>
  browser.go('GET', back.pathname + back.search);

/** The whole flow. Returns the connection's ID. */
export async function connectShop(world: ShopWorld, brand: Brand): Promise<string> {
  const { browser, back } = await comeBack(world, brand, { returnUrl: '/done' });
  const answer = await arrive(browser, back);
  expect(answer.headers.get('location')).toBe(`${ORIGIN}/done?status=connected#`);
  const row = await testEnv.DB.prepare('SELECT id FROM connections WHERE holder = ? AND handle = ?')
    .bind(brand.as ?? brand.id, world.shop)
    .first<{ id: string }>();
  return row!.id;
}
