// The roster: the creators that an account works with, asked, or was asked by.
import { CREATOR_STATUSES, RELATIONSHIPS } from '../../../domains/work/creator-consent/creator.ts';
import type { Creator } from '../../../domains/work/creators/creator-record.ts';
import { ButtonLink } from '../../components/button.tsx';
import { filterBy } from '../../components/filters.tsx';
import { type Column, TwoLines } from '../../components/table.tsx';
import { Time, words } from '../../format.tsx';
import { whyNot, writesAsAccount } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import type { Bulk } from '../lists/bulk.tsx';
import { listPage } from '../lists/list-page.tsx';
import { State, stateOptions } from '../places/states.tsx';
import { agreedWords, missing, ROSTER_NAMES, WRITES_NONE } from './creator-words.ts';
import { BULK_MOVES, isFrom } from './moves.ts';

const ROSTER: Bulk<Creator> = {
  one: 'creator',
  path: '/creators/',
  find: (at, id) => at.run('GET /v1/creators/:id', { params: { id } }),
  refused: whyNot(WRITES_NONE),
  acts: BULK_MOVES.map(({ name, label, done, moves }) => ({
    name,
    label,
    done,
    ...(moves[0]!.asks === 'danger' && { look: 'danger' as const }),
    fits: ({ status }) => moves.some((move) => isFrom(move, status)),
    isDone: ({ status }) => status === moves[0]!.to,
    about: (_, rows) =>
      moves
        .filter((move) => rows.some(({ status }) => isFrom(move, status)))
        .map(({ about }) => about)
        .join(' '),
    run: (at, { id, version }) =>
      at.run('PATCH /v1/creators/:id', { params: { id }, body: { status: moves[0]!.to, version } }),
  })),
};

export const creatorsPage = listPage<Creator>({
  path: '/creators',
  title: 'Creators',
  about: () => 'Your roster: who you work with, and who has not agreed yet.',
  action: (at) => (
    <ButtonLink href={at.to('/creators/new')} refused={whyNot(WRITES_NONE)(at)}>
      Add creator
    </ButtonLink>
  ),
  filters: () => [
    { name: 'q', label: 'Search', kind: 'text', placeholder: 'Name, email or handle' },
    {
      name: 'status',
      label: 'Status',
      options: stateOptions('All except removed', CREATOR_STATUSES, ROSTER_NAMES),
    },
    filterBy('relationship', 'Relationship', 'Any', RELATIONSHIPS, words),
  ],
  narrows: 'program',
  read: (at, query) => at.run('GET /v1/creators', { query }),
  exported: 'creators',
  shown: async (at) => ({ columns: columnsFor(at), nameOf: ({ name }) => name }),
  none: (at) => ({
    icon: 'people',
    text: 'Creators that you add, or who apply to your programs, appear here.',
    next: writesAsAccount(at.place) && { path: '/creators/new', label: 'Add creator' },
  }),
  bulk: ROSTER,
});

function columnsFor(at: PlaceVisit): Column<Creator>[] {
  return [
    {
      label: 'Creator',
      main: true,
      cell: ({ id, name, handle, email, tags }) => (
        <TwoLines href={at.to(`/creators/${id}`)} title={name}>
          {[handle === null ? email : `@${handle}`, tags.join(', ')].filter(Boolean).join(' · ')}
        </TwoLines>
      ),
    },
    {
      label: 'Status',
      first: true,
      cell: ({ status }) => status && <State status={status} own={ROSTER_NAMES} />,
    },
    { label: 'Agreed', cell: agreedWords },
    { label: 'Missing', cell: (one) => missing(one).join(', ') || '—' },
    { label: 'Added', cell: ({ createdAt }) => <Time at={createdAt} /> },
  ];
}
