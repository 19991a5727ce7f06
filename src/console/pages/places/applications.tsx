// Who wants to join which program, or is invited to it.
import { APPLICATION_STATUSES, type Application } from '../../../domains/work/applications/application.ts';
import { standingOf } from '../../application-standing.ts';
import { type Column, TwoLines } from '../../components/table.tsx';
import { Time } from '../../format.tsx';
import { whyNot } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { CreatorLink } from '../creator-link.tsx';
import type { Bulk } from '../lists/bulk.tsx';
import { listPage, OLDEST_FIRST } from '../lists/list-page.tsx';
import type { Picked } from '../lists/selection.ts';
import { type Names, namesFor } from './names.ts';
import { applicationState, State, stateOptions } from './states.tsx';

const decides =
  (status: Application['status']) =>
  (at: PlaceVisit, { id, version }: Picked) =>
    at.run('PATCH /v1/applications/:id', { params: { id }, body: { status, version } });

const isPending = ({ status }: Application) => status === 'pending';

const DECISION: Bulk<Application> = {
  one: 'application',
  find: (at, id) => at.run('GET /v1/applications/:id', { params: { id } }),
  refused: whyNot('Owners and admins decide on applications.'),
  acts: [
    {
      name: 'approve',
      label: 'Approve',
      done: 'approved',
      fits: isPending,
      isDone: ({ status }) => status === 'approved',
      about: () =>
        'These creators can submit videos, and are paid by the program. An invitation is still the creator’s to accept.',
      run: decides('approved'),
    },
    {
      name: 'reject',
      label: 'Reject',
      look: 'danger',
      done: 'rejected',
      fits: isPending,
      isDone: ({ status }) => status === 'rejected',
      about: () => 'These creators cannot submit videos. You can reopen a rejected application.',
      run: decides('rejected'),
    },
  ],
};

export const applicationsPage = listPage<Application>({
  path: '/applications',
  title: 'Applications',
  about: ({ place }) =>
    place.type === 'creator'
      ? 'Your places in programs, and what you asked to join.'
      : 'Creators who asked to join your programs, or were invited.',
  filters: () => [
    { name: 'status', label: 'Status', options: stateOptions('Any status', APPLICATION_STATUSES) },
  ],
  narrows: true,
  sorts: [OLDEST_FIRST],
  read: (at, query) => at.run('GET /v1/applications', { query }),
  exported: 'applications',
  shown: async (at, rows) => {
    const names = await namesFor(at, rows);
    const nameOf = (one: Application) => `${names.creator(one.creator)}, ${names.program(one.program)}`;
    return { columns: columnsFor(at, names), nameOf, names };
  },
  none: ({ place }) => ({
    icon: 'people',
    text:
      place.type === 'creator'
        ? 'Programs that you apply to, or are invited to, appear here.'
        : 'Creators who apply to your programs appear here.',
    next:
      place.type === 'creator'
        ? { path: '/programs/discover', label: 'Discover programs' }
        : { path: '/programs', label: 'View programs' },
  }),
  bulk: DECISION,
});

/** What the creator does next; a dash where it is the brand's turn, or where it is over. */
function nextStep(at: PlaceVisit, one: Application) {
  const standing = standingOf(one);
  const to = at.to(`/programs/${one.program}`);
  if (standing === 'invited') return <a href={to}>Answer invitation</a>;
  if (one.agreementsRequired) return <a href={to}>Accept agreements</a>;
  if (standing === 'approved')
    return <a href={at.to(`/submissions/new?program=${one.program}`)}>Submit video</a>;
  return standing === 'pending' ? 'The brand decides' : '—';
}

/** Leads to the creator's page, which lists them. */
function ToAccept({ at, one: { creator }, names }: { at: PlaceVisit; one: Application; names: Names }) {
  const text = 'To be accepted';
  return names.knowsCreator(creator) ? (
    <a href={at.to(`/creators/${creator}`)}>{text}</a>
  ) : (
    <span>{text}</span>
  );
}

/** Nobody decides on the application of a creator whom the account invited: the invitation did. */
function decided({ status, reviewedAt }: Application) {
  if (reviewedAt) return <Time at={reviewedAt} />;
  return status === 'approved' ? 'By invitation' : '—';
}

function columnsFor(at: PlaceVisit, names: Names): Column<Application>[] {
  const creator = at.place.type === 'creator';
  const program = (one: Application) => names.program(one.program);
  if (creator)
    return [
      {
        label: 'Program',
        main: true,
        cell: (one) => <TwoLines href={at.to(`/programs/${one.program}`)} title={program(one)} />,
      },
      { label: 'Status', first: true, cell: applicationState },
      { label: 'Next step', cell: (one) => nextStep(at, one) },
      { label: 'Created', cell: (one) => <Time at={one.createdAt} /> },
    ];
  return [
    {
      label: 'Program',
      main: true,
      cell: (one) => (
        <TwoLines href={at.to(`/programs/${one.program}`)} title={program(one)}>
          <CreatorLink at={at} id={one.creator} names={names} />
        </TwoLines>
      ),
    },
    {
      label: 'Status',
      first: true,
      cell: (one) => <State status={one.removed ? 'removed' : one.status} />,
    },
    {
      label: 'Agreements',
      cell: (one) => (one.agreementsRequired ? <ToAccept at={at} one={one} names={names} /> : 'None open'),
    },
    { label: 'Created', cell: (one) => <Time at={one.createdAt} /> },
    { label: 'Decided', cell: decided },
  ];
}
