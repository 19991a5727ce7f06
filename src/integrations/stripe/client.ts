// Loads the official package only when money moves, so that neither the API's start nor the pixel pays for it.
import type { Stripe } from 'stripe';
import type { Vars } from '../../env.ts';
import { logMissing, NotConfigured } from '../provider/settings.ts';

export type StripeVars = Pick<
  Vars,
  'STRIPE_API_URL' | 'STRIPE_SECRET_KEY' | 'STRIPE_WEBHOOK_SECRET' | 'STRIPE_THIN_WEBHOOK_SECRET'
> &
  Partial<Pick<Vars, 'WORKER_NAME'>>;
export type { Stripe };

const TIMEOUT_MS = 20_000;
const clients = new Map<string, Promise<Stripe>>();

/** One client per isolate and key. Throws unavailable when no key is configured. */
export function stripeClient(vars: StripeVars, timeoutMs = TIMEOUT_MS): Promise<Stripe> {
  const { STRIPE_API_URL: address, STRIPE_SECRET_KEY: secret } = vars;
  if (!secret) {
    logMissing(vars, 'STRIPE_SECRET_KEY');
    throw new NotConfigured('Payments are not configured.');
  }
  const name = `${address} ${secret} ${timeoutMs}`;
  const known = clients.get(name);
  if (known) return known;
  const fresh = open(new URL(address), secret, timeoutMs);
  clients.set(name, fresh);
  fresh.catch(() => clients.delete(name));
  return fresh;
}

async function open(url: URL, secret: string, timeout: number): Promise<Stripe> {
  const { Stripe } = await import('stripe');
  const secure = url.protocol === 'https:';
  return new Stripe(secret, {
    host: url.hostname,
    port: url.port || (secure ? '443' : '80'),
    protocol: secure ? 'https' : 'http',
    httpClient: Stripe.createFetchHttpClient(),
    timeout,
    // We decide about retries ourselves: see once.ts.
    maxNetworkRetries: 0,
    telemetry: false,
  });
}
