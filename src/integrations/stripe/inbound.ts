// Stripe's webhooks. They come late, twice and out of order: each is a reason to look, not what to believe.
import { z } from 'zod';
import { AppError } from '../../kit/error.ts';
import type { StripeVars } from './client.ts';

export interface Notice {
  /** Stored once, so that the second copy is known. */
  id: string;
  type: string;
  /** The connected account it is about, or null for our own. */
  account: string | null;
  /** What to read again. Charges, refunds and disputes are read through their PaymentIntent, so it stands for them. */
  object: { id: string; kind: string };
}

const Told = z.object({ id: z.string(), object: z.string(), payment_intent: z.string().nullish() });

/** Throws invalid_request unless Stripe signed these very bytes within five minutes of now. */
export async function verifyNotice(
  vars: StripeVars,
  body: string,
  signature: string | null,
): Promise<Notice> {
  const secret = vars.STRIPE_WEBHOOK_SECRET;
  if (!secret) throw new AppError('unavailable', 'Payments are not configured.');
  const { Stripe } = await import('stripe');
  const provider = Stripe.createSubtleCryptoProvider();
  try {
    const event = await Stripe.webhooks.constructEventAsync(
      body,
      signature ?? '',
      secret,
      undefined,
      provider,
    );
    const about = Told.parse(event.data.object);
    const object = about.payment_intent
      ? { id: about.payment_intent, kind: 'payment_intent' }
      : { id: about.id, kind: about.object };
    return { id: event.id, type: event.type, account: event.account ?? null, object };
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) {
      throw new AppError('invalid_request', 'The signature does not fit.');
    }
    throw new AppError('invalid_request', 'This is not a Stripe event.');
  }
}
