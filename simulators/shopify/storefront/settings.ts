// How the shop's own pages are set up: what the merchant pasted into the theme, custom pixels, the consent banner.
import { type Fields, wrongCommand } from '../wire.ts';
import type { World } from '../world.ts';

export interface CustomPixel {
  name: string;
  code: string;
  /** What visitors have to allow before it runs; nothing: "permission not required". */
  needs: ('analytics' | 'marketing' | 'preferences' | 'sale_of_data')[];
}

export interface StorefrontSettings {
  /** Where the visitor's language begins: "/" or "/fr/". */
  root: string;
  /** HTML at the end of the theme's head; checkouts have no theme. */
  head: string;
  pixels: CustomPixel[];
  /** Whether the visitor's region wants a yes before anything is tracked. */
  consentRequired: boolean;
  /** Whether the shop shows the platform's own banner, which also loads the Customer Privacy API. */
  banner: boolean;
  /** `broken`: the features never load, as where something blocks them. */
  features: 'works' | 'broken';
  /** `held`: an order is there only when `checkouts/<token>/make` says so, after its thank-you page. */
  orders: 'made' | 'held';
  /** How an event of a pixel names the order. */
  orderIds: 'bare' | 'identity';
  shipping: string | null;
  taxes: { title: string; rate: number }[];
}

const SETTINGS: StorefrontSettings = {
  ...{ root: '/', head: '', pixels: [], consentRequired: false, banner: false, features: 'works' },
  ...{ orders: 'made', orderIds: 'bare', shipping: null, taxes: [] },
};

export const storefrontSettings = (world: World): StorefrontSettings => ({
  ...SETTINGS,
  ...world.setting<Partial<StorefrontSettings>>('storefront', {}),
});

export function setStorefront(world: World, body: Fields): StorefrontSettings {
  for (const name of Object.keys(body))
    if (!Object.hasOwn(SETTINGS, name))
      throw wrongCommand(`storefront takes ${Object.keys(SETTINGS).join(', ')}.`);
  world.set('storefront', { ...world.setting('storefront', {}), ...body });
  return storefrontSettings(world);
}
