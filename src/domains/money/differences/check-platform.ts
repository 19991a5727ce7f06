// Compares all the money at the processor with all that the ledgers say came in and went out. This finds what
// no single record shows, such as a fee that was taken twice.
import type { SystemCtx } from '../../../context.ts';
import { stripeClient } from '../../../integrations/stripe/client.ts';
import { balanceOf, financialBalanceOf } from '../../../integrations/stripe/listing.ts';
import { listServiceLedgers } from '../ledger/interface.ts';
import { ledgerOf } from '../ledger/ledger-client.ts';
import { type Bounds, narrowed, saidOf } from './bounds.ts';
import type { Part } from './part.ts';
import { listMoving, sumConnected } from './store.ts';

export const checkPlatform: Part = {
  name: 'platform',
  atProcessor: true,
  hourly: true,
  async look(ctx, { after, sums }) {
    // Money under way is read before and after, so that nothing that moves in between is missed.
    const before = await listMoving(ctx);
    const [books, there] = [await cashInBooks(ctx), await cashThere(ctx)];
    const moving = [...before, ...(await listMoving(ctx))];
    const bounds: Record<string, Bounds> = {};
    const found = [...new Set([...Object.keys(books), ...Object.keys(there)])].flatMap((currency) => {
      const own = moving.filter((one) => one.currency === currency);
      const more = (there[currency] ?? 0) - (books[currency] ?? 0);
      const last = own.at(-1)?.lastFound ?? 0;
      const known = (sums as Record<string, Bounds>)[currency];
      bounds[currency] = narrowed(known, more, Math.max(0, ...own.map((one) => one.moving)));
      const said = saidOf(bounds[currency], last);
      // A known difference is reported as seen once a day.
      if (said === 0 || (said === last && after !== '')) return [];
      return [{ kind: 'platform_balance' as const, subject: currency, details: { more: said } }];
    });
    return { after: 'looked', sums: bounds, found };
  },
};

/**
 * Cash that came in at the processor and has not left it, by the service's own ledgers. Cents by currency.
 */
async function cashInBooks(ctx: SystemCtx): Promise<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const holder of await listServiceLedgers(ctx)) {
    for (const [currency, { cash_in = 0, cash_out = 0 }] of Object.entries(
      await ledgerOf(ctx.env, holder).balances(),
    ))
      sums[currency] = (sums[currency] ?? 0) + cash_in - cash_out;
  }
  return sums;
}

/**
 * The sum of our own balance, our financial account's, and the expected balances of connected accounts. Each
 * connected account is also compared by itself.
 */
async function cashThere(ctx: SystemCtx): Promise<Record<string, number>> {
  const stripe = await stripeClient(ctx.vars);
  const { STRIPE_FINANCIAL_ACCOUNT: financial } = ctx.vars;
  const parts = await Promise.all([
    balanceOf(stripe, null),
    financial === undefined ? {} : financialBalanceOf(stripe, financial),
    sumConnected(ctx),
  ]);
  const sums: Record<string, number> = {};
  for (const part of parts)
    for (const [currency, cents] of Object.entries(part)) sums[currency] = (sums[currency] ?? 0) + cents;
  return sums;
}
