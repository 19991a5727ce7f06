// A request to the shop's own host, as its visitors send it.
import { type Fields, fieldsOf, notFound, Refusal } from '../wire.ts';
import type { Node, World } from '../world.ts';
import { type Cart, cartCookie, cartJson, cartOf, changeCart, codesThatHold, saveCart } from './cart.ts';
import { cartFields } from './cart-fields.ts';
import { buyNow, type Checkout, checkOut, checkoutOf, complete } from './checkout.ts';
import { FEATURES, PIXEL_MANAGER, sandboxScript } from './page-script.ts';
import {
  cartPage,
  checkoutPage,
  homePage,
  missingPage,
  type PixelEvent,
  productPage,
  thanksPage,
} from './pages.ts';
import { checkoutData, variantData } from './pixel-data.ts';
import { storefrontSettings } from './settings.ts';

const HOST = /^([a-z0-9-]+\.myshopify\.com)\.localhost$/;

/** Whose host it is. Browsers take every name below `localhost` for this machine. */
export const shopAtHost = (hostname: string): string | null => HOST.exec(hostname)?.[1] ?? null;

interface Visit {
  world: World;
  request: Request;
  url: URL;
  /** Without a language at its beginning. */
  path: string;
  cookies: Map<string, string>;
  cart: Cart;
}

const script = (text: string) =>
  new Response(text, { headers: { 'Content-Type': 'text/javascript; charset=utf-8' } });

/** As the Ajax API answers: what ends in `.js` says that it is a script. */
const cartAnswer = (body: unknown, path: string) =>
  new Response(JSON.stringify(body), {
    headers: {
      'Content-Type': `${path.endsWith('.js') ? 'text/javascript' : 'application/json'}; charset=utf-8`,
    },
  });

const leadTo = (location: string) => new Response(null, { status: 303, headers: { Location: location } });

const cookiesOf = (request: Request) =>
  new Map(
    (request.headers.get('cookie') ?? '').split('; ').map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at), pair.slice(at + 1)] as const;
    }),
  );

/** The request as a fault names it. */
export const storefrontPath = (url: URL) => `storefront${url.pathname}`;

/** A scripted fault is answered with a page, as the platform does it even to scripts; only a cart's refusal is JSON. */
export function storefrontRefusal(fault: { kind: string; status: number; message: string }): Response | null {
  const page = (status: number, title: string, headers = {}) =>
    new Response(`<!DOCTYPE html><html lang="en"><head><title>${title}</title></head><body></body></html>`, {
      status,
      headers: { 'Content-Type': 'text/html; charset=utf-8', ...headers },
    });
  if (fault.kind === 'fail_before') return page(503, 'Service Unavailable');
  if (fault.kind === 'rate_limit') return page(429, 'Too many requests', { 'Retry-After': '30' });
  if (fault.kind !== 'refuse') return null;
  const status = fault.status === 200 ? 422 : fault.status;
  return Response.json({ status, message: 'Cart Error', description: fault.message }, { status });
}

export async function storefront(world: World, request: Request, url: URL): Promise<Response> {
  const { root } = storefrontSettings(world);
  const path = url.pathname.startsWith(root) ? `/${url.pathname.slice(root.length)}` : url.pathname;
  const cookies = cookiesOf(request);
  const cart = cartOf(world, cookies.get('cart'));
  const answer = await route({ world, request, url, path, cookies, cart });
  if (!(answer.headers.get('content-type') ?? '').startsWith('text/html')) return answer;
  if (answer.status === 200 && !cookies.has('_landing_page')) {
    const kept = (name: string, value: string) =>
      `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=1209600; HttpOnly; SameSite=Lax`;
    answer.headers.append('Set-Cookie', kept('_landing_page', url.pathname + url.search));
    answer.headers.append('Set-Cookie', kept('_orig_referrer', request.headers.get('referer') ?? ''));
  }
  return answer;
}

async function route(visit: Visit): Promise<Response> {
  const { world, request, path, cart } = visit;
  const [, verb] = /^\/cart\/(add|update|change|clear)(?:\.js|\.json)?$/.exec(path) ?? [];
  if (/^\/cart(\.js|\.json)$/.test(path)) return withCart(visit, cartAnswer(cartJson(world, cart), path));
  if (verb !== undefined) return request.method === 'POST' ? await ajax(visit, verb) : leadTo('/cart');
  if (path.startsWith('/checkout')) return await checkout(visit);
  if (path.startsWith('/discount/')) return discountLink(visit);
  if (path === '/set_tracking_consent.json' && request.method === 'POST') return await consent(visit);
  if (path === '/cdn/load_feature.js') return script(FEATURES);
  if (path === '/cdn/web-pixels-manager.js') return script(PIXEL_MANAGER);
  if (path.startsWith('/wpm/')) return sandbox(visit);
  if (path === '/cart' && request.method === 'POST') return await cartForm(visit);
  if (request.method !== 'GET') throw notFound();
  if (path === '/') return await homePage(world, cart);
  if (path === '/cart') return await cartPage(world, cart);
  const [, handle] = /^\/products\/([^/]+)$/.exec(path) ?? [];
  const product = handle === undefined ? null : productBy(world, handle);
  if (!product) return await missingPage(world, cart);
  const asked = visit.url.searchParams.get('variant');
  const variant: Fields =
    product.variants.find((one: Fields) => String(one.number) === asked) ?? product.variants[0];
  const viewed = { productVariant: variantData(world, variant, product) };
  return await productPage(world, cart, product, ['product_viewed', viewed]);
}

function productBy(world: World, handle: string): Node | null {
  const [row] = world.sql
    .exec<{ data: string }>(
      `SELECT data FROM nodes WHERE kind = 'product' AND data ->> 'handle' = ? AND data ->> 'published' = 1 AND data ->> '_deleted' IS NULL
       AND data ->> 'status' IN ('ACTIVE', 'UNLISTED') LIMIT 1`,
      handle,
    )
    .toArray();
  return row ? JSON.parse(row.data) : null;
}

/** The answer, with the cookie that finds the cart again. */
function withCart({ world, cart, cookies }: Visit, answer: Response): Response {
  if (cartOf(world, cookies.get('cart')).token === cart.token) return answer;
  saveCart(world, cart);
  answer.headers.append('Set-Cookie', cartCookie(cart));
  return answer;
}

async function ajax(visit: Visit, verb: string): Promise<Response> {
  const { world, request, path, cart } = visit;
  const fields = await cartFields(request);
  let answer: Response;
  try {
    const body = changeCart(world, cart, verb, fields);
    world.count(`POST storefront/cart/${verb}`);
    answer = path.includes('.js') ? cartAnswer(body, path) : leadTo(`${storefrontSettings(world).root}cart`);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    answer = error.response();
  }
  answer.headers.append('Set-Cookie', cartCookie(cart));
  return answer;
}

/** The cart page's form: new quantities, attributes and note, then on to the checkout where that button was pressed. */
async function cartForm(visit: Visit): Promise<Response> {
  const fields = await cartFields(visit.request);
  changeCart(visit.world, visit.cart, 'update', fields);
  const { root } = storefrontSettings(visit.world);
  return leadTo('checkout' in fields ? '/checkout' : `${root}cart`);
}

/** A link that puts a code into the cart and leads on. */
function discountLink({ world, path, url, cart }: Visit): Response {
  cart.codes = [decodeURIComponent(path.slice('/discount/'.length))];
  saveCart(world, cart);
  const to = url.searchParams.get('redirect') ?? '/';
  const answer = leadTo(to.startsWith('/') ? to : '/');
  answer.headers.append('Set-Cookie', cartCookie(cart));
  return answer;
}

/** Where the visitor came from, as the order tells it later. */
function visitOf({ world, cookies }: Visit): Fields {
  const landing = cookies.get('_landing_page');
  const referrer = decodeURIComponent(cookies.get('_orig_referrer') ?? '');
  return {
    landing: landing === undefined ? null : `https://${world.owner().domain}${decodeURIComponent(landing)}`,
    referrer: referrer === '' ? null : referrer,
  };
}

async function checkout(visit: Visit): Promise<Response> {
  const { world, request, path, cart } = visit;
  const to = ({ token }: Checkout) => leadTo(`/checkouts/cn/${token}`);
  if (path === '/checkout')
    return cart.lines.length === 0 ? leadTo('/cart') : to(checkOut(world, cart, visitOf(visit)));
  if (path === '/checkouts/buy-now' && request.method === 'POST') {
    const { id, quantity = '1' } = await fieldsOf(request);
    return to(buyNow(world, { id, quantity }, visitOf(visit)));
  }
  const [, token = '', thanks] = /^\/checkouts\/cn\/(\w+)(\/thank-you)?$/.exec(path) ?? [];
  const found = checkoutOf(world, token);
  if (!found) return await missingPage(world, cart);
  if (thanks) {
    if (found.buyer === null) return to(found);
    const events: PixelEvent[] = found.told
      ? []
      : [['checkout_completed', { checkout: checkoutData(world, found) }]];
    world.save({ ...found, told: true });
    return await thanksPage(world, cart, found, events);
  }
  if (found.buyer !== null) return leadTo(`${path}/thank-you`);
  if (request.method !== 'POST') {
    const data = { checkout: checkoutData(world, found) };
    return await checkoutPage(world, cart, found, [['checkout_started', data]]);
  }
  const { pay: _, discount = '', ...typed } = await fieldsOf(request);
  const [code] = codesThatHold(world, { ...found.cart, codes: [discount] }, typed.email || null);
  if (discount !== '' && !code)
    return await checkoutPage(world, cart, found, [], 'Enter a valid discount code');
  if (code) found.cart.codes = [...found.cart.codes, discount];
  const buyer = Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== ''));
  complete(world, found, buyer);
  world.count('POST storefront/checkouts');
  const done = leadTo(`${path}/thank-you`);
  // The cart was bought; the visitor's next one is another.
  if (found.cart.token === cart.token) {
    world.remove(cart.id);
    done.headers.append('Set-Cookie', 'cart=; Path=/; Max-Age=0');
  }
  return done;
}

/** Keeps what the visitor allowed, in a cookie that scripts can read. */
async function consent({ request, cookies }: Visit): Promise<Response> {
  const asked = (await fieldsOf(request)) as Record<string, boolean>;
  const before = JSON.parse(decodeURIComponent(cookies.get('_tracking_consent') ?? '') || '{}');
  for (const [name, yes] of Object.entries(asked)) before[name] = yes ? 'yes' : 'no';
  const value = encodeURIComponent(JSON.stringify(before));
  return new Response('{}', {
    headers: {
      'Content-Type': 'application/json',
      'Set-Cookie': `_tracking_consent=${value}; Path=/; Max-Age=31536000; SameSite=Lax`,
    },
  });
}

/** The page in a custom pixel's frame. */
function sandbox({ world, path }: Visit): Response {
  const at = Number(/^\/wpm\/custom\/web-pixel-(\d+)@/.exec(path)?.[1] ?? -1);
  const pixel = storefrontSettings(world).pixels[at];
  if (!pixel) throw notFound();
  const text = `<!doctype html><html lang="en"><head><meta charset="utf-8"></head><body><script>${sandboxScript(pixel.code)}</script></body></html>`;
  return new Response(text, { headers: { 'Content-Type': 'text/html; charset=utf-8' } });
}
