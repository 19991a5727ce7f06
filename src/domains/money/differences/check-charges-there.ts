// Compares the charges in our books with the processor, which must have taken each of them.
import { stripeClient } from '../../../integrations/stripe/client.ts';
import { intentOf } from '../../../integrations/stripe/listing.ts';
import { lowestId } from '../../../kit/ids.ts';
import { inParallel } from '../../../kit/in-parallel.ts';
import type { Found } from './difference.ts';
import { LOOKED_AT_FOR_MS, type Part } from './part.ts';
import { listBookedCharges } from './store.ts';

const CHARGES_A_RUN = 20;
const AT_A_TIME = 5;

export const checkChargesThere: Part = {
  name: 'charges there',
  atProcessor: true,
  async look(ctx, { since, after }) {
    const stripe = await stripeClient(ctx.vars);
    // A charge may succeed long after it was made, after many tries.
    const first = lowestId('charge', since - LOOKED_AT_FOR_MS);
    const rows = await listBookedCharges(ctx, since, after || first, CHARGES_A_RUN);
    const found: Found[] = [];
    await inParallel(rows, AT_A_TIME, async ({ id, intent, amount, currency }) => {
      const there = await intentOf(stripe, intent);
      if (there?.status === 'succeeded') return;
      const details = { amount, currency, intent, there: there?.status ?? null };
      found.push({ kind: 'charge_missing', subject: id, details });
    });
    return { after: rows.length < CHARGES_A_RUN ? null : rows.at(-1)!.id, found };
  },
};
