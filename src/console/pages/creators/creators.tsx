// The roster: the creators that an account works with, asked, or was asked by.
import { CREATOR_STATUSES, RELATIONSHIPS } from '../../../domains/work/creator-consent/creator.ts';
import type { Creator } from '../../../domains/work/creators/creator-record.ts';
import { ButtonLink } from '../../components/button.tsx';
import { filterBy } from '../../components/filters.tsx';
import { EmptyState } from '../../components/notice.tsx';
import { type Column, TwoLines } from '../../components/table.tsx';
import { Time, words } from '../../format.tsx';
import { writesAsAccount } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { type Bulk, whyNot } from '../lists/bulk.tsx';
import { listPage } from '../lists/list-page.tsx';
import type { Picked } from '../lists/selection.ts';
import { State, stateOptions } from '../places/states.tsx';
import { agreedWords, missing, WRITES_NONE } from './creator-words.ts';

const becomes =
  (status: 'live' | 'paused' | 'removed') =>
  (at: PlaceVisit, { id, version }: Picked) =>
    at.run('PATCH /v1/creators/:id', { params: { id }, body: { status, version } });

const ROSTER: Bulk<Creator> = {
  one: 'creator',
  refused: whyNot(WRITES_NONE),
  acts: [
    {
      name: 'accept',
      label: 'Accept',
      done: 'accepted',
      fits: ({ status }) => status === 'review',
      about: () =>
        'You agree to work with these creators, who asked you. Their applications stay to be decided.',
      run: becomes('live'),
    },
    {
      name: 'decline',
      label: 'Decline',
      look: 'danger',
      done: 'declined',
      fits: ({ status }) => status === 'review',
      about: () => 'These creators are taken off your roster, and their applications are rejected.',
      run: becomes('removed'),
    },
    {
      name: 'pause',
      label: 'Pause',
      done: 'paused',
      fits: ({ status }) => status === 'live',
      about: () => 'These creators cannot submit new videos, and accept no invitation or retainer.',
      run: becomes('paused'),
    },
    {
      name: 'resume',
      label: 'Resume',
      done: 'resumed',
      fits: ({ status }) => status === 'paused',
      about: () => 'These creators can submit videos again.',
      run: becomes('live'),
    },
    {
      name: 'remove',
      label: 'Remove',
      look: 'danger',
      done: 'removed',
      fits: ({ status }) => status === 'invited' || status === 'live' || status === 'paused',
      about: () =>
        'You no longer work with these creators: invitations are withdrawn, and their places in programs end. To work together again, add them again.',
      run: becomes('removed'),
    },
  ],
};

export const creatorsPage = listPage<Creator>({
  path: '/creators',
  title: 'Creators',
  about: () => 'Your roster: who you work with, and who has not agreed yet.',
  action: (at) =>
    writesAsAccount(at.place) ? (
      <ButtonLink href={at.to('/creators/new')}>Add creator</ButtonLink>
    ) : (
      <span class="quiet">{whyNot(WRITES_NONE)(at)}</span>
    ),
  filters: () => [
    { name: 'q', label: 'Search', kind: 'text', placeholder: 'Name, email or handle' },
    { name: 'status', label: 'Status', options: stateOptions('All except removed', CREATOR_STATUSES) },
    filterBy('relationship', 'Relationship', 'Any', RELATIONSHIPS, words),
  ],
  narrows: 'program',
  read: (at, query) => at.run('GET /v1/creators', { query }),
  shown: async (at) => ({ columns: columnsFor(at), nameOf: ({ name }) => name }),
  none: (at, isFiltered) => (
    <EmptyState
      title={isFiltered ? 'No creators match' : 'No creators yet'}
      icon="people"
      action={
        isFiltered ? (
          <ButtonLink look="secondary" href={at.to('/creators')}>
            Clear filters
          </ButtonLink>
        ) : (
          writesAsAccount(at.place) && <ButtonLink href={at.to('/creators/new')}>Add creator</ButtonLink>
        )
      }
    >
      {isFiltered
        ? 'Change or clear the filters.'
        : 'Creators that you add, or who apply to your programs, appear here.'}
    </EmptyState>
  ),
  bulk: ROSTER,
});

function columnsFor(at: PlaceVisit): Column<Creator>[] {
  return [
    {
      label: 'Creator',
      main: true,
      cell: ({ id, name, handle, email }) => (
        <TwoLines href={at.to(`/creators/${id}`)} title={name}>
          {handle === null ? email : `@${handle}`}
        </TwoLines>
      ),
    },
    { label: 'Status', first: true, cell: ({ status }) => status && <State status={status} /> },
    { label: 'Agreed', cell: agreedWords },
    { label: 'Missing', cell: (one) => missing(one).join(', ') || '—' },
    { label: 'Tags', cell: ({ tags }) => tags.join(', ') || '—' },
    { label: 'Added', cell: ({ createdAt }) => <Time at={createdAt} /> },
  ];
}
