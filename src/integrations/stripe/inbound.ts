// Parses Stripe's webhooks. They arrive late, twice and out of order, so each is only a reason to read the object
// again.

import * as z from 'zod';
import * as clock from '../../kit/clock.ts';
import { AppError } from '../../kit/error.ts';
import { parseJson } from '../../kit/json.ts';
import { logMissing, NotConfigured } from '../provider/settings.ts';
import type { StripeVars } from './client.ts';

export interface Notice {
  /** Stored once, so that a second copy is recognized. */
  id: string;
  type: string;
  /** The connected account or recipient that it is about; null for our own. */
  account: string | null;
  /**
   * The object to read again. Charges, refunds and disputes are read through their PaymentIntent, so it is used for
   * them. A thin event without an object stands for itself.
   */
  object: { id: string; kind: string };
}

const Snapshot = z.object({
  id: z.string(),
  type: z.string(),
  account: z.string().nullish(),
  data: z.object({
    object: z.object({ id: z.string(), object: z.string(), payment_intent: z.string().nullish() }),
  }),
});

const Thin = z.object({
  id: z.string(),
  type: z.string(),
  context: z.string().nullish(),
  related_object: z.object({ id: z.string(), type: z.string() }).nullish(),
});

const THIN = 'v2.core.event';

function ofSnapshot(raw: unknown): Notice {
  const { id, type, account, data } = Snapshot.parse(raw);
  const { payment_intent: intent, ...about } = data.object;
  const object = intent ? { id: intent, kind: 'payment_intent' } : { id: about.id, kind: about.object };
  return { id, type, account: account ?? null, object };
}

function ofThin(raw: unknown): Notice {
  const { id, type, context, related_object: about } = Thin.parse(raw);
  // The context is a path from the outermost account to the one that the event is about.
  const account = about?.type === 'v2.core.account' ? about.id : (context?.split('/').at(-1) ?? null);
  return { id, type, account, object: about ? { id: about.id, kind: about.type } : { id, kind: THIN } };
}

function parsed(body: string): { object?: unknown } {
  try {
    return z.looseObject({}).parse(parseJson(body));
  } catch {
    throw new AppError('invalid_request', 'This is not a Stripe event.');
  }
}

/**
 * Snapshot events and thin events come from two destinations with separate secrets.
 * Throws invalid_request unless Stripe signed exactly these bytes within five minutes of now, with the secret for their
 * kind.
 */
export async function verifyNotice(
  vars: StripeVars,
  body: string,
  signature: string | null,
): Promise<Notice> {
  const raw = parsed(body);
  const thin = raw.object === THIN;
  const name = thin ? 'STRIPE_THIN_WEBHOOK_SECRET' : 'STRIPE_WEBHOOK_SECRET';
  const secret = vars[name];
  if (!secret) {
    logMissing(vars, name);
    throw new NotConfigured('Payments are not configured.');
  }
  const { Stripe } = await import('stripe');
  const provider = Stripe.createSubtleCryptoProvider();
  const verifier = Stripe.webhooks.signature;
  if (!verifier) throw new Error('The package verifies no signatures.');
  try {
    await verifier.verifyHeaderAsync(body, signature ?? '', secret, undefined, provider, clock.now());
    return thin ? ofThin(raw) : ofSnapshot(raw);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) {
      throw new AppError('invalid_request', 'The signature does not fit.');
    }
    throw new AppError('invalid_request', 'This is not a Stripe event.');
  }
}
