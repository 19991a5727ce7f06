// The posts of live work: how they do, and which of them wait for a decision.
import { POST_STATUSES, type Post } from '../../../domains/content/posts/post.ts';
import { POST_PLATFORMS } from '../../../domains/content/posts/post-key.ts';
import { filterBy } from '../../components/filters.tsx';
import { type Column, TwoLines } from '../../components/table.tsx';
import { count, money, platformName, Time } from '../../format.tsx';
import type { PlaceVisit } from '../../visit.ts';
import { listPage } from '../lists/list-page.tsx';
import { State, stateOptions } from '../places/states.tsx';

export const postsPage = listPage<Post>({
  path: '/posts',
  title: 'Posts',
  about: ({ place }) =>
    place.type === 'creator'
      ? 'The posts of your work: how often each was viewed, and what that pays.'
      : 'The posts of work that you approved. Their views are counted, then you decide whether they are paid.',
  filters: ({ place }) => [
    {
      name: 'status',
      label: 'Status',
      options: stateOptions(
        'Any status',
        place.type === 'creator' ? POST_STATUSES.filter((one) => one !== 'archived') : POST_STATUSES,
      ),
    },
    filterBy('platform', 'Platform', 'Any platform', POST_PLATFORMS, platformName),
  ],
  narrows: true,
  read: (at, query) => at.run('GET /v1/posts', { query }),
  exported: 'posts',
  shown: async (at) => ({ columns: columnsFor(at), nameOf: ({ title }) => title || 'Untitled' }),
  none: ({ place }) =>
    place.type === 'creator'
      ? {
          icon: 'play',
          text: 'Connect your Instagram or TikTok account, and put the code of an approved submission into the caption of its post.',
          next: { path: '/connections', label: 'Connect account' },
        }
      : {
          icon: 'play',
          text: 'A post appears here once a creator has published approved work and its account is connected.',
          next: { path: '/submissions?status=approved', label: 'View approved submissions' },
        },
});

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
    { label: 'Status', first: true, cell: (one) => <State status={one.status} /> },
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
