// What the processor gave back to cards, each of which must be a refund that our books have.
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
      // Taken by the processor and not written down yet: it is asked for again under this very key.
      const left = unknown.filter((one) => !known.some((row) => row.id === refundOf(one) && row.asked));
      const ours = await listAttempts(
        ctx,
        left.flatMap(({ intent }) => intent ?? []),
        [],
      );
      await inParallel(left, AT_A_TIME, async (refund) => {
        const { id, amount, currency, intent, createdAt } = refund;
        const followed = ours.some((attempt) => attempt.intent === intent);
        // Each day all our charges are looked at: what is new is noted then.
        if (followed && createdAt > Date.parse(position.day) - DAY_MS) return;
        if (!followed && (await givesBackSecond(ctx, stripe, refund))) return;
        found.push({ kind: 'refund_unknown', subject: id, details: { amount, currency, intent } });
      });
    }
    return { after: next, found };
  },
};

/** The refund of ours that it says it is. */
function refundOf({ attempt }: FoundRefund): string {
  return attempt?.split(':attempt:')[0] ?? '';
}

/** Whether it gives back a second payment of one of our charges: what a person does about a charge_twice. */
async function givesBackSecond(ctx: SystemCtx, stripe: Stripe, { intent }: FoundRefund): Promise<boolean> {
  const payment = intent === null ? null : await intentOf(stripe, intent);
  const charge = payment?.attempt?.split(':attempt:')[0];
  return charge !== undefined && (await listAttempts(ctx, [], [charge])).length > 0;
}
