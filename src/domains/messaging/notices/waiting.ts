// What waits for a person in a workspace: counted by the verbs that the person's own lists use.
import { mayWrite } from '../../../auth/actor.ts';
import { findActorOf } from '../../../auth/person.ts';
import type { Ctx, SystemCtx } from '../../../context.ts';
import type { Counted } from '../../../db/count-listed.ts';
import type { ListPage } from '../../../resource/list-page.ts';
import { listAdAuthorizations } from '../../ads/ad-authorizations/get-ad-authorization.ts';
import { listAdsPlans } from '../../ads/plans/get-ads-plan.ts';
import { listPosts } from '../../content/posts/get-post.ts';
import { listPayments } from '../../money/payments/get-payment.ts';
import { countApplications } from '../../work/applications/count-applications.ts';
import { listApplications } from '../../work/applications/get-application.ts';
import { listRelationships } from '../../work/relationships/get-relationship.ts';
import { listRetainers } from '../../work/retainers/get-retainer.ts';
import { listSamples } from '../../work/samples/get-sample.ts';
import { countSubmissions } from '../../work/submissions/count-submissions.ts';
import type { Reader } from './notice-store.ts';

export interface Waiting {
  /** In words: 3 submissions to review. */
  text: string;
  names: { count: string };
  /** Where it is listed, below the workspace. */
  page: string;
}

/** So many are counted of a list that has no count of its own. */
const limit = 20;

interface Kind {
  one: string;
  many: string;
  page: string;
  count: (ctx: Ctx) => Promise<Counted>;
}

const listed = async (list: Promise<ListPage<unknown>>): Promise<Counted> => {
  const { items, nextCursor } = await list;
  return { count: items.length, more: nextCursor !== null };
};

const FOR_ACCOUNTS: readonly Kind[] = [
  {
    ...{ one: 'submission to review', many: 'submissions to review', page: '/submissions?status=review' },
    count: (ctx) => countSubmissions(ctx, ['review']),
  },
  {
    ...{ one: 'post to review', many: 'posts to review', page: '/posts?status=ready_for_review' },
    count: (ctx) => listed(listPosts(ctx, { status: ['ready_for_review'], limit })),
  },
  {
    ...{ one: 'application to answer', many: 'applications to answer', page: '/applications?status=pending' },
    count: (ctx) => countApplications(ctx, ['pending']),
  },
  {
    ...{
      one: 'sample request to answer',
      many: 'sample requests to answer',
      page: '/samples?status=pending',
    },
    count: (ctx) => listed(listSamples(ctx, { status: ['pending'], limit })),
  },
  {
    ...{ one: 'payment to approve', many: 'payments to approve', page: '/payments?status=pending_approval' },
    count: (ctx) => listed(listPayments(ctx, { status: ['pending_approval'], limit })),
  },
];

/** Only the brand itself can say yes to a plan. */
const FOR_OWN_PEOPLE: readonly Kind[] = [
  {
    ...{ one: 'plan to approve', many: 'plans to approve', page: '/plans' },
    count: (ctx) => listed(listAdsPlans(ctx, { approvalState: 'pending_approval', limit })),
  },
];

/** The applications of a creator, in which two things may wait, are read once. */
function forCreators(own: Ctx): readonly Kind[] {
  const applications = listApplications(own, { status: ['pending', 'approved'], limit: 100 });
  return [
    {
      ...{ one: 'video to change', many: 'videos to change', page: '/submissions?status=revision' },
      count: (ctx) => countSubmissions(ctx, ['revision']),
    },
    {
      ...{ one: 'approved video to publish', many: 'approved videos to publish' },
      page: '/submissions?status=approved',
      count: (ctx) => countSubmissions(ctx, ['approved']),
    },
    {
      ...{ one: 'brand to answer', many: 'brands to answer', page: '/brands' },
      count: (ctx) => listed(listRelationships(ctx, { status: ['invited'], limit })),
    },
    {
      ...{ one: 'invitation to a program', many: 'invitations to programs', page: '' },
      count: async () => {
        const { items, nextCursor } = await applications;
        return { count: items.filter(({ invited }) => invited).length, more: nextCursor !== null };
      },
    },
    {
      ...{ one: 'program with terms to accept', many: 'programs with terms to accept', page: '' },
      count: async () => {
        const { items, nextCursor } = await applications;
        const open = items.filter((one) => one.agreementsRequired && !one.invited);
        return { count: open.length, more: nextCursor !== null && open.length > 0 };
      },
    },
    {
      ...{ one: 'retainer offer to answer', many: 'retainer offers to answer' },
      page: '/retainers?status=offered',
      count: (ctx) => listed(listRetainers(ctx, { status: ['offered'], limit })),
    },
    {
      ...{ one: 'request to show a post as an ad', many: 'requests to show posts as ads' },
      page: '/ad-authorizations?status=requested',
      count: (ctx) => listed(listAdAuthorizations(ctx, { status: ['requested'], limit })),
    },
  ];
}

/** What waits for a person who can act on it; nothing for others, and for whom a required second factor keeps out. */
export async function findWaiting(ctx: SystemCtx, { person, place }: Reader): Promise<Waiting[]> {
  const actor = await findActorOf(ctx.env, person, place, ctx.now);
  if (!actor || !mayWrite(actor)) return [];
  const own = { ...ctx, actor, requestId: 'digest' };
  const isOwn = actor.account !== null && actor.home?.id === actor.account.id;
  const forAccount = isOwn ? [...FOR_ACCOUNTS, ...FOR_OWN_PEOPLE] : FOR_ACCOUNTS;
  const kinds = actor.account === null ? forCreators(own) : forAccount;
  const found = await Promise.all(kinds.map(async (kind) => ({ kind, counted: await kind.count(own) })));
  return found.flatMap(({ kind: { one, many, page }, counted: { count, more } }) => {
    if (count === 0) return [];
    const text = `{count} ${count === 1 && !more ? one : many}`;
    return [{ text, names: { count: `${count.toLocaleString('en-US')}${more ? '+' : ''}` }, page }];
  });
}
