// The Stripe simulator tells the service what happens there, as Stripe would.

/** Where its webhooks go from now on. Throws when the simulator does not take it. */
export async function sendStripeWebhooks(
  simulatorsUrl: string,
  vars: { PUBLIC_URL: string; STRIPE_SECRET_KEY: string; STRIPE_WEBHOOK_SECRET: string },
): Promise<void> {
  const response = await fetch(`${simulatorsUrl}/_sim/stripe/receiver`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${vars.STRIPE_SECRET_KEY}` },
    body: JSON.stringify({ url: `${vars.PUBLIC_URL}/webhooks/stripe`, secret: vars.STRIPE_WEBHOOK_SECRET }),
  });
  if (!response.ok) throw new Error(`The Stripe simulator answered ${response.status}.`);
}
