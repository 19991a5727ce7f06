// Compares the processor's refunds to cards with our books, which must have each of them.
import type { SystemCtx } from '../../../context.ts';
import { type Stripe, stripeClient } from '../../../integrations/stripe/client.ts';
import { type FoundRefund, intentOf, listRefunds } from '../../../integrations/stripe/listing.ts';
import { inParallel } from '../../../kit/in-parallel.ts';
import { DAY_MS } from '../../../kit/time.ts';
import type { Found } from './difference.ts';
import { type Part, spanOf } from './part.ts';
import { listAttempts, listKnownRefunds } from './store.ts';

const AT_A_TIME = 5;
/** D1 takes a hundred parameters. */
const AT_ONCE = 40;

export const checkRefundsThere: Part = {
  name: 'refunds there',
  atProcessor: true,
  async look(ctx, position) {
    const stripe = await stripeClient(ctx.vars);
    const { items, next } = await listRefunds(stripe, spanOf(position), position.after);
    const found: Found[] = [];
    for (let i = 0; i < items.length; i += AT_ONCE) {
      const some = items.slice(i, i + AT_ONCE);
      const known = await listKnownRefunds(
        ctx,
        some.map(({ id }) => id),
        some.map(refundOf),
      );
      const unknown = some.filter(({ id }) => !known.some((row) => row.processorRefund === id));
      // The processor took it but we have not stored that yet; the refund will be sent again under this same
      // key.
      const left = unknown.filter((one) => !known.some((row) => row.id === refundOf(one) && row.asked));
      const ours = await listAttempts(
        ctx,
        left.flatMap(({ intent }) => intent ?? []),
        [],
      );
      await inParallel(left, AT_A_TIME, async (refund) => {
        const { id, amount, currency, intent, createdAt } = refund;
        const followed = ours.some((attempt) => attempt.intent === intent);
        // Every day all our charges are checked for new refunds, so a recent one will be noted then.
        if (followed && createdAt > Date.parse(position.day) - DAY_MS) return;
        if (!followed && (await givesBackSecond(ctx, stripe, refund))) return;
        found.push({ kind: 'refund_unknown', subject: id, details: { amount, currency, intent } });
      });
    }
    return { after: next, found };
  },
};

/** The ID of our refund that the processor's refund names. */
function refundOf({ attempt }: FoundRefund): string {
  return attempt?.split(':attempt:')[0] ?? '';
}

/** Whether it refunds a second payment of one of our charges, as a person does to settle a charge_twice. */
async function givesBackSecond(ctx: SystemCtx, stripe: Stripe, { intent }: FoundRefund): Promise<boolean> {
  const payment = intent === null ? null : await intentOf(stripe, intent);
  const charge = payment?.attempt?.split(':attempt:')[0];
  return charge !== undefined && (await listAttempts(ctx, [], [charge])).length > 0;
}
