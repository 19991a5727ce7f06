import { actingId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import { idRange, type ListInput, type ListPage, listOf, toListPage } from '../../../resource/list-page.ts';
import { clientIds } from '../../accounts/accounts/interface.ts';
import type { SeenFile } from '../../platform/files/file.ts';
import { filesById, linkTo, stillOf } from '../../platform/files/interface.ts';
import type { SubmissionPay, SubmissionPayOf } from './interface.ts';
import { presentSubmission, type VideoLinks } from './present-submission.ts';
import * as store from './store.ts';
import { SUBMISSION_STATUSES, type Submission, type SubmissionRow } from './submission.ts';
import type { State } from './transitions.ts';

export async function getSubmission(ctx: Ctx, id: string): Promise<Submission> {
  const [{ row, videos, samePost }, payOf] = await Promise.all([
    store.requireWhole(ctx, id),
    findSubmissionPay(ctx, id),
  ]);
  const [record] = await withLinks(ctx, [row], videos, {
    pay: payOf(row),
    samePost,
  });
  return record!;
}

async function findSubmissionPay(ctx: Ctx, id: string): Promise<SubmissionPayOf> {
  const find = await ctx.reactions.submissionPay();
  return await find(ctx, id);
}

/** A submission as the caller sees it, with links to its videos and its pay. */
export async function presentOne(ctx: Ctx, row: SubmissionRow): Promise<Submission> {
  const [files, payOf, samePost] = await Promise.all([
    videosOf(ctx, [row]),
    findSubmissionPay(ctx, row.id),
    ctx.actor.account ? store.listSamePost(ctx, row) : [],
  ]);
  const [record] = await withLinks(ctx, [row], files, { pay: payOf(row), samePost });
  return record!;
}

async function videosOf(ctx: Ctx, rows: SubmissionRow[]): Promise<SeenFile[]> {
  const files = await filesById(
    ctx,
    rows.flatMap((row) => [row.fileId, ...row.revisions.map((round) => round.fileId)]),
  );
  return [...files.values()];
}

async function withLinks(
  ctx: Ctx,
  rows: SubmissionRow[],
  videos: SeenFile[],
  more?: { pay: SubmissionPay; samePost: string[] },
): Promise<Submission[]> {
  const links = new Map<string, VideoLinks>();
  await Promise.all(
    videos.map(async (file) => {
      const [video, still] = await Promise.all([linkTo(ctx, file), stillOf(ctx, file)]);
      links.set(file.id, { video, still });
    }),
  );
  return rows.map((row) => presentSubmission(row, ctx.actor, links, more));
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
  const rows = await store.listSubmissions(ctx, {
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
  return { ...page, items: await withLinks(ctx, page.items, await videosOf(ctx, page.items)) };
}
