// Who wants to join which program, or is invited to it.
import { APPLICATION_STATUSES, type Application } from '../../../domains/work/applications/application.ts';
import { type Column, TwoLines } from '../../components/table.tsx';
import { Time } from '../../format.tsx';
import { whyNot } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { CreatorLink } from '../creator-link.tsx';
import type { Bulk } from '../lists/bulk.tsx';
import { listPage, OLDEST_FIRST } from '../lists/list-page.tsx';
import type { Picked } from '../lists/selection.ts';
import { type Names, namesFor } from './names.ts';
import { State, stateOptions } from './states.tsx';

const decides =
  (status: Application['status']) =>
  (at: PlaceVisit, { id, version }: Picked) =>
    at.run('PATCH /v1/applications/:id', { params: { id }, body: { status, version } });

const isPending = ({ status }: Application) => status === 'pending';

const DECISION: Bulk<Application> = {
  one: 'application',
  refused: whyNot('Owners and admins decide on applications.'),
  acts: [
    {
      name: 'approve',
      label: 'Approve',
      done: 'approved',
      fits: isPending,
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
  shown: async (at, rows) => {
    const names = await namesFor(at, rows);
    const nameOf = (one: Application) => `${names.creator(one.creator)}, ${names.program(one.program)}`;
    return { columns: columnsFor(at, names), nameOf };
  },
  none: ({ place }) => ({
    icon: 'people',
    text:
      place.type === 'creator'
        ? 'Programs that you apply to, or are invited to, appear here.'
        : 'Creators who apply to your programs appear here.',
    next: { path: '/programs', label: 'View programs' },
  }),
  bulk: DECISION,
});

function columnsFor(at: PlaceVisit, names: Names): Column<Application>[] {
  const creator = at.place.type === 'creator';
  const program = (one: Application) => names.program(one.program);
  return [
    {
      label: 'Program',
      main: true,
      cell: (one) => (
        <TwoLines href={at.to(`/programs/${one.program}`)} title={program(one)}>
          {!creator && <CreatorLink at={at} id={one.creator} names={names} />}
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
      cell: (one) => (one.agreementsRequired ? 'To be accepted' : 'None open'),
    },
    { label: 'Created', cell: (one) => <Time at={one.createdAt} /> },
    { label: 'Decided', cell: (one) => (one.reviewedAt ? <Time at={one.reviewedAt} /> : '—') },
  ];
}
