// A brand as Stripe's customer, and the card on file.
import { z } from 'zod';
import type { Stripe } from './client.ts';
import { asked, read } from './reading.ts';

/** The customer of an account, made once: the key is the account's ID. Throws unavailable or provider_error. */
export async function ensureCustomer(stripe: Stripe, account: { id: string; name: string }): Promise<string> {
  const params = { name: account.name, metadata: { account: account.id } };
  const made = await asked(stripe.customers.create(params, { idempotencyKey: `${account.id}:customer` }));
  return read(z.object({ id: z.string() }), made).id;
}

export interface CardSetup {
  id: string;
  /** The hosted page, or null with elements. */
  url: string | null;
  /** For the browser's form, or null when hosted. */
  clientSecret: string | null;
  /** Milliseconds. */
  expiresAt: number;
}

const Session = z.object({
  id: z.string(),
  url: z.string().nullable(),
  client_secret: z.string().nullable(),
  expires_at: z.int(),
});

export async function setUpCard(
  stripe: Stripe,
  input: {
    customer: string;
    checkout: 'hosted' | 'elements';
    currency: string;
    returnUrl: string;
    key: string;
  },
): Promise<CardSetup> {
  const { customer, currency, returnUrl } = input;
  const params: Stripe.Checkout.SessionCreateParams =
    input.checkout === 'hosted'
      ? { mode: 'setup', customer, currency, success_url: returnUrl, cancel_url: returnUrl }
      : { mode: 'setup', customer, currency, ui_mode: 'elements', return_url: returnUrl };
  const made = read(
    Session,
    await asked(stripe.checkout.sessions.create(params, { idempotencyKey: input.key })),
  );
  const { id, url, client_secret: clientSecret, expires_at: expires } = made;
  return { id, url, clientSecret, expiresAt: expires * 1000 };
}

const Done = z.object({
  status: z.string(),
  customer: z.string(),
  setup_intent: z.object({ status: z.string(), payment_method: z.string().nullable() }),
});

/** The card that a finished session saved, made the customer's default; null while there is none. */
export async function cardOfSetup(
  stripe: Stripe,
  session: string,
): Promise<{ customer: string; card: string } | null> {
  const raw = await asked(stripe.checkout.sessions.retrieve(session, { expand: ['setup_intent'] }));
  const { status, customer, setup_intent: setup } = read(Done, raw);
  if (status !== 'complete' || setup.status !== 'succeeded' || !setup.payment_method) return null;
  const card = setup.payment_method;
  await asked(stripe.customers.update(customer, { invoice_settings: { default_payment_method: card } }));
  return { customer, card };
}

/** Takes the card off file. */
export async function removeCard(stripe: Stripe, card: string): Promise<void> {
  await asked(stripe.paymentMethods.detach(card));
}
