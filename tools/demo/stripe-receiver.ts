// Connects the Stripe simulator: it sends its webhooks to the service, as Stripe would, and can be scripted.
import { fetchLocal } from './fetch-local.ts';

interface StripeVars {
  STRIPE_API_URL: string;
  STRIPE_SECRET_KEY: string;
}

/** Scripts the simulator, as simulators/stripe/README.md describes. Throws when it refuses. */
export async function scriptStripe(vars: StripeVars, path: string, body: object): Promise<void> {
  const response = await fetchLocal(`${vars.STRIPE_API_URL}/_sim/stripe/${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${vars.STRIPE_SECRET_KEY}` },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`The Stripe simulator answered ${response.status} to ${path}.`);
}

/** Sets where its webhooks go. Throws when it refuses. */
export async function sendStripeWebhooks(
  simulatorsUrl: string,
  vars: {
    PUBLIC_URL: string;
    STRIPE_SECRET_KEY: string;
    STRIPE_WEBHOOK_SECRET: string;
    STRIPE_THIN_WEBHOOK_SECRET?: string;
  },
): Promise<void> {
  const receiver = {
    url: `${vars.PUBLIC_URL}/webhooks/stripe`,
    secret: vars.STRIPE_WEBHOOK_SECRET,
    thinSecret: vars.STRIPE_THIN_WEBHOOK_SECRET,
  };
  await scriptStripe({ ...vars, STRIPE_API_URL: simulatorsUrl }, 'receiver', receiver);
}
