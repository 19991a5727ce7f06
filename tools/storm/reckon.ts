// After a storm: compares the requests, our records, the ledgers and the processor's records with each other,
// to the cent.
import { type Bucket, CHART } from '../../src/domains/money/ledger/chart.ts';
import type { Acts } from './acts.ts';
import type { Ledger } from './disk.ts';
import type { Storm } from './world.ts';

export interface Reckoning {
  counts: Record<string, number>;
  problems: string[];
  lost: number;
  doubled: number;
  other: number;
}

interface PaymentRow {
  id: string;
  cause: string;
  account_id: string;
  status: string;
  amount: number;
  closed_at: number | null;
  creator_earning_id: string;
  net: number;
}

const EARNING_OF: Record<string, (string | null)[]> = {
  pending_approval: ['pending'],
  processing: ['pending'],
  disputed: ['held', 'paid'],
  succeeded: ['pending', 'available', 'paid'],
};

class Sheet implements Reckoning {
  counts: Record<string, number> = {};
  problems: string[] = [];
  lost = 0;
  doubled = 0;
  other = 0;

  add(what: 'lost' | 'doubled' | 'other', problem: string): void {
    this[what]++;
    this.problems.push(`${what}: ${problem}`);
  }

  /** Checks that `here` and `there` contain the same entries. */
  same(name: string, here: string[], there: string[]): void {
    this.counts[name] = here.length;
    const twice = (list: string[]) => list.filter((one, at) => list.indexOf(one) !== at);
    for (const one of [...twice(here), ...twice(there)]) this.add('doubled', `${name} ${one}`);
    for (const one of here) if (!there.includes(one)) this.add('lost', `${name} ${one} is only here`);
    for (const one of there) if (!here.includes(one)) this.add('doubled', `${name} ${one} is only there`);
  }
}

export async function reckon(storm: Storm, acts: Acts, left: string[]): Promise<Reckoning> {
  const sheet = new Sheet();
  for (const one of left) sheet.add('other', `never ended: ${one}`);
  await verifyAll(storm, sheet);
  await storm.stop();
  for (const { kind, subject, details } of storm.rows<Record<string, string>>('SELECT * FROM differences'))
    sheet.add('other', `the service's own comparison found ${kind} of ${subject}: ${details}`);
  const payments = storm.rows<PaymentRow>('SELECT * FROM payments');
  checkAnswers(storm, acts, payments, sheet);
  await checkCards(storm, sheet);
  await checkBanks(storm, sheet);
  const ledgers = await storm.ledgers();
  checkEarnings(payments, ledgers, sheet);
  await checkSums(storm, ledgers, sheet);
  return sheet;
}

/** Has the service verify each journal's chain and sums. */
async function verifyAll(storm: Storm, sheet: Sheet): Promise<void> {
  const services = storm
    .rows<{ holder: string }>('SELECT DISTINCT service_holder AS holder FROM payments')
    .map(({ holder }) => holder);
  const people = [storm.partner, ...storm.brands, ...storm.creators].map(({ id }) => id);
  for (const holder of [...people, ...services]) {
    const { body } = await storm.staff(`ledgers/${holder}`);
    if (body.data?.verification?.ok !== true)
      sheet.add('other', `the ledger of ${holder} does not verify: ${JSON.stringify(body)}`);
  }
}

/**
 * Checks that what was answered exists once, that what was refused does not exist, and that what was canceled
 * is not owed.
 */
function checkAnswers(storm: Storm, acts: Acts, payments: PaymentRow[], sheet: Sheet): void {
  const withdrawals = storm.rows<{ id: string; holder: string; idempotency_key: string; status: string }>(
    'SELECT id, holder, idempotency_key, status FROM withdrawals',
  );
  for (const { kind, caller, key, id, amount } of acts.asked) {
    const found =
      kind === 'payment'
        ? payments.filter((row) => row.cause === `request:${caller.id}:${key}`)
        : withdrawals.filter((row) => row.holder === caller.id && row.idempotency_key === key);
    const kept = found.filter((row) => row.status !== 'refused');
    if (kept.length > 1) sheet.add('doubled', `${kind} ${key}`);
    if (id !== null && kept[0]?.id !== id) sheet.add('lost', `${kind} ${key}: ${id} was answered`);
    if (id === null && kept.length > 0) sheet.add('doubled', `${kind} ${key} was refused and is there`);
    const row = kept[0];
    if (row && 'amount' in row && row.amount !== amount) sheet.add('other', `${id} is not of ${amount}`);
  }
  sheet.counts['requests for money'] = acts.asked.length;
  sheet.counts.payments = payments.length;
  for (const id of acts.canceled) {
    const row = payments.find((one) => one.id === id);
    const due = storm.rows(`SELECT 1 FROM dues WHERE id = '${id}'`);
    if (row?.status !== 'failed' || row.closed_at === null || due.length > 0)
      sheet.add('other', `${id} was canceled and is ${row?.status}, with ${due.length} dues`);
  }
  sheet.counts['canceled payments'] = acts.canceled.size;
}

/**
 * Checks that the processor took from cards exactly our successful charges, and refunded exactly our refunds.
 */
async function checkCards(storm: Storm, sheet: Sheet): Promise<void> {
  const taken: string[] = [];
  for await (const intent of storm.stripe.paymentIntents.list({ limit: 100 }))
    if (intent.status === 'succeeded') taken.push(`${intent.id} ${intent.amount_received}`);
  const charges = storm.rows<{ id: string; intent: string; amount: number }>(
    "SELECT id, intent, amount FROM charges WHERE status = 'succeeded'",
  );
  sheet.same(
    'charges',
    charges.map(({ intent, amount }) => `${intent} ${amount}`),
    taken,
  );
  for (const { id, amount } of charges) {
    const [dues] = storm.rows<{ sum: number }>(
      `SELECT COALESCE(SUM(amount), 0) AS sum FROM dues WHERE charge_id = '${id}'`,
    );
    if (dues!.sum !== amount) sheet.add('other', `${id} took ${amount} for ${dues!.sum} that were owed`);
  }
  const untold = storm.rows<{ id: string }>(`SELECT d.id FROM dues d JOIN charges c ON c.id = d.charge_id
    JOIN payments p ON p.id = d.id WHERE c.status = 'succeeded' AND p.succeeded_at IS NULL`);
  for (const { id } of untold) sheet.add('lost', `${id} was charged and does not know`);
  const given: string[] = [];
  for await (const refund of storm.stripe.refunds.list({ limit: 100 }))
    if (refund.status === 'succeeded') given.push(`${refund.id} ${refund.amount}`);
  const refunds = storm.rows<{ refund: string; amount: number }>(
    "SELECT processor_refund AS refund, amount FROM refunds WHERE status = 'succeeded'",
  );
  sheet.same(
    'refunds',
    refunds.map(({ refund, amount }) => `${refund} ${amount}`),
    given,
  );
}

/** Checks that every paid withdrawal is one payout of the processor. */
async function checkBanks(storm: Storm, sheet: Sheet): Promise<void> {
  const accounts = storm.rows<{ id: string }>(
    'SELECT processor_account AS id FROM payout_accounts WHERE processor_account IS NOT NULL',
  );
  const there: string[] = [];
  for (const { id: stripeAccount } of accounts)
    for await (const payout of storm.stripe.payouts.list({ limit: 100 }, { stripeAccount }))
      if (payout.status === 'paid') there.push(`${payout.id} ${payout.amount}`);
  const here = storm.rows<{ payout: string; net: number }>(
    "SELECT processor_payout AS payout, amount - fee AS net FROM withdrawals WHERE status = 'paid'",
  );
  sheet.same(
    'withdrawals',
    here.map(({ payout, net }) => `${payout} ${net}`),
    there,
  );
}

/** Checks that each payment's earning matches the payment. */
function checkEarnings(payments: PaymentRow[], ledgers: Ledger[], sheet: Sheet): void {
  const earnings = new Map(ledgers.flatMap((one) => one.earnings).map((one) => [one.id, one]));
  for (const { id, status, closed_at, creator_earning_id, net } of payments) {
    const earning = earnings.get(creator_earning_id);
    const now = earning && earning.status !== 'reversed' ? earning.status : null;
    const allowed = closed_at !== null ? [null, 'paid'] : (EARNING_OF[status] ?? ['pending']);
    if (!allowed.includes(now)) sheet.add('other', `${id} is ${status}, and its earning ${now}`);
    if (earning && earning.net !== net) sheet.add('other', `${id} pays ${net}, and earned ${earning.net}`);
  }
}

/**
 * Checks that nothing is below zero or half done, and that all claims together equal the processor's cash.
 */
async function checkSums(storm: Storm, ledgers: Ledger[], sheet: Sheet): Promise<void> {
  const sums: Record<string, number> = {};
  for (const { balances } of ledgers)
    for (const { bucket, amount, currency } of balances) {
      if (currency !== 'usd') sheet.add('other', `${amount} ${currency} in ${bucket}`);
      if (amount < 0 && bucket !== 'receivable') sheet.add('other', `${bucket} is ${amount}`);
      sums[bucket] = (sums[bucket] ?? 0) + amount;
    }
  for (const bucket of ['reserved', 'charging', 'in_transit'])
    if ((sums[bucket] ?? 0) !== 0) sheet.add('other', `${sums[bucket]} are still ${bucket}`);
  if ((sums.sent ?? 0) !== (sums.received ?? 0))
    sheet.add('lost', `${sums.sent} sent, ${sums.received} received`);
  const total = Object.entries(sums).reduce((sum, [name, n]) => sum + CHART[name as Bucket].side * n, 0);
  if (total !== 0) sheet.add('other', `the books are off by ${total}`);
  const { platform, connected, financial } = (await storm.sim('cash', { currency: 'usd' })) as Record<
    string,
    number
  >;
  const cash = (platform ?? 0) + (connected ?? 0) + (financial ?? 0);
  const ours = (sums.cash_in ?? 0) - (sums.cash_out ?? 0);
  if (cash !== ours)
    sheet.add(cash < ours ? 'lost' : 'doubled', `cents: ${ours} in the books, ${cash} at the processor`);
  sheet.counts['cents in the books'] = ours;
  sheet.counts['cents at the processor'] = cash;
}
