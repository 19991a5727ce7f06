// SQL for lists of submissions.
import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { type InvolvedFilter, involvedIds } from '../../../db/involved-list.ts';
import { inOrder } from '../../../db/list.ts';
import type { IdRange } from '../../../resource/list-page.ts';
import { nameOfPerson } from '../../accounts/people/interface.ts';
import { type ShownFile, shownFiles } from '../../platform/files/interface.ts';
import type { SubmissionRow } from './submission.ts';
import { submissions, submissionTags } from './table.ts';
import type { State } from './transitions.ts';

export interface SubmissionFilter extends Omit<InvolvedFilter<State>, 'kind' | 'submission' | 'where'> {
  platform?: string | undefined;
  /** Only accounts can filter by tag, because the tags are theirs. */
  tag?: string | undefined;
}

/** The query of a list, apart from its columns. */
export function submissionListIds(ctx: Ctx, filter: SubmissionFilter): SQL {
  const { platform, tag, ...shared } = filter;
  if (tag === undefined)
    return involvedIds(
      ctx,
      sql`${submissions}`,
      { ...submissions, kind: submissions.platform },
      { ...shared, kind: platform },
    );
  const { submissionId: _, ...columns } = submissionTags;
  return involvedIds(
    ctx,
    sql`${submissionTags}`,
    { ...columns, id: submissionTags.submissionId, kind: submissionTags.tag, byAccountOnly: true },
    {
      ...shared,
      kind: tag,
      where: platform === undefined ? undefined : sql`${submissionTags.platform} = ${platform}`,
    },
  );
}

/** A submission of a list, with its video and what the person who decided is called. */
export interface ListedSubmission extends SubmissionRow {
  files: ShownFile[];
  deciderName: string | null;
}

export async function listSubmissions(ctx: Ctx, filter: SubmissionFilter): Promise<ListedSubmission[]> {
  return await mainDb(ctx.env)
    .select({
      ...getTableColumns(submissions),
      files: shownFiles(sql`submissions.file_id`).mapWith(
        (text: string) => JSON.parse(text) as ShownFile[],
      ) as SQL<ShownFile[]>,
      deciderName: nameOfPerson(sql`submissions.decided_by ->> 'person'`),
    })
    .from(submissions)
    .where(sql`${submissions.id} IN (${submissionListIds(ctx, filter)})`)
    .orderBy(inOrder(submissions.id, filter.range))
    .all();
}

/** The IDs that come before and after a place in a list, which need not have the record of that place any more. */
export async function listAdjacent(
  ctx: Ctx,
  id: string,
  filter: Omit<SubmissionFilter, 'range' | 'limit'>,
  oldestFirst: boolean,
): Promise<{ previous: string | null; next: string | null }> {
  const db = mainDb(ctx.env);
  const one = (older: boolean) => {
    const range: IdRange = { after: older ? null : id, before: older ? id : null, oldestFirst: !older };
    return db
      .select({ id: submissions.id })
      .from(submissions)
      .where(sql`${submissions.id} IN (${submissionListIds(ctx, { ...filter, limit: 1, range })})`)
      .orderBy(inOrder(submissions.id, range))
      .limit(1);
  };
  const [[older], [newer]] = await db.batch([one(true), one(false)]);
  const [previous, next] = oldestFirst ? [older, newer] : [newer, older];
  return { previous: previous?.id ?? null, next: next?.id ?? null };
}
