import { actingId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import { idRange, type ListInput, type ListPage, listOf, toListPage } from '../../../resource/list-page.ts';
import { clientIds } from '../../accounts/accounts/interface.ts';
import { findPersonNames } from '../../accounts/people/interface.ts';
import type { SeenFile } from '../../platform/files/file.ts';
import { filesById, linkTo, stillOf } from '../../platform/files/interface.ts';
import type { SubmissionPay, SubmissionPayOf } from './interface.ts';
import { presentSubmission, type VideoLinks } from './present-submission.ts';
import * as store from './store.ts';
import { SUBMISSION_STATUSES, type Submission, type SubmissionRow } from './submission.ts';
import type { State } from './transitions.ts';

export async function getSubmission(ctx: Ctx, id: string): Promise<Submission> {
  const [{ row, videos, names, samePost }, payOf] = await Promise.all([
    store.requireWhole(ctx, id),
    findSubmissionPay(ctx, id),
  ]);
  const [record] = await presented(
    ctx,
    [row],
    { videos, names },
    {
      pay: payOf(row),
      samePost,
    },
  );
  return record!;
}

async function findSubmissionPay(ctx: Ctx, id: string): Promise<SubmissionPayOf> {
  const find = await ctx.reactions.submissionPay();
  return await find(ctx, id);
}

/** A submission as the caller sees it, with links to its videos and its pay. */
export async function presentOne(ctx: Ctx, row: SubmissionRow): Promise<Submission> {
  const [beside, payOf, samePost] = await Promise.all([
    besides(ctx, [row]),
    findSubmissionPay(ctx, row.id),
    ctx.actor.account ? store.listSamePost(ctx, row) : [],
  ]);
  const [record] = await presented(ctx, [row], beside, { pay: payOf(row), samePost });
  return record!;
}

interface Read {
  videos: Iterable<SeenFile>;
  names: ReadonlyMap<string, string>;
}

async function besides(ctx: Ctx, rows: SubmissionRow[]): Promise<Read> {
  const rounds = rows.flatMap((row) => [row, ...row.revisions]);
  const [files, names] = await Promise.all([
    filesById(
      ctx,
      rounds.map(({ fileId }) => fileId),
    ),
    ctx.actor.account
      ? findPersonNames(
          ctx,
          rounds.map(({ decidedBy }) => decidedBy?.person ?? null),
        )
      : NO_NAMES,
  ]);
  return { videos: files.values(), names };
}

const NO_NAMES: ReadonlyMap<string, string> = new Map();

/** The records, with links to their videos and the names of those who decided. */
async function presented(
  ctx: Ctx,
  rows: SubmissionRow[],
  { videos, names }: Read,
  more?: { pay: SubmissionPay; samePost: string[] },
): Promise<Submission[]> {
  const links = new Map<string, VideoLinks>();
  await Promise.all(
    [...videos].map(async (file) => {
      const [video, still] = await Promise.all([linkTo(ctx, file), stillOf(ctx, file)]);
      links.set(file.id, { video, still });
    }),
  );
  return rows.map((row) => presentSubmission(row, ctx.actor, { links, names }, more));
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
  return { ...page, items: await presented(ctx, page.items, await besides(ctx, page.items)) };
}
