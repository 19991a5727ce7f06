// The entry point of the simulators: which platform, and whose world there.
import { Hono } from 'hono';
import type { StripeSimulator } from './stripe/simulator.ts';
import { failure } from './stripe/wire.ts';

export { StripeSimulator } from './stripe/simulator.ts';

interface Bindings {
  STRIPE: DurableObjectNamespace<StripeSimulator>;
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

export default app;
