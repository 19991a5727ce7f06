// The shop's pages as visitors see them. The theme's pages carry what the merchant pasted into its head; checkouts do not.
import { html, raw } from 'hono/html';
import { storedProducts } from '../catalogue.ts';
import { decimal } from '../money.ts';
import { isListed } from '../product-view.ts';
import type { Fields } from '../wire.ts';
import type { Node, World } from '../world.ts';
import { type Cart, cartJson } from './cart.ts';
import type { Checkout } from './checkout.ts';
import { initData } from './pixel-data.ts';
import { storefrontSettings } from './settings.ts';

/** An event of the page for custom pixels: its name and what it carries. */
export type PixelEvent = [name: string, data: unknown];

interface Frame {
  title: string;
  body: unknown;
  cart: Cart;
  events?: PixelEvent[];
  /** Whether the theme makes the page. */
  themed?: boolean;
  status?: number;
}

const asScript = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

async function frame(world: World, { title, body, cart, events = [], themed = true, status = 200 }: Frame) {
  const { head, pixels, consentRequired, banner, features, root } = storefrontSettings(world);
  const { currency, name } = world.owner();
  const sim = {
    ...{
      consentRequired,
      banner,
      events,
      broken: features === 'broken',
      servedAt: world.now(),
      init: initData(world, cart),
    },
    pixels: pixels.map(({ needs = [] }) => ({ needs })),
  };
  const shopify = `window.Shopify = window.Shopify || {};
Object.assign(Shopify, ${asScript({
    ...{ shop: world.shop, locale: 'en', country: 'US', currency: { active: currency, rate: '1.0' } },
    ...{ routes: { root }, theme: { name: 'Sim', id: 1, theme_store_id: null, role: 'main' } },
    __sim: sim,
  })});`;
  const text =
    await html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} – ${name}</title>
<link rel="icon" href="data:,">
<script>${raw(shopify)}</script>
<script src="/cdn/load_feature.js" defer></script>
<script src="/cdn/web-pixels-manager.js" defer></script>
${themed ? raw(head) : ''}
</head><body>
<header><a href="${root}">${name}</a>${themed ? html` <a href="${root}cart">Cart</a>` : ''}</header>
<main><h1>${title}</h1>${body}</main></body></html>`;
  return new Response(String(text), { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } });
}

const price = (amount: number, currency: string) => `${decimal(amount, currency)} ${currency}`;

export function homePage(world: World, cart: Cart): Promise<Response> {
  const { root } = storefrontSettings(world);
  const items = storedProducts(world)
    .filter((product) => isListed(product) && product.status === 'ACTIVE')
    .reverse()
    .slice(0, 50)
    .map((one) => html`<li><a href="${root}products/${one.handle}">${one.title}</a></li>`);
  return frame(world, { title: 'Home', body: html`<ul>${items}</ul>`, cart });
}

export function productPage(world: World, cart: Cart, product: Node, event: PixelEvent): Promise<Response> {
  const { root } = storefrontSettings(world);
  const { currency } = world.owner();
  const options = product.variants.map(
    (one: Fields) => html`<option value="${one.number}">${one.title}, ${price(one.price, currency)}</option>`,
  );
  const body = html`<form id="product" method="post" action="${root}cart/add">
<select name="id">${options}</select> <input name="quantity" value="1">
<button name="add">Add to cart</button>
<button class="shopify-payment-button__button" formaction="/checkouts/buy-now">Buy it now</button></form>`;
  return frame(world, { title: product.title, body, cart, events: [event] });
}

export function cartPage(world: World, cart: Cart): Promise<Response> {
  const { root } = storefrontSettings(world);
  const { items, total_price, currency } = cartJson(world, cart);
  const rows = items.map(
    (item) =>
      html`<tr><td>${item.title}</td><td><input name="updates[]" value="${item.quantity}"></td>
<td>${price(item.final_line_price, currency)}</td></tr>`,
  );
  const body =
    items.length === 0
      ? html`<p>Your cart is empty.</p>`
      : html`<form method="post" action="${root}cart"><table>${rows}</table><p>${price(total_price, currency)}</p>
<button name="update">Update</button> <button name="checkout">Check out</button></form>`;
  return frame(world, {
    title: 'Your cart',
    body,
    cart,
    events: [['cart_viewed', { cart: initData(world, cart).cart }]],
  });
}

const FIELDS = [
  'discount',
  'email',
  'firstName',
  'lastName',
  'address1',
  'city',
  'zip',
  'countryCode',
  'phone',
];

export function checkoutPage(
  world: World,
  cart: Cart,
  checkout: Checkout,
  events: PixelEvent[],
  wrong = '',
): Promise<Response> {
  const lines = checkout.cart.lines.map(({ variant, quantity }) => html`<li>${quantity} of ${variant}</li>`);
  const fields = FIELDS.map((name) => html`<p><label>${name} <input name="${name}"></label></p>`);
  const told = wrong === '' ? '' : html`<p role="alert">${wrong}</p>`;
  const body = html`<ul>${lines}</ul>${told}<form method="post">${fields}<button name="pay">Pay now</button></form>`;
  return frame(world, { title: 'Checkout', body, cart, events, themed: false });
}

export function thanksPage(
  world: World,
  cart: Cart,
  { order }: Checkout,
  events: PixelEvent[],
): Promise<Response> {
  const body = html`<p id="order">${order?.name ?? ''}</p>`;
  return frame(world, { title: 'Thank you', body, cart, events, themed: false });
}

export const missingPage = (world: World, cart: Cart) =>
  frame(world, { title: '404 Not Found', body: html`<p>Nothing is here.</p>`, cart, status: 404 });
