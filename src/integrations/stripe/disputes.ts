// Charges that a cardholder disputes at the bank.
import * as z from 'zod';
import type { Stripe } from './client.ts';
import { asked, read } from './reading.ts';

const Dispute = z.object({
  id: z.string(),
  status: z.string(),
  amount: z.int(),
  currency: z.string(),
  balance_transactions: z.array(
    z.object({ id: z.string(), amount: z.int(), fee: z.int(), currency: z.string(), created: z.int() }),
  ),
});

/**
 * The effect of one transaction on our balance: a negative `amount` left it. A positive `fee` left it too, and a
 * negative one came back.
 */
export interface Movement {
  id: string;
  amount: number;
  fee: number;
  currency: string;
}

export interface FoundDispute {
  id: string;
  /**
   * An inquiry is a question from the bank that may become a dispute. Neither an inquiry nor a prevented dispute takes
   * money.
   */
  status: 'inquiry' | 'open' | 'won' | 'lost';
  amount: number;
  currency: string;
  /** Oldest first. */
  movements: Movement[];
}

function statusOf(status: string): FoundDispute['status'] {
  if (status === 'won' || status === 'lost') return status;
  // Open includes appeals and every other status before a decision.
  return status === 'prevented' || status.startsWith('warning_') ? 'inquiry' : 'open';
}

/** All disputes of a payment. Throws unavailable or provider_error. */
export async function disputesOf(stripe: Stripe, paymentIntent: string): Promise<FoundDispute[]> {
  const collect = async () => {
    const found: FoundDispute[] = [];
    for await (const raw of stripe.disputes.list({ payment_intent: paymentIntent, limit: 100 })) {
      const { balance_transactions: lines, status, ...rest } = read(Dispute, raw);
      const movements = lines
        .toSorted((a, b) => a.created - b.created)
        .map(({ created: _, ...movement }) => movement);
      found.push({ ...rest, status: statusOf(status), movements });
    }
    return found;
  };
  return await asked(collect);
}
