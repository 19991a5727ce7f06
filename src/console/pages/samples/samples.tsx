// Samples: what is to be sent to whom, or what a creator gets.
import { SAMPLE_STATUSES, type Sample } from '../../../domains/work/samples/sample.ts';
import { ButtonLink } from '../../components/button.tsx';
import { type Column, TwoLines } from '../../components/table.tsx';
import { Time } from '../../format.tsx';
import type { PlaceVisit } from '../../visit.ts';
import { CreatorLink } from '../creator-link.tsx';
import { listPage } from '../lists/list-page.tsx';
import { brandNames, type Names, namesFor } from '../places/names.ts';
import { State, stateOptions } from '../places/states.tsx';
import { newSampleTitle, whyNoSample } from './new-sample.tsx';
import { productTitles } from './sample-parts.tsx';

export const samplesPage = listPage<Sample>({
  path: '/samples',
  title: 'Samples',
  about: ({ place }) =>
    place.type === 'creator' ? 'Products that brands send you.' : 'Products that you send to creators.',
  action: (at) => (
    <ButtonLink href={at.to('/samples/new')} refused={whyNoSample(at)}>
      {newSampleTitle(at)}
    </ButtonLink>
  ),
  filters: () => [{ name: 'status', label: 'Status', options: stateOptions('Any status', SAMPLE_STATUSES) }],
  narrows: true,
  read: (at, query) => at.run('GET /v1/samples', { query }),
  exported: 'samples',
  shown: async (at, rows) => {
    const [names, brandOf, titles] = await Promise.all([
      namesFor(at, rows),
      brandNames(at),
      productTitles(at, rows),
    ]);
    return {
      names,
      columns: columnsFor(at, names, brandOf, titles),
      nameOf: ({ product }) => titles.get(product) ?? 'A product',
    };
  },
  none: (at) => ({
    icon: 'program',
    text: 'Samples that creators ask for and brands offer appear here.',
    next: whyNoSample(at) === null && { path: '/samples/new', label: newSampleTitle(at) },
  }),
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
          {isCreator ? brandOf(one.account) : <CreatorLink at={at} id={one.creator} names={names} />}
        </TwoLines>
      ),
    },
    { label: 'Status', first: true, cell: (one) => <State status={one.status} /> },
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
