// Our app at Shopify, and where each shop is reached.
import * as z from 'zod';
import type { Vars } from '../../env.ts';
import { idInPath } from '../provider/refusal.ts';
import { hasSettings, NotConfigured } from '../provider/settings.ts';
import type { App, Site } from '../provider/site.ts';
import { SHOPIFY } from './outcome.ts';

const SUFFIX = '.myshopify.com';
const Shop = z.string().regex(/^[a-z0-9][a-z0-9-]{0,59}\.myshopify\.com$/);

const SETTINGS = ['SHOPIFY_API_KEY', 'SHOPIFY_API_SECRET'] as const;

export const configured = (vars: Vars): boolean => hasSettings(vars, SETTINGS);

/** Throws unavailable when the app is not set. */
export function appOf(vars: Vars): App {
  if (!hasSettings(vars, SETTINGS, true))
    throw new NotConfigured('Shopify cannot be connected: it is not configured.');
  const { SHOPIFY_API_KEY: id, SHOPIFY_API_SECRET: secret, SHOPIFY_OLD_API_SECRET: oldSecret } = vars;
  return { id: id!, secret: secret!, ...(oldSecret === undefined ? {} : { oldSecret }) };
}

export function site(vars: Vars, named?: string): Site {
  const shop = idInPath(SHOPIFY, Shop, named, 'shop');
  const url = vars.SHOPIFY_SHOP_URL.replace('{shop}', shop);
  return { app: appOf(vars), shop, at: { api: url, consent: url, tokens: url, profiles: url } };
}

/** A domain that Shopify itself gave; null if it does not have the form of one. */
export const shopIn = (value: unknown): string | null => Shop.safeParse(value).data ?? null;

/** The shop that people mean: its name, its domain, or its URL with nothing behind it. */
export function shopOf(text: string): string | null {
  const host = text
    .trim()
    .toLowerCase()
    .replace(/^https:\/\/([^/]*)\/?$/, '$1');
  return shopIn(host.includes('.') ? host : `${host}${SUFFIX}`);
}
