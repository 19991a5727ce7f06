// What a creator earned, or a partner as commissions.
import type { Earning } from '../../../domains/money/earnings/earning.ts';
import { EARNING_STATUSES } from '../../../domains/money/ledger/posting.ts';
import { Card, PageHead } from '../../components/card.tsx';
import { EmptyState } from '../../components/notice.tsx';
import { Filters, Pager, Table, TwoLines } from '../../components/table.tsx';
import { money, Time, words } from '../../format.tsx';
import { placePage } from '../../page.ts';
import type { PlaceVisit } from '../../visit.ts';
import { type Names, namesFor } from './names.ts';
import { State, stateOptions } from './states.tsx';

export const earningsPage = placePage({
  path: '/earnings',
  show: async (at) => {
    const { items, nextCursor } = await at.run('GET /v1/earnings', { query: at.given('status', 'cursor') });
    const names = await namesFor(at, items);
    return {
      title: 'Earnings',
      body: (
        <>
          <PageHead title="Earnings">What you earned, why, and where the money is.</PageHead>
          <Filters
            filters={[
              { name: 'status', label: 'Status', options: stateOptions('Any status', EARNING_STATUSES) },
            ]}
          />
          <Card flush>
            {items.length === 0 ? (
              <EmptyState
                title={at.query('status') ? 'No earnings with this status' : 'No earnings yet'}
                icon="card"
              >
                {at.query('status')
                  ? 'Clear the filter to see all.'
                  : 'Earnings appear here once a payment to you is made.'}
              </EmptyState>
            ) : (
              <EarningTable at={at} earnings={items} names={names} />
            )}
          </Card>
          <Pager next={nextCursor} />
        </>
      ),
    };
  },
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
  return (
    <Table
      label="Earnings"
      rows={earnings}
      columns={[
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
        { label: 'You earn', numeric: true, cell: (one) => money(one.net, one.currency) },
      ]}
    />
  );
}
