// The Stripe simulator tells the service what happens there, as Stripe would, and does what it is told to.
import { fetchLocal } from './fetch-local.ts';

interface StripeVars {
  STRIPE_API_URL: string;
  STRIPE_SECRET_KEY: string;
}

/** Scripts the simulator, as simulators/stripe/README.md says. Throws when it does not take it. */
export async function scriptStripe(vars: StripeVars, path: string, body: object): Promise<void> {
  const response = await fetchLocal(`${vars.STRIPE_API_URL}/_sim/stripe/${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${vars.STRIPE_SECRET_KEY}` },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`The Stripe simulator answered ${response.status} to ${path}.`);
}

/** Where its webhooks go from now on. Throws when the simulator does not take it. */
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
