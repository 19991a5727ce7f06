// Submissions. Without a filter, those that need a review come first.
import { PROGRAM_PLATFORMS } from '../../../domains/work/program-terms/program.ts';
import { SUBMISSION_STATUSES, type Submission } from '../../../domains/work/submissions/submission.ts';
import { ButtonLink } from '../../components/button.tsx';
import { filterBy } from '../../components/filters.tsx';
import { EmptyState } from '../../components/notice.tsx';
import { type Column, TwoLines } from '../../components/table.tsx';
import { platformName, Time } from '../../format.tsx';
import { whyNot } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { CreatorLink } from '../creator-link.tsx';
import type { Bulk } from '../lists/bulk.tsx';
import { listPage, OLDEST_FIRST } from '../lists/list-page.tsx';
import type { Picked } from '../lists/selection.ts';
import { type Names, namesFor } from '../places/names.ts';
import { State, stateOptions } from '../places/states.tsx';
import { inList } from './decision.tsx';

const decides =
  (status: Submission['status']) =>
  (at: PlaceVisit, { id, version }: Picked, note: string | undefined) =>
    at.run('PATCH /v1/submissions/:id', { params: { id }, body: { status, version, note } });

const inReview = ({ status }: Submission) => status === 'review';

const REVIEW: Bulk<Submission> = {
  one: 'submission',
  path: '/submissions/',
  find: (at, id) => at.run('GET /v1/submissions/:id', { params: { id } }),
  refused: whyNot('Owners and admins review submissions.'),
  acts: [
    {
      name: 'approve',
      label: 'Approve',
      done: 'approved',
      fits: inReview,
      isDone: ({ status }) => status === 'approved' || status === 'live',
      about: () => 'Each creator is told, and is paid what the program pays for an approved video.',
      run: decides('approved'),
    },
    {
      name: 'revise',
      label: 'Request changes for',
      button: 'Request changes',
      done: 'sent back',
      fits: inReview,
      isDone: ({ status }) => status === 'revision',
      about: () => 'Each creator reads the note, and can submit another video.',
      note: { label: 'Note', hint: 'What should change.', required: true },
      run: decides('revision'),
    },
    {
      name: 'reject',
      label: 'Reject',
      look: 'danger',
      done: 'rejected',
      fits: inReview,
      isDone: ({ status }) => status === 'rejected',
      about: () => 'Nothing is paid for them, and the creators cannot submit them again.',
      note: { label: 'Note', hint: 'The creators read it.' },
      run: decides('rejected'),
    },
  ],
};

export const submissionsPage = listPage<Submission>({
  path: '/submissions',
  title: 'Submissions',
  about: ({ place }) =>
    place.type === 'creator'
      ? 'Your submissions and their status.'
      : 'Videos that creators submitted to your programs.',
  action: (at) =>
    at.place.type === 'creator' && <ButtonLink href={at.to('/submissions/new')}>Submit video</ButtonLink>,
  filters: ({ place }) => [
    { name: 'status', label: 'Status', options: stateOptions('Any status', SUBMISSION_STATUSES) },
    filterBy('platform', 'Platform', 'Any platform', PROGRAM_PLATFORMS, platformName),
    ...(place.type === 'creator' ? [] : [{ kind: 'text', name: 'tag', label: 'Tag' } as const]),
  ],
  narrows: true,
  sorts: [OLDEST_FIRST],
  read: (at, query) => at.run('GET /v1/submissions', { query }),
  exported: 'submissions',
  shown: async (at, rows) => {
    const names = await namesFor(at, rows);
    const nameOf = (one: Submission) =>
      [one.caption ?? 'Untitled', at.place.type === 'creator' ? null : names.creator(one.creator)]
        .filter(Boolean)
        .join(', ');
    return { columns: columnsFor(at, names), nameOf, names };
  },
  none: ({ place }) => ({
    icon: 'play',
    text:
      place.type === 'creator'
        ? 'Videos that you submit appear here.'
        : 'Videos that creators submit appear here.',
    next:
      place.type === 'creator'
        ? { path: '/submissions/new', label: 'Submit video' }
        : { path: '/programs', label: 'View programs' },
  }),
  noneMatch: (at) =>
    at.query('status') === 'review' && at.url.searchParams.size === 1 ? (
      <EmptyState
        title="You're all caught up"
        icon="check"
        action={
          <ButtonLink look="secondary" href={at.to('/submissions')}>
            View all submissions
          </ButtonLink>
        }
      >
        New submissions appear here.
      </EmptyState>
    ) : undefined,
  bulk: REVIEW,
});

/** The picture adds nothing to the caption beside it, so screen readers skip it. */
function Still({ of: { thumbnailImage: still } }: { of: Submission }) {
  if (!still) return <span class="still" aria-hidden="true" />;
  return <img class="still" src={still.url} alt="" />;
}

function columnsFor(at: PlaceVisit, names: Names): Column<Submission>[] {
  const creator = at.place.type === 'creator';
  return [
    {
      label: 'Video',
      main: true,
      cell: (one) => (
        <span class="pictured">
          <Still of={one} />
          <TwoLines href={inList(at, `/submissions/${one.id}`)} title={one.caption ?? 'Untitled'}>
            {!creator && (
              <>
                <CreatorLink at={at} id={one.creator} names={names} />,{' '}
              </>
            )}
            {names.program(one.program)}
          </TwoLines>
        </span>
      ),
    },
    { label: 'Status', first: true, cell: (one) => <State status={one.status} /> },
    { label: 'Platform', cell: (one) => (one.platform ? platformName(one.platform) : '—') },
    { label: 'Submitted', cell: (one) => <Time at={one.submittedAt} /> },
    {
      label: 'Open',
      actions: true,
      cell: (one) =>
        one.videoUrl ? (
          <a class="button secondary small" href={one.videoUrl} rel="noopener">
            <span>Watch</span>
            <span class="only-heard"> {one.caption}</span>
          </a>
        ) : null,
    },
  ];
}
