// Retainers: whom a brand pays by the week or month, or who pays a creator so.
import { RETAINER_STATUSES, type Retainer } from '../../../domains/work/retainers/retainer.ts';
import { ButtonLink } from '../../components/button.tsx';
import { type Column, TwoLines } from '../../components/table.tsx';
import { Time } from '../../format.tsx';
import { whyNot, writesAsAccount } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { listPage } from '../lists/list-page.tsx';
import { brandNames, type Names, namesFor } from '../places/names.ts';
import { State, stateOptions } from '../places/states.tsx';
import { WHO_OFFERS_RETAINERS } from './new-retainer.tsx';

export const retainersPage = listPage<Retainer>({
  path: '/retainers',
  title: 'Retainers',
  about: ({ place }) =>
    place.type === 'creator'
      ? 'What brands pay you by the week or month.'
      : 'Creators that you pay by the week or month.',
  action: (at) =>
    at.place.type !== 'creator' && (
      <ButtonLink href={at.to('/retainers/new')} refused={whyNot(WHO_OFFERS_RETAINERS)(at)}>
        Offer retainer
      </ButtonLink>
    ),
  filters: () => [
    { name: 'status', label: 'Status', options: stateOptions('Any status', RETAINER_STATUSES) },
  ],
  narrows: true,
  read: (at, query) => at.run('GET /v1/retainers', { query }),
  exported: 'retainers',
  shown: async (at, rows) => {
    const [names, brandOf] = await Promise.all([namesFor(at, rows), brandNames(at)]);
    const nameOf = (one: Retainer) =>
      at.place.type === 'creator' ? brandOf(one.account) : names.creator(one.creator);
    return { columns: columnsFor(at, names, nameOf), nameOf, names };
  },
  none: (at) =>
    at.place.type === 'creator'
      ? {
          icon: 'card',
          text: 'When a brand offers you a retainer, it appears here.',
          next: { path: '/programs', label: 'View programs' },
        }
      : {
          icon: 'card',
          text: 'Offer a creator on your roster an amount for each week or month.',
          next: writesAsAccount(at.place) && { path: '/retainers/new', label: 'Offer retainer' },
        },
});

function columnsFor(at: PlaceVisit, names: Names, nameOf: (one: Retainer) => string): Column<Retainer>[] {
  return [
    {
      label: at.place.type === 'creator' ? 'Brand' : 'Creator',
      main: true,
      cell: (one) => (
        <TwoLines href={at.to(`/retainers/${one.id}`)} title={nameOf(one)}>
          {one.program === null ? 'All work' : names.program(one.program)}
        </TwoLines>
      ),
    },
    { label: 'Status', first: true, cell: (one) => <State status={one.status} /> },
    { label: 'Pay', cell: (one) => one.pay.summary },
    {
      label: 'Next date',
      cell: (one) => nextDate(one, at.ctx().now),
    },
  ];
}

/** When something happens by itself next. */
function nextDate(one: Retainer, now: number) {
  const { status, startsAt, currentPeriodEndAt } = one;
  if (startsOnceAccepted(one, now)) return 'Starts when accepted';
  if (status === 'offered' || status === 'accepted')
    return (
      <>
        Starts <Time at={startsAt} />
      </>
    );
  if (currentPeriodEndAt === null) return '—';
  return (
    <>
      {status === 'canceling' ? 'Ends ' : 'Pays '}
      <Time at={currentPeriodEndAt} />
    </>
  );
}

/** Whether an offer's start has come: then it starts with the yes. */
export const startsOnceAccepted = ({ status, startsAt }: Retainer, now: number): boolean =>
  status === 'offered' && Date.parse(startsAt) <= now;
