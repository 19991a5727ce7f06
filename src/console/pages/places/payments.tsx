// The payments that an account makes, or that a creator gets.
import type { Payment } from '../../../domains/money/payments/payment.ts';
import { PAYMENT_STATUSES } from '../../../domains/money/payments/transitions.ts';
import { Card, PageHead } from '../../components/card.tsx';
import { EmptyState } from '../../components/notice.tsx';
import { type Column, type Filter, Pager, Table, TwoLines } from '../../components/table.tsx';
import { money, Time, words } from '../../format.tsx';
import { placePage } from '../../page.ts';
import type { PlaceVisit } from '../../visit.ts';
import { narrowed } from '../narrowed.tsx';
import { type Names, namesFor } from './names.ts';
import { State, stateOptions } from './states.tsx';

const FILTERS: readonly Filter[] = [
  { name: 'status', label: 'Status', options: stateOptions('Any status', PAYMENT_STATUSES) },
];

export const paymentsPage = placePage({
  path: '/payments',
  show: async (at) => {
    const { list, isFiltered, filters } = await narrowed(at, FILTERS, (query) =>
      at.run('GET /v1/payments', { query }),
    );
    const { items, nextCursor } = list;
    const names = await namesFor(at, items);
    return {
      title: 'Payments',
      body: (
        <>
          <PageHead title="Payments">
            {at.place.type === 'creator'
              ? 'What you were paid, before and after your agency’s share.'
              : at.place.type === 'brand'
                ? 'Payments to creators. Approved payments are billed once a day.'
                : 'Payments to creators.'}
          </PageHead>
          {filters}
          <Card flush>
            {items.length === 0 ? (
              <NoPayments at={at} isFiltered={isFiltered} />
            ) : (
              <PaymentTable at={at} payments={items} names={names} />
            )}
          </Card>
          <Pager next={nextCursor} />
        </>
      ),
    };
  },
});

function NoPayments({ at, isFiltered }: { at: PlaceVisit; isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState title="No payments match" icon="card">
        Change or clear the filters.
      </EmptyState>
    );
  return (
    <EmptyState title="No payments yet" icon="card">
      {at.place.type === 'creator'
        ? 'Earnings appear here once a submission is approved.'
        : 'Payments appear here once you approve submissions.'}
    </EmptyState>
  );
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
  const byCreator = at.place.type === 'creator';
  const columns: Column<Payment>[] = [
    {
      label: byCreator ? 'Program' : 'Creator',
      main: true,
      cell: (one) =>
        byCreator ? (
          <TwoLines title={names.program(one.program)}>{words(one.source)}</TwoLines>
        ) : (
          <TwoLines title={names.creator(one.creator)}>{names.program(one.program)}</TwoLines>
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
      cell: (one) => money(byCreator ? one.net : one.amount, one.currency),
    },
  ];
  return <Table label="Payments" columns={columns} rows={payments} />;
}
