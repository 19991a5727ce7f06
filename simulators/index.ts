// The entry point of the simulators: which platform, and whose world there.
import { Hono } from 'hono';
import { appOf } from './meta/oauth.ts';
import type { MetaSimulator } from './meta/simulator.ts';
import { badToken } from './meta/wire.ts';
import type { StripeSimulator } from './stripe/simulator.ts';
import { failure } from './stripe/wire.ts';
import { appOf as appOfTiktokToken } from './tiktok/oauth.ts';
import type { TiktokSimulator } from './tiktok/simulator.ts';
import { badToken as badTiktokToken, envelope } from './tiktok/wire.ts';

export { MetaSimulator } from './meta/simulator.ts';
export { StripeSimulator } from './stripe/simulator.ts';
export { TiktokSimulator } from './tiktok/simulator.ts';

interface Bindings {
  META: DurableObjectNamespace<MetaSimulator>;
  STRIPE: DurableObjectNamespace<StripeSimulator>;
  TIKTOK: DurableObjectNamespace<TiktokSimulator>;
}

const app = new Hono<{ Bindings: Bindings }>();

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
    const asked = new Request(c.req.raw);
    asked.headers.set('sim-app', id);
    return c.env.META.get(c.env.META.idFromName(id)).fetch(asked);
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
    const asked = new Request(c.req.raw);
    asked.headers.set('sim-app', id);
    return c.env.TIKTOK.get(c.env.TIKTOK.idFromName(id)).fetch(asked);
  });
}

export default app;
