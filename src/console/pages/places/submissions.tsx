// Submissions. Without a filter, those that need a review come first.
import { PROGRAM_PLATFORMS } from '../../../domains/work/program-terms/program.ts';
import { SUBMISSION_STATUSES, type Submission } from '../../../domains/work/submissions/submission.ts';
import { Card, PageHead } from '../../components/card.tsx';
import { EmptyState } from '../../components/notice.tsx';
import { type Column, type Filter, filterBy, Pager, Table, TwoLines } from '../../components/table.tsx';
import { platformName, Time } from '../../format.tsx';
import { placePage } from '../../page.ts';
import type { PlaceVisit } from '../../visit.ts';
import { narrowed } from '../narrowed.tsx';
import { type Names, namesFor } from './names.ts';
import { State, stateOptions } from './states.tsx';

const FILTERS: readonly Filter[] = [
  { name: 'status', label: 'Status', options: stateOptions('Any status', SUBMISSION_STATUSES) },
  filterBy('platform', 'Platform', 'Any platform', PROGRAM_PLATFORMS, platformName),
];

export const submissionsPage = placePage({
  path: '/submissions',
  show: async (at) => {
    const { list, isFiltered, filters } = await narrowed(at, FILTERS, (query) =>
      at.run('GET /v1/submissions', { query }),
    );
    const { items, nextCursor } = list;
    const names = await namesFor(at, items);
    const creator = at.place.type === 'creator';
    return {
      title: 'Submissions',
      body: (
        <>
          <PageHead title="Submissions">
            {creator
              ? 'Your submissions and their status.'
              : 'Videos that creators submitted to your programs.'}
          </PageHead>
          {filters}
          <Card flush>
            {items.length === 0 ? (
              <NoSubmissions at={at} isFiltered={isFiltered} />
            ) : (
              <Table label="Submissions" columns={columnsFor(at, names)} rows={items} />
            )}
          </Card>
          <Pager next={nextCursor} />
        </>
      ),
    };
  },
});

function NoSubmissions({ at, isFiltered }: { at: PlaceVisit; isFiltered: boolean }) {
  const { size } = at.url.searchParams;
  if (at.query('status') === 'review' && size === 1)
    return (
      <EmptyState title="You're all caught up" icon="check">
        New submissions appear here.
      </EmptyState>
    );
  if (isFiltered)
    return (
      <EmptyState title="No submissions match" icon="play">
        Change or clear the filters.
      </EmptyState>
    );
  return (
    <EmptyState title="No submissions yet" icon="play">
      {at.place.type === 'creator'
        ? 'Videos that you submit appear here.'
        : 'Videos that creators submit appear here.'}
    </EmptyState>
  );
}

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
          <TwoLines href={at.to(`/submissions/${one.id}`)} title={one.caption ?? 'Untitled'}>
            {creator
              ? names.program(one.program)
              : `${names.creator(one.creator)}, ${names.program(one.program)}`}
          </TwoLines>
        </span>
      ),
    },
    { label: 'Status', cell: (one) => <State status={one.status} /> },
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
