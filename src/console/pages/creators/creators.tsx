// The roster: the creators that an account works with, asked, or was asked by. And the network, where it finds others.
import { CREATOR_STATUSES, RELATIONSHIPS } from '../../../domains/work/creator-consent/creator.ts';
import type { Creator } from '../../../domains/work/creators/creator-record.ts';
import { ButtonLink } from '../../components/button.tsx';
import { filterBy } from '../../components/filters.tsx';
import { EmptyState } from '../../components/notice.tsx';
import { type Column, TwoLines } from '../../components/table.tsx';
import { count, Time, words } from '../../format.tsx';
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

/** The filters that the API takes for the roster alone: with one of them, `network` narrows the roster. */
const OF_ROSTER = ['status', 'relationship', 'program'];

/** Whether the list is the network's, beyond the roster. */
const isNetwork = (at: PlaceVisit): boolean =>
  at.query('visibility') === 'network' && OF_ROSTER.every((name) => at.query(name) === undefined);

const NETWORK = '/creators?visibility=network';

export const creatorsPage = listPage<Creator>({
  path: '/creators',
  title: 'Creators',
  about: (at) =>
    isNetwork(at)
      ? 'The creator network: profiles that every account sees. Open one to invite the creator to a program.'
      : 'Your roster: who you work with, and who has not agreed yet.',
  action: (at) => (
    <>
      {!isNetwork(at) && (
        <ButtonLink look="secondary" href={at.to(NETWORK)}>
          Find creators
        </ButtonLink>
      )}
      <ButtonLink href={at.to('/creators/new')} refused={whyNot(WRITES_NONE)(at)}>
        Add creator
      </ButtonLink>
    </>
  ),
  filters: () => [
    { name: 'q', label: 'Search', kind: 'text', placeholder: 'Name, email or handle' },
    {
      name: 'status',
      label: 'Status',
      options: stateOptions('All except removed', CREATOR_STATUSES, ROSTER_NAMES),
    },
    filterBy('relationship', 'Relationship', 'Any', RELATIONSHIPS, words),
    filterBy('visibility', 'Show', 'Your roster', ['network', 'private'], (one) => `${words(one)} creators`),
  ],
  narrows: 'program',
  read: (at, query) => at.run('GET /v1/creators', { query }),
  exported: 'creators',
  shown: async (at) => ({
    columns: isNetwork(at) ? networkColumns(at) : columnsFor(at),
    nameOf: ({ name }) => name,
  }),
  none: (at) => ({
    icon: 'people',
    text: 'Creators that you add, or who apply to your programs, appear here.',
    next: writesAsAccount(at.place) && { path: '/creators/new', label: 'Add creator' },
  }),
  noneMatch: (at) =>
    isNetwork(at) && ['q', 'from', 'to'].every((name) => at.query(name) === undefined) ? (
      <EmptyState
        title="No creators in the network"
        icon="people"
        action={
          writesAsAccount(at.place) && (
            <ButtonLink look="secondary" href={at.to('/creators/new')}>
              Add creator
            </ButtonLink>
          )
        }
      >
        Creators who are visible to all accounts appear here. You can also add one by email address.
      </EmptyState>
    ) : undefined,
  bulk: ROSTER,
});

const nameColumn = (at: PlaceVisit): Column<Creator> => ({
  label: 'Creator',
  main: true,
  cell: ({ id, name, handle, email, tags }) => (
    <TwoLines href={at.to(`/creators/${id}`)} title={name}>
      {[handle === null ? email : `@${handle}`, tags.join(', ')].filter(Boolean).join(' · ')}
    </TwoLines>
  ),
});

/** What an account may know of a creator that it has not agreed with. */
function networkColumns(at: PlaceVisit): Column<Creator>[] {
  return [
    nameColumn(at),
    {
      label: 'Status',
      first: true,
      cell: (one) =>
        one.status === null ? agreedWords(one) : <State status={one.status} own={ROSTER_NAMES} />,
    },
    { label: 'Creative styles', cell: ({ listing }) => listed(listing?.creativeStyles) },
    { label: 'Interests', cell: ({ listing }) => listed(listing?.categories) },
    { label: 'Tier', cell: ({ tier }) => words(tier) },
    { label: 'Approved videos', cell: ({ stats }) => count(stats.approvedVideos) },
  ];
}

const listed = (values: readonly string[] = []): string => values.map(words).join(', ') || '—';

function columnsFor(at: PlaceVisit): Column<Creator>[] {
  return [
    nameColumn(at),
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
