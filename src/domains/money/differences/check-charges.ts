// Compares the processor's payments from cards with our books: each must be the only payment of one of our
// charges, booked with its amount.
import type { SystemCtx } from '../../../context.ts';
import { refundsOf } from '../../../integrations/stripe/charges.ts';
import { type Stripe, stripeClient } from '../../../integrations/stripe/client.ts';
import { type Found as Listed, listCharges } from '../../../integrations/stripe/listing.ts';
import { inParallel } from '../../../kit/in-parallel.ts';
import { ledgerOf } from '../ledger/ledger-client.ts';
import { stageKey } from '../ledger/transfer.ts';
import type { Found } from './difference.ts';
import { type Part, spanOf } from './part.ts';
import { listAttempts } from './store.ts';

const AT_A_TIME = 5;
/** D1 takes a hundred parameters. */
const AT_ONCE = 40;

type Attempt = Awaited<ReturnType<typeof listAttempts>>[number];

export const checkCharges: Part = {
  name: 'charges',
  atProcessor: true,
  async look(ctx, position) {
    const stripe = await stripeClient(ctx.vars);
    const { items, next } = await listCharges(stripe, spanOf(position), position.after);
    const found: Found[] = [];
    for (let i = 0; i < items.length; i += AT_ONCE) {
      const some = items.slice(i, i + AT_ONCE);
      const attempts = await listAttempts(
        ctx,
        some.map(({ id }) => id),
        some.map(chargeOf),
      );
      await inParallel(some, AT_A_TIME, async (charge) => {
        const difference = await problem(ctx, stripe, charge, attempts);
        if (difference) found.push(difference);
      });
    }
    return { after: next, found };
  },
};

/** The ID of our charge that the payment names. */
function chargeOf({ attempt }: Listed): string {
  return attempt?.split(':attempt:')[0] ?? '';
}

async function problem(
  ctx: SystemCtx,
  stripe: Stripe,
  charge: Listed,
  attempts: Attempt[],
): Promise<Found | null> {
  const { id, amount, currency } = charge;
  const own = attempts.find(({ intent }) => intent === id);
  const details = { amount, currency };
  if (own && own.chargeIntent === id) {
    if (own.status === 'review') return null;
    const [booked] = await ledgerOf(ctx.env, own.accountId).entries([
      stageKey(`${own.chargeId}:paid`, 'receive'),
    ]);
    const cents = booked?.legs.find(([code, bucket]) => bucket === 'received' && code === currency)?.[2] ?? 0;
    if (cents === amount) return null;
    return {
      kind: 'charge_amount',
      subject: id,
      details: { ...details, charge: own.chargeId, booked: cents },
    };
  }
  const siblings = attempts.filter(({ chargeId }) => chargeId === (own?.chargeId ?? chargeOf(charge)));
  // An attempt whose result is unknown will be asked about again anyway.
  if (
    siblings.some(
      ({ chargeId, n, outcome }) => outcome === null && charge.attempt === `${chargeId}:attempt:${n}`,
    )
  ) {
    return null;
  }
  const refunds = await refundsOf(stripe, id);
  const back = refunds.reduce((sum, one) => sum + (one.status === 'succeeded' ? one.amount : 0), 0);
  if (back === amount) return null;
  const other = siblings[0];
  if (!other) return { kind: 'charge_unknown', subject: id, details };
  const beside = { charge: other.chargeId, status: other.status, paidBy: other.chargeIntent };
  return { kind: 'charge_twice', subject: id, details: { ...details, ...beside } };
}
