// Samples: what is to be sent to whom, or what a creator gets.
import { SAMPLE_STATUSES, type Sample } from '../../../domains/work/samples/sample.ts';
import { ButtonLink } from '../../components/button.tsx';
import { Card, PageHead } from '../../components/card.tsx';
import { EmptyState } from '../../components/notice.tsx';
import { type Column, type Filter, Pager, Table, TwoLines } from '../../components/table.tsx';
import { Time } from '../../format.tsx';
import { placePage } from '../../page.ts';
import { writes } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { narrowed } from '../narrowed.tsx';
import { brandNames, type Names, namesFor } from '../places/names.ts';
import { State, stateOptions } from '../places/states.tsx';
import { productTitles } from './sample-parts.tsx';

const FILTERS: readonly Filter[] = [
  { name: 'status', label: 'Status', options: stateOptions('Any status', SAMPLE_STATUSES) },
];

export const samplesPage = placePage({
  path: '/samples',
  show: async (at) => {
    const { list, isFiltered, filters } = await narrowed(at, FILTERS, (query) =>
      at.run('GET /v1/samples', { query }),
    );
    const { items, nextCursor } = list;
    const [names, brandOf, titles] = await Promise.all([
      namesFor(at, items),
      brandNames(at),
      productTitles(at, items),
    ]);
    const isCreator = at.place.type === 'creator';
    return {
      title: 'Samples',
      body: (
        <>
          <PageHead
            title="Samples"
            action={
              writes(at.place) && (
                <ButtonLink href={at.to('/samples/new')}>
                  {isCreator ? 'Ask for sample' : 'Offer sample'}
                </ButtonLink>
              )
            }
          >
            {isCreator ? 'Products that brands send you.' : 'Products that you send to creators.'}
          </PageHead>
          {filters}
          <Card flush>
            {items.length === 0 ? (
              <EmptyState title={isFiltered ? 'No samples match' : 'No samples yet'} icon="program">
                {isFiltered
                  ? 'Change or clear the filters.'
                  : 'Samples that creators ask for and brands offer appear here.'}
              </EmptyState>
            ) : (
              <Table label="Samples" columns={columnsFor(at, names, brandOf, titles)} rows={items} />
            )}
          </Card>
          <Pager next={nextCursor} />
        </>
      ),
    };
  },
});

function columnsFor(
  at: PlaceVisit,
  names: Names,
  brandOf: (account: string) => string,
  titles: ReadonlyMap<string, string>,
): Column<Sample>[] {
  const isCreator = at.place.type === 'creator';
  return [
    {
      label: 'Product',
      main: true,
      cell: (one) => (
        <TwoLines href={at.to(`/samples/${one.id}`)} title={titles.get(one.product) ?? 'A product'}>
          {isCreator ? brandOf(one.account) : names.creator(one.creator)}
        </TwoLines>
      ),
    },
    { label: 'Status', cell: (one) => <State status={one.status} /> },
    { label: 'Next step', cell: (one) => nextStep(one, isCreator) },
    { label: 'Created', cell: (one) => <Time at={one.createdAt} /> },
  ];
}

/** Who has to do what. */
export function nextStep({ status, offered, problem, order }: Sample, isCreator: boolean): string {
  if (problem) return isCreator ? 'Waits: see why' : 'Needs attention';
  if (status === 'pending' && offered)
    return isCreator ? 'Give your address' : 'Waits for the creator’s address';
  if (status === 'pending') return isCreator ? 'Waits for the brand' : 'Approve or reject';
  if (status === 'approved') return isCreator ? 'Will be sent' : 'Send it';
  return status === 'shipped' ? (order?.name ?? 'On its way') : '—';
}
