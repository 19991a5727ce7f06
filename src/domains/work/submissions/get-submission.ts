import { actingId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import { idRange, type ListInput, type ListPage, listOf, toListPage } from '../../../resource/list-page.ts';
import { clientIds } from '../../accounts/accounts/interface.ts';
import { linkTo, type ShownFile, stillOf } from '../../platform/files/interface.ts';
import type { SubmissionPay, SubmissionPayOf } from './interface.ts';
import { listSubmissions as listFound } from './list-store.ts';
import { presentSubmission, type VideoLinks } from './present-submission.ts';
import { type Beside, listBeside } from './rounds-store.ts';
import * as store from './store.ts';
import { type Round, SUBMISSION_STATUSES, type Submission, type SubmissionRow } from './submission.ts';
import type { State } from './transitions.ts';

export async function getSubmission(ctx: Ctx, id: string): Promise<Submission> {
  const [{ row, beside, samePost }, payOf] = await Promise.all([
    store.requireWhole(ctx, id),
    findSubmissionPay(ctx, id),
  ]);
  return await presentWhole(ctx, row, beside, payOf(row), samePost);
}

async function findSubmissionPay(ctx: Ctx, id: string): Promise<SubmissionPayOf> {
  const find = await ctx.reactions.submissionPay();
  return await find(ctx, id);
}

/**
 * A submission as the caller sees it, with links to its videos and its pay.
 * @param row as the caller's write makes it.
 * @param sentBack the round that this write adds.
 */
export async function presentOne(ctx: Ctx, row: SubmissionRow, sentBack?: Round): Promise<Submission> {
  const rounds = sentBack ? [row, sentBack] : [row];
  const [beside, payOf, samePost] = await Promise.all([
    listBeside(
      ctx,
      row.id,
      rounds.map(({ fileId }) => fileId),
      rounds.map(({ decidedBy }) => decidedBy?.person ?? null),
    ),
    findSubmissionPay(ctx, row.id),
    ctx.actor.account ? store.listSamePost(ctx, row) : [],
  ]);
  if (sentBack) beside.rounds.push(sentBack);
  return await presentWhole(ctx, row, beside, payOf(row), samePost);
}

async function presentWhole(
  ctx: Ctx,
  row: SubmissionRow,
  { rounds, videos, people }: Beside,
  pay: SubmissionPay,
  samePost: string[],
): Promise<Submission> {
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const shown = { links: await linksTo(ctx, videos), names };
  return presentSubmission(row, ctx.actor, shown, { rounds, pay, samePost });
}

async function linksTo(ctx: Ctx, videos: Iterable<ShownFile>): Promise<Map<string, VideoLinks>> {
  const links = new Map<string, VideoLinks>();
  await Promise.all(
    [...videos].map(async (file) => {
      const [video, still] = await Promise.all([linkTo(ctx, file), stillOf(ctx, file)]);
      links.set(file.id, { video, still });
    }),
  );
  return links;
}

export interface SubmissionQuery extends ListInput {
  program?: string | undefined;
  creator?: string | undefined;
  application?: string | undefined;
  platform?: string | undefined;
  tag?: string | undefined;
  status?: State[] | undefined;
  scope?: 'clients' | undefined;
}

/**
 * The submissions to the acting account or its client brands, or by the acting creator. Throws
 * invalid_request.
 */
export async function listSubmissions(ctx: Ctx, query: SubmissionQuery): Promise<ListPage<Submission>> {
  const list = listOf(ctx, `submissions ${actingId(ctx.actor)}`);
  if (query.tag !== undefined && ctx.actor.account === null)
    throw new AppError('invalid_request', "tag: tags are the brand's own.");
  const rows = await listFound(ctx, {
    program: query.program,
    creator: query.creator,
    application: query.application,
    platform: query.platform,
    tag: query.tag,
    accounts: query.scope && clientIds(ctx),
    statuses: query.status ? [...new Set(query.status)] : SUBMISSION_STATUSES,
    limit: query.limit,
    range: idRange(list, 'submission', query),
  });
  const page = toListPage(list, query, rows);
  const files = page.items.flatMap((row) => row.files);
  const names = new Map(
    page.items.flatMap(({ decidedBy, deciderName }) =>
      decidedBy?.person && deciderName !== null ? [[decidedBy.person, deciderName] as const] : [],
    ),
  );
  const shown = { links: await linksTo(ctx, files), names };
  return { ...page, items: page.items.map((row) => presentSubmission(row, ctx.actor, shown)) };
}
