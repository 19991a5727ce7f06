// Compares the refunds in our books with the processor, which must have made each of them.
import { stripeClient } from '../../../integrations/stripe/client.ts';
import { refundOf } from '../../../integrations/stripe/listing.ts';
import { lowestId } from '../../../kit/ids.ts';
import { inParallel } from '../../../kit/in-parallel.ts';
import type { Found } from './difference.ts';
import { LOOKED_AT_FOR_MS, type Part } from './part.ts';
import { listMadeRefunds } from './store.ts';

const REFUNDS_A_RUN = 20;
const AT_A_TIME = 5;

export const checkRefunds: Part = {
  name: 'refunds',
  atProcessor: true,
  async look(ctx, { after }) {
    const stripe = await stripeClient(ctx.vars);
    const rows = await listMadeRefunds(
      ctx,
      after || lowestId('refund', ctx.now - LOOKED_AT_FOR_MS),
      REFUNDS_A_RUN,
    );
    const found: Found[] = [];
    await inParallel(rows, AT_A_TIME, async ({ id, amount, currency, processorRefund }) => {
      const made = await refundOf(stripe, processorRefund);
      if (made?.amount === amount && made.currency === currency) return;
      const details = { amount, currency, refund: processorRefund, made };
      found.push({ kind: 'refund_missing', subject: id, details });
    });
    return { after: rows.length < REFUNDS_A_RUN ? null : rows.at(-1)!.id, found };
  },
};
