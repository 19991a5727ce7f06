// The entry point of the simulators: which platform, and whose world there.
import { Hono } from 'hono';
import { CLIENT as GOOGLE_CLIENT, projectOf } from './google/oauth.ts';
import type { GoogleSimulator } from './google/simulator.ts';
import { refuse as refuseAtGoogle } from './google/wire.ts';
import { appOf as appAtInstagram } from './instagram/oauth.ts';
import type { InstagramSimulator } from './instagram/simulator.ts';
import { appOf } from './meta/oauth.ts';
import type { MetaSimulator } from './meta/simulator.ts';
import { badToken } from './meta/wire.ts';
import type { ShopifySimulator } from './shopify/simulator.ts';
import { shopAtHost } from './shopify/storefront/storefront.ts';
import { SHOP_NAME, notFound as shopNotFound } from './shopify/wire.ts';
import type { ShortLinksSimulator } from './short-links/simulator.ts';
import { appOf as appOfSnapchat } from './snapchat/oauth.ts';
import type { SnapchatSimulator } from './snapchat/simulator.ts';
import { badToken as badSnapchatToken } from './snapchat/wire.ts';
import type { StripeSimulator } from './stripe/simulator.ts';
import { failure } from './stripe/wire.ts';
import { appOf as appOfTiktokToken } from './tiktok/oauth.ts';
import type { TiktokSimulator } from './tiktok/simulator.ts';
import { badToken as badTiktokToken, envelope } from './tiktok/wire.ts';
import { appOf as appOfTiktokCreator } from './tiktok-display/oauth.ts';
import type { TiktokDisplaySimulator } from './tiktok-display/simulator.ts';
import { badToken as badDisplayToken } from './tiktok-display/wire.ts';

export { GoogleSimulator } from './google/simulator.ts';
export { InstagramSimulator } from './instagram/simulator.ts';
export { MetaSimulator } from './meta/simulator.ts';
export { ShopifySimulator } from './shopify/simulator.ts';
export { ShortLinksSimulator } from './short-links/simulator.ts';
export { SnapchatSimulator } from './snapchat/simulator.ts';
export { StripeSimulator } from './stripe/simulator.ts';
export { TiktokSimulator } from './tiktok/simulator.ts';
export { TiktokDisplaySimulator } from './tiktok-display/simulator.ts';

interface Bindings {
  GOOGLE: DurableObjectNamespace<GoogleSimulator>;
  INSTAGRAM: DurableObjectNamespace<InstagramSimulator>;
  META: DurableObjectNamespace<MetaSimulator>;
  SHOPIFY: DurableObjectNamespace<ShopifySimulator>;
  SHORT_LINKS: DurableObjectNamespace<ShortLinksSimulator>;
  SNAPCHAT: DurableObjectNamespace<SnapchatSimulator>;
  STRIPE: DurableObjectNamespace<StripeSimulator>;
  TIKTOK: DurableObjectNamespace<TiktokSimulator>;
  TIKTOK_DISPLAY: DurableObjectNamespace<TiktokDisplaySimulator>;
}

const app = new Hono<{ Bindings: Bindings }>();

// Each request is read whole before anything answers it, also where a platform refuses before it has read: of one that is
// answered while its body is under way, workerd says that it can't be read any more, and `wrangler dev` ends of that.
app.use(async ({ req }, next) => {
  const { url, method, headers } = req.raw;
  const read = await req.raw.arrayBuffer();
  // Meta's own client sends a body with each GET.
  const body = /^(GET|HEAD)$/.test(method) ? null : read;
  // The caller follows the redirects.
  req.raw = new Request(url, { method, headers, body, redirect: 'manual' });
  await next();
});

/** A shop's own host, where its visitors are. */
app.use(async ({ env: { SHOPIFY }, req, notFound }, next) => {
  const shop = shopAtHost(new URL(req.url).hostname);
  if (shop === null) return await next();
  if (shop.startsWith('no-')) return notFound();
  return await SHOPIFY.get(SHOPIFY.idFromName(shop)).fetch(asked(req.raw, 'sim-shop', shop));
});

/** Each secret key is an account of its own at Stripe, so each has a world of its own here. */
function secretKey(header: string | undefined): string | null {
  const bearer = /^Bearer (\S+)$/.exec(header ?? '')?.[1];
  const basic = /^Basic (\S+)$/.exec(header ?? '')?.[1];
  const key = bearer ?? (basic ? atob(basic).split(':')[0] : undefined) ?? '';
  return /^sk_test_[A-Za-z0-9_]{4,}$/.test(key) ? key : null;
}

for (const path of ['/v1/*', '/v2/*', '/_sim/stripe/*']) {
  app.all(path, (c) => {
    const key = secretKey(c.req.header('authorization'));
    if (!key) {
      const message = 'Invalid API Key provided. Give it as a Bearer token; test keys begin with sk_test_.';
      return failure(401, { message }).response();
    }
    return c.env.STRIPE.get(c.env.STRIPE.idFromName(key)).fetch(c.req.raw);
  });
}

// People open these pages without a key, so the address names the world.
app.all('/stripe/:page/:world/:id', (c) => {
  const world = c.req.param('world');
  if (!/^[0-9a-f]{64}$/.test(world)) return c.notFound();
  return c.env.STRIPE.get(c.env.STRIPE.idFromString(world)).fetch(c.req.raw);
});

/** A request with the name of whose world it is for. */
function asked(request: Request, header: string, world: string): Request {
  const named = new Request(request);
  named.headers.set(header, world);
  return named;
}

/** Each app has a world of its own at Meta: its ID stands in the address, or in the token, wherever that was put. */
async function appOfMeta(request: Request): Promise<string | null> {
  const { pathname, searchParams } = new URL(request.url);
  const scripted = /^\/_sim\/meta\/(\d+)(?:\/|$)/.exec(pathname)?.[1];
  const named = scripted ?? searchParams.get('client_id');
  if (named) return /^\d{1,20}$/.test(named) ? named : null;
  const bearer = /^Bearer (\S+)$/.exec(request.headers.get('authorization') ?? '')?.[1];
  const token = searchParams.get('access_token') ?? bearer;
  if (token) return appOf(token) ?? /^(\d{1,20})\|/.exec(token)?.[1] ?? null;
  const body = await request.clone().text();
  return appOf(/EAASIM\d+x/.exec(body)?.[0] ?? '') ?? /client_id"?[=:]"?(\d{1,20})/.exec(body)?.[1] ?? null;
}

for (const path of ['/meta/*', '/_sim/meta/*']) {
  app.all(path, async (c) => {
    const id = await appOfMeta(c.req.raw);
    if (id === null) {
      const error = badToken(467, 'Invalid OAuth access token - Cannot parse access token');
      return Response.json(error.body, { status: error.status });
    }
    return c.env.META.get(c.env.META.idFromName(id)).fetch(asked(c.req.raw, 'sim-app', id));
  });
}

/** Each app has a world of its own at TikTok: its ID stands in the address, in the token, or in the body of a sign-in. */
async function appOfTiktok(request: Request): Promise<string | null> {
  const { pathname, searchParams } = new URL(request.url);
  const named = /^\/_sim\/tiktok\/(\d+)(?:\/|$)/.exec(pathname)?.[1] ?? searchParams.get('app_id');
  if (named) return /^\d{1,20}$/.test(named) ? named : null;
  const token = request.headers.get('access-token');
  if (token) return appOfTiktokToken(token);
  return /"app_id":"(\d{1,20})"/.exec(await request.clone().text())?.[1] ?? null;
}

for (const path of ['/tiktok/*', '/_sim/tiktok/*']) {
  app.all(path, async (c) => {
    const id = await appOfTiktok(c.req.raw);
    if (id === null) {
      const { code, message } = badTiktokToken();
      return Response.json(envelope(code, message));
    }
    return c.env.TIKTOK.get(c.env.TIKTOK.idFromName(id)).fetch(asked(c.req.raw, 'sim-app', id));
  });
}

/** Each app has a world of its own at Instagram: its ID stands in the address, in a token, or in the form of a sign-in. */
async function appOfInstagram(request: Request): Promise<string | null> {
  const { pathname, searchParams } = new URL(request.url);
  const named = /^\/_sim\/instagram\/(\d+)(?:\/|$)/.exec(pathname)?.[1] ?? searchParams.get('client_id');
  if (named) return /^\d{1,20}$/.test(named) ? named : null;
  const bearer = /^Bearer (\S+)$/.exec(request.headers.get('authorization') ?? '')?.[1];
  const token = searchParams.get('access_token') ?? bearer;
  if (token) return appAtInstagram(token);
  const form = new URLSearchParams(await request.clone().text());
  return (
    /^\d{1,20}$/.exec(form.get('client_id') ?? '')?.[0] ?? appAtInstagram(form.get('access_token') ?? '')
  );
}

for (const path of ['/instagram/*', '/_sim/instagram/*']) {
  app.all(path, async (c) => {
    const id = await appOfInstagram(c.req.raw);
    if (id === null) {
      const error = badToken(467, 'Invalid OAuth access token - Cannot parse access token');
      return Response.json(error.body, { status: error.status });
    }
    const { INSTAGRAM } = c.env;
    return INSTAGRAM.get(INSTAGRAM.idFromName(id)).fetch(asked(c.req.raw, 'sim-app', id));
  });
}

/** Likewise at TikTok's Login Kit, where the app is named by a client key. */
async function appAtDisplay(request: Request): Promise<string | null> {
  const { pathname, searchParams } = new URL(request.url);
  const named = pathname.startsWith('/_sim/') ? pathname.split('/')[3] : searchParams.get('client_key');
  if (named) return /^[A-Za-z0-9]{1,64}$/.test(named) ? named : null;
  const bearer = /^Bearer (\S+)$/.exec(request.headers.get('authorization') ?? '')?.[1];
  if (bearer !== undefined) return appOfTiktokCreator(bearer);
  const form = new URLSearchParams(await request.clone().text());
  return /^[A-Za-z0-9]{1,64}$/.exec(form.get('client_key') ?? '')?.[0] ?? null;
}

for (const path of ['/tiktok-display/*', '/_sim/tiktok-display/*']) {
  app.all(path, async (c) => {
    const id = await appAtDisplay(c.req.raw);
    if (id === null) {
      const error = badDisplayToken();
      return Response.json(error.body(), { status: error.status });
    }
    const { TIKTOK_DISPLAY } = c.env;
    return TIKTOK_DISPLAY.get(TIKTOK_DISPLAY.idFromName(id)).fetch(asked(c.req.raw, 'sim-app', id));
  });
}

const CLIENT = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

/** Likewise at Snapchat, where the app is named by a UUID. */
async function appAtSnapchat(request: Request): Promise<string | null> {
  const { pathname, searchParams } = new URL(request.url);
  const named = pathname.startsWith('/_sim/') ? pathname.split('/')[3] : searchParams.get('client_id');
  if (named) return CLIENT.exec(named)?.[0] ?? null;
  if (!pathname.includes('/login/')) return appOfSnapchat(request.headers.get('authorization') ?? '');
  const form = new URLSearchParams(await request.clone().text());
  return CLIENT.exec(form.get('client_id') ?? '')?.[0] ?? null;
}

for (const path of ['/snapchat/*', '/_sim/snapchat/*']) {
  app.all(path, async (c) => {
    const id = await appAtSnapchat(c.req.raw);
    if (id === null) {
      const error = badSnapchatToken();
      return Response.json(error.body(), { status: error.status });
    }
    return c.env.SNAPCHAT.get(c.env.SNAPCHAT.idFromName(id)).fetch(asked(c.req.raw, 'sim-app', id));
  });
}

/** Each shop is a world, and stands in every address; a name that begins with `no-` is no shop's. */
for (const path of ['/shopify/:shop/*', '/_sim/shopify/:shop/*', '/_sim/shopify/:shop']) {
  app.all(path, (c) => {
    const shop = c.req.param('shop') ?? '';
    if (!SHOP_NAME.test(shop) || shop.startsWith('no-')) return shopNotFound().response();
    const { SHOPIFY } = c.env;
    return SHOPIFY.get(SHOPIFY.idFromName(shop)).fetch(asked(c.req.raw, 'sim-shop', shop));
  });
}

/** Each project has a world of its own at Google: named by the address, by a token, or in the form of a sign-in. */
async function projectAtGoogle(request: Request): Promise<string | null> {
  const { pathname, searchParams } = new URL(request.url);
  const named = /^\/(?:_sim\/google|google\/resumable\/session)\/(\d+)(?:\/|$)/.exec(pathname)?.[1];
  if (named !== undefined) return named;
  const client = searchParams.get('client_id');
  if (client !== null) return GOOGLE_CLIENT.exec(client)?.[1] ?? null;
  const bearer = /^Bearer (\S+)$/.exec(request.headers.get('authorization') ?? '')?.[1];
  if (bearer !== undefined) return projectOf(bearer);
  const form = new URLSearchParams(await request.clone().text());
  return GOOGLE_CLIENT.exec(form.get('client_id') ?? '')?.[1] ?? projectOf(form.get('token') ?? '');
}

for (const path of ['/google/*', '/_sim/google/*']) {
  app.all(path, async (c) => {
    const project = await projectAtGoogle(c.req.raw);
    if (project === null) {
      const error = refuseAtGoogle('authenticationError.OAUTH_TOKEN_INVALID', 'Invalid.', { status: 401 });
      return Response.json(error.body, { status: error.status });
    }
    const { GOOGLE } = c.env;
    return GOOGLE.get(GOOGLE.idFromName(project)).fetch(asked(c.req.raw, 'sim-project', project));
  });
}

/** The platforms' own hosts behind shared links: each world has links of its own. */
for (const path of ['/short-links/:world/*', '/_sim/short-links/:world']) {
  app.all(path, (c) => {
    const { SHORT_LINKS } = c.env;
    return SHORT_LINKS.get(SHORT_LINKS.idFromName(c.req.param('world') ?? '')).fetch(c.req.raw);
  });
}

/** Bytes for whoever has to fetch a file from somewhere: as many as the address says. */
app.get('/_sim/file/:bytes', (c) => {
  const bytes = Number(c.req.param('bytes'));
  if (!Number.isInteger(bytes) || bytes < 0 || bytes > 1024 ** 3) return c.notFound();
  const { readable, writable } = new FixedLengthStream(bytes);
  const writer = writable.getWriter();
  const piece = new Uint8Array(64 * 1024);
  const send = async () => {
    for (let left = bytes; left > 0; left -= piece.length) await writer.write(piece.subarray(0, left));
    await writer.close();
  };
  // A receiver that stops reading ends it.
  c.executionCtx.waitUntil(send().catch(() => undefined));
  return new Response(readable, { headers: { 'Content-Type': 'video/mp4' } });
});

const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAAAAADhZOFXAAAADklEQVR42mNogAIGyhgAgIQgARDoahcAAAAASUVORK5CYII=';

/**
 * A picture, for whoever has to fetch one, with `pad` bytes behind it; a page where `status` says that it is not there any more,
 * or, as a redirect, that it is elsewhere. Where `slow` is `answer`, nothing comes, and where it is `body`, the half.
 */
app.get('/_sim/picture.png', async (c) => {
  const slow = c.req.query('slow');
  if (slow === 'answer') await scheduler.wait(60_000);
  const status = Number(c.req.query('status') ?? 200);
  const picture = Uint8Array.from(atob(PICTURE), (one) => one.charCodeAt(0));
  const bytes = new Uint8Array(picture.length + Number(c.req.query('pad') ?? 0));
  bytes.set(picture);
  const headers = { 'Content-Type': 'image/png', Location: '/_sim/picture.png' };
  if (slow === 'body') {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const send = async () => {
      await writer.write(picture.subarray(0, picture.length / 2));
      await scheduler.wait(60_000);
    };
    c.executionCtx.waitUntil(send().catch(() => undefined));
    return new Response(readable, { headers });
  }
  return new Response(status === 200 ? bytes : 'Gone', { status, headers });
});

export default app;
