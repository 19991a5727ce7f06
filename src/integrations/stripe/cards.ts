// A brand as Stripe's customer, and the card on file.
import * as z from 'zod';
import type { Stripe } from './client.ts';
import { asked, read } from './reading.ts';

/**
 * Creates a Stripe customer for an account. The idempotency key prevents a second one for a day; a later second one has
 * no card and does no harm. Throws unavailable or provider_error.
 */
export async function createCustomer(
  stripe: Stripe,
  account: { id: string; name: string; key: string },
): Promise<string> {
  const params = { name: account.name, metadata: { account: account.id } };
  const made = await asked(() => stripe.customers.create(params, { idempotencyKey: account.key }));
  return read(z.object({ id: z.string() }), made).id;
}

export interface CardSetup {
  id: string;
  /** The hosted page; null with `elements`. */
  url: string | null;
  /** For the browser's form; null when hosted. */
  clientSecret: string | null;
  /** In milliseconds. */
  expiresAt: number;
}

const Session = z.object({
  id: z.string(),
  url: z.string().nullable(),
  client_secret: z.string().nullable(),
  expires_at: z.int(),
});

/** Opens a page, or prepares the customer's own form, on which a person enters a card. Charges nothing. */
export async function setUpCard(
  stripe: Stripe,
  input: { customer: string; checkout: 'hosted' | 'elements'; returnUrl: string },
): Promise<CardSetup> {
  const { customer, returnUrl } = input;
  // Only cards, because other payment methods of Stripe cannot be charged in the same way.
  const params: Stripe.Checkout.SessionCreateParams = {
    mode: 'setup',
    customer,
    allowed_payment_method_types: ['card'],
    ...(input.checkout === 'hosted'
      ? { success_url: returnUrl, cancel_url: returnUrl }
      : { ui_mode: 'elements', return_url: returnUrl }),
  };
  const made = read(Session, await asked(() => stripe.checkout.sessions.create(params)));
  const { id, url, client_secret: clientSecret, expires_at: expires } = made;
  return { id, url, clientSecret, expiresAt: expires * 1000 };
}

export interface SavedCard {
  customer: string;
  /** Stripe's ID. */
  card: string;
  brand: string;
  last4: string;
  /** In milliseconds, by Stripe's clock. */
  givenAt: number;
}

const Done = z.object({
  status: z.string(),
  customer: z.string(),
  setup_intent: z.object({
    status: z.string(),
    payment_method: z
      .object({
        id: z.string(),
        created: z.int(),
        card: z.object({ brand: z.string(), last4: z.string() }),
      })
      .nullable(),
  }),
});

/** The card that a completed session saved; null while there is none. Throws unavailable or provider_error. */
export async function cardOfSetup(stripe: Stripe, session: string): Promise<SavedCard | null> {
  const expand = ['setup_intent.payment_method'];
  const raw = await asked(() => stripe.checkout.sessions.retrieve(session, { expand }));
  // Before a card is entered there is nothing to expand.
  const { status, customer, setup_intent: setup } = read(Done, raw);
  if (status !== 'complete' || setup.status !== 'succeeded' || !setup.payment_method) return null;
  const { id: card, created, card: face } = setup.payment_method;
  return { customer, card, brand: face.brand, last4: face.last4, givenAt: created * 1000 };
}

/** Removes a card for good. Removing it again is fine. Throws unavailable or provider_error. */
export async function removeCard(stripe: Stripe, card: string): Promise<void> {
  try {
    await asked(() => stripe.paymentMethods.detach(card));
  } catch (error) {
    const raw = await asked(() => stripe.paymentMethods.retrieve(card));
    if (read(z.object({ customer: z.string().nullable() }), raw).customer !== null) throw error;
  }
}
