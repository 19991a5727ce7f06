// The posts of live work: how they do, and which of them wait for a decision.
import { POST_STATUSES, type Post } from '../../../domains/content/posts/post.ts';
import { POST_PLATFORMS } from '../../../domains/content/posts/post-key.ts';
import { Card, PageHead } from '../../components/card.tsx';
import { EmptyState } from '../../components/notice.tsx';
import { type Column, filterBy, Pager, Table, TwoLines } from '../../components/table.tsx';
import { count, money, platformName, Time } from '../../format.tsx';
import { placePage } from '../../page.ts';
import type { PlaceVisit } from '../../visit.ts';
import { narrowed } from '../narrowed.tsx';
import { State, stateOptions } from '../places/states.tsx';

export const postsPage = placePage({
  path: '/posts',
  show: async (at) => {
    const isCreator = at.place.type === 'creator';
    const statuses = isCreator ? POST_STATUSES.filter((one) => one !== 'archived') : POST_STATUSES;
    const own = [
      { name: 'status', label: 'Status', options: stateOptions('Any status', statuses) },
      filterBy('platform', 'Platform', 'Any platform', POST_PLATFORMS, platformName),
    ];
    const { list, isFiltered, filters } = await narrowed(at, own, (query) =>
      at.run('GET /v1/posts', { query }),
    );
    const { items, nextCursor } = list;
    return {
      title: 'Posts',
      body: (
        <>
          <PageHead title="Posts">
            {isCreator
              ? 'The posts of your work: how often each was viewed, and what that pays.'
              : 'The posts of work that you approved. Their views are counted, then you decide whether they are paid.'}
          </PageHead>
          {filters}
          <Card flush>
            {items.length === 0 ? (
              <EmptyState title={isFiltered ? 'No posts match' : 'No posts yet'} icon="play">
                {isFiltered ? 'Clear the filters to see all.' : <NoPosts isCreator={isCreator} />}
              </EmptyState>
            ) : (
              <Table label="Posts" columns={columnsFor(at)} rows={items} />
            )}
          </Card>
          <Pager next={nextCursor} />
        </>
      ),
    };
  },
});

function NoPosts({ isCreator }: { isCreator: boolean }) {
  if (!isCreator)
    return <>A post appears here once a creator has published approved work and its account is connected.</>;
  return (
    <>
      Connect your Instagram or TikTok account, and put the code of an approved submission into the caption of
      its post.
    </>
  );
}

function columnsFor(at: PlaceVisit): Column<Post>[] {
  const isCreator = at.place.type === 'creator';
  return [
    {
      label: 'Post',
      main: true,
      cell: (one) => (
        <TwoLines href={at.to(`/posts/${one.id}`)} title={one.title || 'Untitled'}>
          {isCreator ? one.programName : one.creatorName} · {platformName(one.platform)}
        </TwoLines>
      ),
    },
    { label: 'Status', cell: (one) => <State status={one.status} /> },
    { label: 'Confidence', cell: (one) => CONFIDENCE[one.confidence] },
    { label: 'Eligible views', numeric: true, cell: (one) => viewsOf(one) },
    {
      label: 'Pay',
      numeric: true,
      cell: (one) => (one.amount === null ? '—' : money(one.amount, one.currency)),
    },
    { label: 'Published', cell: (one) => (one.publishedAt ? <Time at={one.publishedAt} /> : '—') },
  ];
}

export const CONFIDENCE: Readonly<Record<Post['confidence'], string>> = {
  looks_good: 'Looks good',
  needs_review: 'Needs review',
  not_enough_data: 'Not enough data',
};

export const viewsOf = ({ eligibleViews }: Pick<Post, 'eligibleViews'>): string =>
  eligibleViews === null ? '—' : count(eligibleViews);
