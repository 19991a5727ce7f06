// The pages of money and the overviews show what /v1 answers for the same records: the amounts of lists row by row, each amount
// of a record's own page by its label, and the figures of billing, balance and overviews. No route says what a brand owes: it is
// compared with what /v1/payments sums to.
// Held elsewhere: posts, programs and creators (console-posts.test.ts), analytics and
// campaigns (console-analytics.test.ts), a withdrawal before it is made (console-balance.test.ts), a bulk approval's totals (console-lists.test.ts), the approve button of a submission and what it
// pays then (console-review.test.ts), what was paid for it and its waiting sales (console-places.test.ts), and the other words of what was
// earned (console-creators-way.test.ts). Next steps have no amount but that of a retainer, in the API's words.
import { expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../src/kit/time.ts';
import * as clock from '../harness/clock.ts';
import { chargeScene, nextDay, owe } from '../harness/money/charges.ts';
import { ledger, must } from '../harness/money/ledger.ts';
import { mintPaid, mintPayment } from '../harness/money/payments.ts';
import { clawBack, cron, earn, mintPaidOut, withdraw } from '../harness/money/payouts.ts';
import { ask, browserOf } from '../harness/pages/pages.ts';
import { mintPerson } from '../harness/people/people.ts';
import { mintCreator } from '../harness/work/creators.ts';
import { claimRecord } from '../harness/work/embeds.ts';
import { mintProgram } from '../harness/work/programs.ts';
import { mintSubmission } from '../harness/work/submissions.ts';
import { type CallOptions, call, testEnv } from '../harness/world.ts';

// biome-ignore lint/suspicious/noExplicitAny: the harness checks each answer against its schema
type Answered = any;

const SIGNS = { $: 'usd', '€': 'eur' } as const;

/** The amounts that a part of a page shows, in order: "usd 1050". */
const amountsIn = (html: string): string[] =>
  [...html.replace(/<[^>]+>/g, ' ').matchAll(/([-−]?)([$€])([\d,]+)\.(\d\d)\b/g)].map(
    ([, minus, sign, whole, cents]) =>
      `${SIGNS[sign as keyof typeof SIGNS]} ${minus ? '-' : ''}${Number(whole!.replaceAll(',', '') + cents)}`,
  );

const inCents = (currency: string, ...amounts: number[]) => amounts.map((cents) => `${currency} ${cents}`);

/** The amounts of each row of a table. */
const rowsIn = (html: string, label: string): string[][] =>
  new RegExp(`<table[^>]*aria-label="${label}"[^]*?</table>`)
    .exec(html)![0]
    .split('<tr')
    .slice(2)
    .map(amountsIn);

/** The value below a figure's name. */
const figureIn = (html: string, label: string): string =>
  new RegExp(`stat-label">(?:<a[^>]*>)?${label}(?:</a>)?</p><p class="stat-value">([^]*?)</p>`).exec(
    html,
  )![1]!;

/** The amounts of a record's own page: by label, of its title, of the sentence below it, of its steps and rows. */
function labelledIn(html: string): Record<string, string[]> {
  const all = (tag: RegExp) => [...html.matchAll(tag)].map(([, inside]) => inside!).join(' ');
  const found = [
    ['title', all(/<h1>(.*?)<\/h1>/gs)],
    ['sentence', all(/<p class="lead">(.*?)<\/p>/gs)],
    ['steps', all(/<span class="why-amount">(.*?)<\/span>/gs)],
    ['rows', all(/<table[^>]*>(.*?)<\/table>/gs)],
    ['approves', all(/<button[^>]*>(<span>Approve.*?)<\/button>/gs)],
    ...[...html.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gs)].map(([, label, value]) => [label, value]),
  ] as [string, string][];
  const amounts = found.map(([label, part]): [string, string[]] => [label, amountsIn(part)]);
  return Object.fromEntries(amounts.filter(([, shown]) => shown.length > 0));
}

/** What the page of a record shows of it. */
const OWN: Record<Exclude<List, '/statement'>, (one: Answered) => Record<string, number[]>> = {
  '/payments': ({ amount, net, fees, status }) => ({
    Amount: [amount],
    ...(fees.partner !== 0 && { 'Agency’s share': [fees.partner] }),
    ...(fees.service === null
      ? { title: [net], 'You earn': [net] }
      : {
          ...{ title: [amount], 'Creator earns': [net] },
          ...{ 'Service fee': [fees.service], 'Total charged': [amount + fees.service] },
          ...(status === 'pending_approval' && { approves: [amount + fees.service] }),
        }),
  }),
  '/charges': ({ amount, items }) => ({
    rows: items.flatMap((one: Answered) => [one.amount, one.fee, one.total]),
    Payments: [sum(items, 'amount')],
    'Service fee': [sum(items, 'fee')],
    Total: [amount],
  }),
  '/earnings': ({ amount, fee, net, explanation }) => ({
    title: [net],
    ...(fee !== 0 && { sentence: [amount, fee] }),
    steps: explanation.map((step: Answered) => step.amount).filter((one: number | null) => one !== null),
  }),
  '/payouts': ({ amount, owedPaid }) => ({
    ...{ title: [amount], Amount: [amount] },
    ...(owedPaid > 0 && {
      'Paid off what was owed': [owedPaid],
      'Added to your balance': [amount - owedPaid],
    }),
  }),
  '/withdrawals': ({ amount, fee, net }) => ({
    ...{ title: [amount], 'From the payout balance': [amount] },
    ...{ Fee: [fee], 'To the bank': [net] },
  }),
};

const sum = (records: Answered[], field: string): number => records.reduce((all, one) => all + one[field], 0);

/** The amounts of the sentence that says what was earned. */
const earnedIn = (html: string) => amountsIn(/<p class="prose">You earned.*?<\/p>/s.exec(html)![0]);

const LISTS = {
  '/payments': {
    label: 'Payments',
    of: ({ fees, amount, net }: Answered) => (fees.service === null ? [net] : [fees.service, amount]),
  },
  '/charges': { label: 'Charges', of: ({ amount }: Answered) => [amount] },
  '/earnings': { label: 'Earnings', of: ({ net }: Answered) => [net] },
  '/payouts': { label: 'Payouts', of: ({ amount }: Answered) => [amount] },
  '/withdrawals': { label: 'Withdrawals', of: ({ amount, fee, net }: Answered) => [amount, fee, net] },
  '/statement': {
    label: 'Statement',
    of: ({ amount, fee, net, balance }: Answered) =>
      [amount, fee, net, balance].filter((one) => one !== null),
  },
} as const;
type List = keyof typeof LISTS;
const pathOf = (list: List) => (list === '/statement' ? '/balance/transactions' : list);

const ownPath = (list: List, { id }: Answered) =>
  `${list}/${id}${list === '/earnings' ? '?expand=explanation' : ''}`;

/** What /v1 answers: lists with the newest record of each, and what else is asked for. */
async function answersOf(by: CallOptions, lists: readonly List[], more: readonly string[] = []) {
  const answers = new Map<string, Answered>();
  const read = async (path: string) => {
    const { status, body } = await call('GET', `/v1${path}`, by);
    expect([path, status]).toEqual([path, 200]);
    answers.set(path, body.data);
    return body.data;
  };
  for (const list of lists) {
    const [newest] = await read(pathOf(list));
    expect(newest, list).toBeDefined();
    if (list !== '/statement') await read(ownPath(list, newest));
  }
  for (const path of more) await read(path);
  return (path: string): Answered => answers.get(path);
}

/** A workspace's pages, as its person opens them. */
const pagesAt = (person: { token: string }, place: string, { env }: CallOptions) => {
  const browser = browserOf(person);
  return async (path: string) => {
    const { status, html } = await ask(browser, `/app/${place}${path}`, env ? { env } : {});
    expect([path, status]).toEqual([path, 200]);
    return html;
  };
};

/** Compares lists with those of the API, row by row, and the newest record's own page with its record, by label. */
async function compareLists(
  open: (path: string) => Promise<string>,
  answer: (path: string) => Answered,
  lists: readonly List[],
): Promise<void> {
  for (const list of lists) {
    const { label, of } = LISTS[list];
    const records: Answered[] = answer(pathOf(list));
    const expected = records.map((one) => inCents(one.currency, ...of(one)));
    expect(rowsIn(await open(list), label), list).toEqual(expected);
    if (list === '/statement') continue;
    await compareOwn(open, list, answer(ownPath(list, records[0])));
  }
}

/** Compares a record's own page with it, by label. */
async function compareOwn(
  open: (path: string) => Promise<string>,
  list: Exclude<List, '/statement'>,
  one: Answered,
): Promise<void> {
  const own = Object.entries(OWN[list](one)).map(([label, cents]) => [
    label,
    inCents(one.currency, ...cents),
  ]);
  const html = await open(`${list}/${one.id}`);
  expect(labelledIn(html), list).toEqual(Object.fromEntries(own.filter(([, cents]) => cents!.length > 0)));
  // Nothing else is shown, but in the words of the API.
  const known = [...own.flatMap(([, cents]) => cents), ...amountsIn(JSON.stringify(one))];
  expect(known, list).toEqual(expect.arrayContaining(amountsIn(html)));
  if (list === '/withdrawals') expect(html).toContain(`expected on <time datetime="${one.arrivesAt}"`);
}

it('what a brand pays, is charged and owes', async () => {
  const scene = await chargeScene();
  const by = { key: scene.key, env: scene.stripe.env };
  await testEnv.DB.prepare("UPDATE accounts SET card_status = 'active' WHERE id = ?").bind(scene.brand).run();
  await owe(scene, 1_000);
  await nextDay(scene);
  await scene.stripe.decline('insufficient_funds');
  await owe(scene, 333);
  await nextDay(scene);
  const open = pagesAt(await mintPerson({ [scene.brand]: 'owner' }), scene.brand, by);
  // The declined charge is tried again first; what is owed meanwhile waits for midnight.
  const [due] = (await answersOf(by, ['/charges']))('/charges');
  expect(due.status).toBe('due');
  expect(figureIn(await open('/billing'), 'Next charge')).toContain(`datetime="${due.nextAttemptAt}"`);
  await owe(scene, 2_500);
  await owe(scene, 700, 'eur');
  const lists = ['/payments', '/charges', '/statement'] as const;
  const answer = await answersOf(by, lists);
  await compareLists(open, answer, lists);
  const [payments, charges]: Answered[][] = [answer('/payments'), answer('/charges')];
  expect(charges!.map(({ status }) => status)).toEqual(['due', 'succeeded']);
  const owed = ['eur', 'usd'].flatMap((currency) => {
    const unpaid = payments!.filter((one) => one.currency === currency && one.status !== 'succeeded');
    return inCents(
      currency,
      unpaid.reduce((sum, { amount, fees }) => sum + amount + fees.service, 0),
    );
  });
  const [billing, overview] = [await open('/billing'), await open('')];
  const midnight = new Date((Math.floor(clock.now() / DAY_MS) + 1) * DAY_MS).toISOString();
  expect(figureIn(billing, 'Next charge')).toContain(`datetime="${midnight}"`);
  for (const html of [billing, overview]) expect(amountsIn(figureIn(html, 'Owed'))).toEqual(owed);
  expect(rowsIn(billing, 'Recent charges')).toEqual(charges!.map((one) => inCents(one.currency, one.amount)));
  const rows = payments!.map((one) => inCents(one.currency, one.fees.service, one.amount));
  expect(rowsIn(overview, 'Payments')).toEqual(rows);
});

it('what waits for a brand, and is paid to its creator', async () => {
  const pair = await mintPaid();
  const by = { key: pair.brand.key };
  await mintPayment(pair, { approval: 'manual' });
  for (let n = 0; n < 2; n++) await mintSubmission(pair);
  const open = pagesAt(await mintPerson({ [pair.brand.id]: 'owner' }), pair.brand.id, by);
  const another = await mintProgram(by.key, { status: 'live', visibility: 'network' });
  const applicant = await mintCreator(pair.creator.key, { visibility: 'network' });
  const applied = { key: pair.creator.key, as: applicant.id, body: { program: another.id } };
  expect((await call('POST', '/v1/applications', applied)).status).toBe(201);
  const COUNTED = {
    'Submissions to review': '/submissions?status=review',
    'Pending applications': '/applications?status=pending',
    'Live programs': '/programs?status=live',
  };
  const waiting = '/payments?status=pending_approval';
  const answer = await answersOf(by, [], [...Object.values(COUNTED), waiting]);
  const overview = await open('');
  const counts = Object.entries(COUNTED).map(([label, path]) => [label, String(answer(path).length)]);
  expect(Object.keys(COUNTED).map((label) => [label, figureIn(overview, label)])).toEqual(counts);
  expect(counts.map(([, count]) => count)).toEqual(['2', '1', '2']);
  const rows = answer(waiting).map((one: Answered) => inCents(one.currency, one.fees.service, one.amount));
  expect(rowsIn(overview, 'Payments')).toEqual(rows);
  const [first] = answer(waiting);
  await compareOwn(open, '/payments', (await answersOf(by, ['/payments']))(`/payments/${first.id}`));
  const own = await answersOf(pair.creator, ['/payments']);
  await compareLists(pagesAt(await claimRecord(pair.creator.as), pair.creator.as, {}), own, ['/payments']);
});

it.each(['creator', 'partner'] as const)('what a %s earns, is paid and can withdraw', async (type) => {
  const earner = await mintPaidOut(50_000, { partner: type === 'partner' });
  expect((await withdraw(earner, { amount: 12_300, speed: 'instant' })).status).toBe(201);
  await cron(earner, clock.now() + MINUTE_MS);
  await earn(earner, 7_077);
  const by = { ...earner.caller, env: earner.stripe.env };
  const lists = ['/earnings', '/payouts', '/withdrawals', '/statement'] as const;
  // Once its person has taken it over, a creator's record is not the account's to read any more.
  const answer = await answersOf(by, lists, ['/balance', '/balance/tax']);
  const person =
    type === 'creator' ? await claimRecord(earner.holder) : await mintPerson({ [earner.holder]: 'owner' });
  const open = pagesAt(person, earner.holder, by);
  await compareLists(open, answer, lists);
  const [one]: Answered[] = answer('/balance').balances;
  const [balance, overview] = [await open('/balance'), await open('')];
  const figure = (html: string, label: string) => amountsIn(figureIn(html, label));
  const is = (amount: number) => inCents(one.currency, amount);
  expect(figure(balance, 'Available to withdraw')).toEqual(is(one.withdrawable));
  if (type === 'partner') expect(figure(overview, 'Balance')).toEqual(is(one.withdrawable));
  else {
    expect(one).toMatchObject({ withdrawable: 37_700, available: 7_077 });
    expect(figure(balance, 'Next payout')).toEqual(is(one.available));
    expect(figure(balance, 'Pending')).toEqual(is(one.pending));
    expect(figure(overview, 'Available to withdraw')).toEqual(is(one.withdrawable));
    expect(figure(overview, 'Available')).toEqual(is(one.available));
    expect(figure(overview, 'Pending')).toEqual(is(one.pending));
    const { currency, years } = answer('/balance/tax');
    const paid = years.map(({ reportable }: Answered) => inCents(currency, reportable));
    expect(rowsIn(await open('/tax'), 'By year')).toEqual(paid);
    const earned = answer('/earnings').map(({ net }: Answered) => is(net));
    expect(rowsIn(overview, 'Earnings')).toEqual(earned);
    expect(earnedIn(overview)).toEqual(
      inCents(one.currency, one.paid + one.available, one.paid, one.available, one.withdrawable),
    );
    const { id } = await earn(earner, 301);
    const held = { do: 'move' as const, id, to: 'held' as const };
    const at = clock.now();
    must(await ledger(earner.holder).post(earner.holder, { key: `${id}:held`, at, earnings: [held] }));
    await clawBack(earner, 40_000);
    const [now]: Answered[] = (await answersOf(by, [], ['/balance']))('/balance').balances;
    expect(now).toMatchObject({ held: 301, owed: 2_300, withdrawable: 0, paid: 10_000 });
    const later = await open('/balance');
    expect(figure(later, 'Held')).toEqual(is(now.held));
    expect(figure(later, 'Owed')).toEqual(is(now.owed));
    const all = now.paid + now.available + now.held;
    expect(earnedIn(await open(''))).toEqual(
      inCents(now.currency, all, now.paid, now.available, now.held, now.owed),
    );
  }
});
