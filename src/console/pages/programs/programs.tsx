// An account's programs, or those that a creator is in.
import { PROGRAM_STATUSES, type Program } from '../../../domains/work/program-terms/program.ts';
import { ButtonLink } from '../../components/button.tsx';
import { Card, PageHead } from '../../components/card.tsx';
import { EmptyState } from '../../components/notice.tsx';
import { type Column, Filters, Pager, Table, TwoLines } from '../../components/table.tsx';
import { count, money, platformName, Time, words } from '../../format.tsx';
import { placePage } from '../../page.ts';
import { writesAsAccount } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { State, stateOptions } from '../places/states.tsx';

export const programsPage = placePage({
  path: '/programs',
  show: async (at) => {
    const { items, nextCursor } = await at.run('GET /v1/programs', {
      query: {
        status: at.query('status'),
        cursor: at.query('cursor'),
      },
    });
    return {
      title: 'Programs',
      body: (
        <>
          <PageHead
            title="Programs"
            action={
              writesAsAccount(at.place) && (
                <ButtonLink href={at.to('/programs/new')} icon="plus">
                  Create program
                </ButtonLink>
              )
            }
          >
            {at.place.type === 'creator'
              ? 'Programs that you applied to or were invited to.'
              : 'Briefs for creators, and what you pay.'}
          </PageHead>
          <Filters
            filters={[
              {
                name: 'status',
                label: 'Status',
                options: stateOptions('All except archived', PROGRAM_STATUSES),
              },
            ]}
          />
          <Card flush>
            {items.length === 0 ? (
              <NoPrograms at={at} />
            ) : (
              <Table label="Programs" columns={columnsFor(at)} rows={items} />
            )}
          </Card>
          <Pager next={nextCursor} />
        </>
      ),
    };
  },
});

function NoPrograms({ at }: { at: PlaceVisit }) {
  if (at.query('status'))
    return (
      <EmptyState title="No programs with this status" icon="program">
        Clear the filter to see all.
      </EmptyState>
    );
  if (at.place.type === 'creator')
    return (
      <EmptyState title="No programs yet" icon="program">
        Invitations from brands appear here.
      </EmptyState>
    );
  return (
    <EmptyState
      title="No programs yet"
      icon="program"
      action={
        writesAsAccount(at.place) && <ButtonLink href={at.to('/programs/new')}>Create program</ButtonLink>
      }
    >
      A program has your brief and the creators' pay.
    </EmptyState>
  );
}

function columnsFor(at: PlaceVisit): Column<Program>[] {
  const facts: Column<Program>[] = [
    {
      label: 'Program',
      main: true,
      cell: (one) => (
        <TwoLines href={at.to(`/programs/${one.id}`)} title={one.name}>
          {words(one.type)}
          {one.platforms.length > 0 && `, ${one.platforms.map(platformName).join(', ')}`}
        </TwoLines>
      ),
    },
    { label: 'Status', cell: (one) => <State status={one.status} /> },
    { label: 'Created', cell: (one) => <Time at={one.createdAt} /> },
  ];
  if (at.place.type === 'creator')
    return [
      ...facts,
      {
        label: 'Products',
        cell: ({ id, products }) =>
          products.length === 0 ? '—' : <a href={at.to(`/products?program=${id}`)}>See products</a>,
      },
    ];
  const numbers: Column<Program>[] = [
    { label: 'Creators', numeric: true, cell: (one) => count(one.stats?.creators ?? 0) },
    { label: 'Applications', numeric: true, cell: (one) => count(one.stats?.applications ?? 0) },
    { label: 'Submissions', numeric: true, cell: (one) => count(one.stats?.submissions ?? 0) },
  ];
  // Members cannot see money, and spend is money.
  if (at.place.role === 'member') return [...facts, ...numbers];
  const spend: Column<Program> = {
    label: 'Spent',
    numeric: true,
    cell: (one) => {
      const spend = one.stats?.spend ?? null;
      return one.pay.currency && spend !== null ? money(spend, one.pay.currency) : '—';
    },
  };
  return [...facts, ...numbers, spend];
}
