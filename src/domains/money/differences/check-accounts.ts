// Compares each account at the processor with our books: every payout to a bank must be one of our
// withdrawals, and the balance must be the one that we expect.
import type { SystemCtx } from '../../../context.ts';
import { type Stripe, stripeClient } from '../../../integrations/stripe/client.ts';
import { balanceOf, type FoundPayout, outboundOf, payoutsOf } from '../../../integrations/stripe/listing.ts';
import { inParallel } from '../../../kit/in-parallel.ts';
import type { Found } from './difference.ts';
import type { Part } from './part.ts';
import { listAccounts, listBalancesAtRest, listWithdrawalsById } from './store.ts';

const ACCOUNTS_A_RUN = 20;
const AT_A_TIME = 5;
/** D1 takes a hundred parameters. */
const AT_ONCE = 90;

type Account = Awaited<ReturnType<typeof listAccounts>>[number];

export const checkAccounts: Part = {
  name: 'accounts',
  atProcessor: true,
  async look(ctx, { after }) {
    const stripe = await stripeClient(ctx.vars);
    const rows = await listAccounts(ctx, after, ACCOUNTS_A_RUN);
    const found: Found[] = [];
    await inParallel(rows, AT_A_TIME, async (row) => {
      const payouts =
        row.kind === 'recipient'
          ? await outboundOf(stripe, row.account)
          : await payoutsOf(stripe, row.account);
      found.push(...(await unknown(ctx, row, payouts)));
      if (row.kind !== 'recipient') found.push(...(await unbalanced(ctx, stripe, row, payouts)));
    });
    return { after: rows.length < ACCOUNTS_A_RUN ? null : rows.at(-1)!.holder, found };
  },
};

async function unknown(ctx: SystemCtx, { holder }: Account, payouts: FoundPayout[]): Promise<Found[]> {
  const ids = payouts.map(({ attempt }) => attempt?.split(':attempt:')[0] ?? '');
  const rows: Awaited<ReturnType<typeof listWithdrawalsById>> = [];
  for (let i = 0; i < ids.length; i += AT_ONCE)
    rows.push(...(await listWithdrawalsById(ctx, ids.slice(i, i + AT_ONCE))));
  return payouts.flatMap(({ id, amount, currency, attempt }, n) => {
    const row = rows.find((one) => one.id === ids[n] && one.holder === holder);
    // The processor took it but we have not stored that yet; the withdrawal will be sent again under this
    // same key.
    const asked = row?.status === 'pending' && attempt === `${row.id}:attempt:${row.attempt}`;
    const ours = row && (asked || row.processorPayout === id);
    if (ours && row.amount - row.fee === amount && row.currency === currency) return [];
    return [{ kind: 'payout_unknown' as const, subject: id, details: { holder, amount, currency, attempt } }];
  });
}

/** Compares balances. Money on its way to the bank still counts as being in the account. */
async function unbalanced(
  ctx: SystemCtx,
  stripe: Stripe,
  { holder, account }: Account,
  payouts: FoundPayout[],
): Promise<Found[]> {
  const believed = await listBalancesAtRest(ctx, holder);
  if (believed === null) return [];
  const there = await balanceOf(stripe, account);
  for (const { amount, currency, underWay } of payouts) {
    if (underWay) there[currency] = (there[currency] ?? 0) + amount;
  }
  const currencies = new Set([...believed.map(({ currency }) => currency), ...Object.keys(there)]);
  return [...currencies].flatMap((currency) => {
    const ours = believed.find((one) => one.currency === currency)?.cents ?? 0;
    const theirs = there[currency] ?? 0;
    if (ours === theirs) return [];
    const subject = `${holder} ${currency}`;
    return [{ kind: 'account_balance' as const, subject, details: { believed: ours, there: theirs } }];
  });
}
