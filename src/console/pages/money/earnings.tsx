// What a creator earned, or a partner as commissions.
import type { Earning } from '../../../domains/money/earnings/earning.ts';
import { EARNING_SOURCES, EARNING_STATUSES } from '../../../domains/money/ledger/posting.ts';
import { filterBy } from '../../components/filters.tsx';
import { type Column, Table, TwoLines } from '../../components/table.tsx';
import { money, Time, words } from '../../format.tsx';
import type { PlaceVisit } from '../../visit.ts';
import { listPage } from '../lists/list-page.tsx';
import { type Names, namesFor } from '../places/names.ts';
import { State, stateOptions } from '../places/states.tsx';

export const earningsPage = listPage<Earning>({
  path: '/earnings',
  title: 'Earnings',
  about: () => 'What you earned, why, and where the money is.',
  filters: () => [
    { name: 'status', label: 'Status', options: stateOptions('Any status', EARNING_STATUSES) },
    filterBy('source', 'Source', 'Any source', EARNING_SOURCES, words),
  ],
  read: (at, query) => at.run('GET /v1/earnings', { query }),
  exported: 'earnings',
  shown: async (at, rows) => {
    const names = await namesFor(at, rows);
    return { columns: earningColumns(at, names), nameOf: ({ id }) => id, names };
  },
  none: () => ({
    icon: 'card',
    text: 'Earnings appear here once a payment to you is made.',
    next: { path: '/submissions', label: 'View submissions' },
  }),
});

export function EarningTable({
  at,
  earnings,
  names,
}: {
  at: PlaceVisit;
  earnings: readonly Earning[];
  names: Names;
}) {
  return <Table label="Earnings" columns={earningColumns(at, names)} rows={earnings} />;
}

function earningColumns(at: PlaceVisit, names: Names): Column<Earning>[] {
  return [
    {
      label: 'Program',
      main: true,
      cell: (one) => (
        <TwoLines href={at.to(`/earnings/${one.id}`)} title={names.program(one.program)}>
          {words(one.source)}
        </TwoLines>
      ),
    },
    { label: 'Status', cell: (one) => <State status={one.status} /> },
    { label: 'When', cell: (one) => <Time at={one.occurredAt} /> },
    { label: 'You earn', numeric: true, first: true, cell: (one) => money(one.net, one.currency) },
  ];
}
