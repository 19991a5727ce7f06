// The payments that an account makes, or that a creator gets.
import { EARNING_SOURCES } from '../../../domains/money/ledger/posting.ts';
import type { Payment } from '../../../domains/money/payments/payment.ts';
import { PAYMENT_STATUSES } from '../../../domains/money/payments/transitions.ts';
import { ButtonLink } from '../../components/button.tsx';
import { filterBy } from '../../components/filters.tsx';
import { type Column, Table, TwoLines } from '../../components/table.tsx';
import { money, Time, words } from '../../format.tsx';
import { whyNot } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import type { Bulk } from '../lists/bulk.tsx';
import { listPage, type None, OLDEST_FIRST } from '../lists/list-page.tsx';
import { type Names, namesFor } from '../places/names.ts';
import { State, stateOptions } from '../places/states.tsx';
import { byCurrency } from './by-currency.ts';
import { cardInWords } from './card-in-words.ts';
import { WHO_PAYS } from './new-payment.tsx';

const APPROVAL: Bulk<Payment> = {
  one: 'payment',
  path: '/payments/',
  find: (at, id) => at.run('GET /v1/payments/:id', { params: { id } }),
  refused: whyNot('Owners and admins approve payments.'),
  acts: [
    {
      name: 'approve',
      label: 'Approve',
      done: 'approved',
      fits: ({ status }) => status === 'pending_approval',
      isDone: ({ approvedAt }) => approvedAt !== null,
      about: async (at, rows) => <Totals rows={rows} card={await cardInWords(at)} />,
      run: (at, { id, version }) =>
        at.run('PATCH /v1/payments/:id', { params: { id }, body: { decision: 'approve', version } }),
    },
    {
      name: 'reject',
      label: 'Reject',
      look: 'danger',
      done: 'rejected',
      fits: ({ status }) => status === 'pending_approval',
      isDone: ({ status, approvedAt }) => status === 'failed' && approvedAt === null,
      about: (_, rows) => <Totals rows={rows} card="Nothing is charged, and the creators are not paid." />,
      note: { label: 'Reason', hint: 'The creators read it.', required: true },
      run: (at, { id, version }, reason) =>
        at.run('PATCH /v1/payments/:id', { params: { id }, body: { decision: 'reject', reason, version } }),
    },
  ],
};

/** What the records say, added up by currency. */
function Totals({ rows, card }: { rows: readonly Payment[]; card: string }) {
  const sums = [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, some]) => ({
    currency,
    count: some.length,
    amount: some.reduce((sum, { amount }) => sum + amount, 0),
    fee: some.reduce((sum, { fees }) => sum + (fees.service ?? 0), 0),
  }));
  return (
    <>
      <Table
        label="Totals by currency"
        rows={sums}
        columns={[
          { label: 'Currency', main: true, cell: ({ currency }) => currency.toUpperCase() },
          { label: 'Payments', numeric: true, cell: (one) => one.count },
          { label: 'Amount', numeric: true, cell: (one) => money(one.amount, one.currency) },
          { label: 'Fee', numeric: true, cell: (one) => money(one.fee, one.currency) },
          { label: 'Total', numeric: true, cell: (one) => money(one.amount + one.fee, one.currency) },
        ]}
      />
      <p>{card}</p>
    </>
  );
}

export const paymentsPage = listPage<Payment>({
  path: '/payments',
  title: 'Payments',
  about: ({ place, to, given }) =>
    given('charge').charge !== undefined ? (
      <>
        What one charge of the card collects.{' '}
        <a href={to(`/charges/${encodeURIComponent(given('charge').charge!)}`)}>View charge</a>
      </>
    ) : place.type === 'creator' ? (
      'What you were paid, before and after your agency’s share.'
    ) : place.type === 'brand' ? (
      'Payments to creators. Approved payments are billed once a day.'
    ) : (
      'Your clients pay creators in their own workspaces.'
    ),
  action: (at) =>
    at.place.type === 'brand' && (
      <ButtonLink href={at.to('/payments/new')} refused={whyNot(WHO_PAYS)(at)}>
        New payment
      </ButtonLink>
    ),
  filters: () => [
    { name: 'status', label: 'Status', options: stateOptions('Any status', PAYMENT_STATUSES) },
    filterBy('source', 'Paid for', 'Anything', EARNING_SOURCES, words),
    byCurrency,
  ],
  narrows: true,
  sorts: [OLDEST_FIRST],
  // A receipt leads to all that its charge collects, a submission to all that was paid for it.
  kept: ['charge', 'submission'],
  read: (at, query) => at.run('GET /v1/payments', { query }),
  exported: 'payments',
  shown: async (at, rows) => {
    const names = await namesFor(at, rows);
    const nameOf = (one: Payment) => `${names.creator(one.creator)}, ${money(one.amount, one.currency)}`;
    return { columns: paymentColumns(at, names), nameOf, names };
  },
  none: ({ place }) => noPayments(place),
  bulk: APPROVAL,
});

export function noPayments({ type }: PlaceVisit['place']): None {
  if (type === 'partner')
    return {
      icon: 'card',
      text: 'A client’s payments are in its workspace.',
      next: { path: '/clients', label: 'View clients' },
    };
  return {
    icon: 'card',
    text:
      type === 'creator'
        ? 'Earnings appear here once a submission is approved.'
        : 'Payments appear here once you approve submissions.',
    next: { path: '/submissions', label: 'View submissions' },
  };
}

export function PaymentTable({
  at,
  payments,
  names,
}: {
  at: PlaceVisit;
  payments: readonly Payment[];
  names: Names;
}) {
  return <Table label="Payments" columns={paymentColumns(at, names)} rows={payments} />;
}

function paymentColumns(at: PlaceVisit, names: Names): Column<Payment>[] {
  const byCreator = at.place.type === 'creator';
  return [
    {
      label: byCreator ? 'Program' : 'Creator',
      main: true,
      cell: (one) =>
        byCreator ? (
          <TwoLines href={at.to(`/payments/${one.id}`)} title={names.program(one.program)}>
            {words(one.source)}
          </TwoLines>
        ) : (
          <TwoLines href={at.to(`/payments/${one.id}`)} title={names.creator(one.creator)}>
            {[names.program(one.program), words(one.source)].join(', ')}
          </TwoLines>
        ),
    },
    { label: 'Status', cell: (one) => <State status={one.status} /> },
    { label: 'Created', cell: (one) => <Time at={one.createdAt} /> },
    ...(byCreator
      ? []
      : [
          { label: 'Fee', numeric: true, cell: (one: Payment) => money(one.fees.service ?? 0, one.currency) },
        ]),
    {
      label: byCreator ? 'You earn' : 'Amount',
      numeric: true,
      first: true,
      cell: (one) => money(byCreator ? one.net : one.amount, one.currency),
    },
  ];
}
