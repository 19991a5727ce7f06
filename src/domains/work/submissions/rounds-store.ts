// SQL for the rounds of submissions: what was sent in before and sent back.
import { asc, eq, type SQL, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { listNamesAmong } from '../../accounts/people/interface.ts';
import type { SeenFile } from '../../platform/files/file.ts';
import { listAmong } from '../../platform/files/interface.ts';
import type { Round } from './submission.ts';
import { submissionRounds as rounds } from './table.ts';

/** What is read beside a submission: its rounds, oldest first, their videos, and the people who decided. */
export interface Beside {
  rounds: Round[];
  videos: SeenFile[];
  people: { id: string; name: string }[];
}

/**
 * The queries of it.
 * @param now its video as it is now and who decided on it: subqueries of IDs.
 */
export const besideQueries = (ctx: SystemCtx, id: string, now: { files: SQL; people: SQL }) =>
  [
    mainDb(ctx.env).select().from(rounds).where(eq(rounds.submissionId, id)).orderBy(asc(rounds.number)),
    listAmong(
      ctx,
      sql`${now.files} UNION ALL SELECT ${rounds.fileId} FROM ${rounds} WHERE ${rounds.submissionId} = ${id}`,
    ),
    listNamesAmong(
      ctx,
      sql`${now.people} UNION ALL SELECT ${rounds.decidedBy} ->> 'person' FROM ${rounds} WHERE ${rounds.submissionId} = ${id}`,
    ),
  ] as const;

/** What is read beside a submission that has this video, and was decided on by this person. */
export async function listBeside(
  ctx: SystemCtx,
  id: string,
  files: (string | null)[],
  people: (string | null)[],
): Promise<Beside> {
  const among = (ids: (string | null)[]) => sql`SELECT value FROM json_each(${JSON.stringify(ids)})`;
  const [rounds, videos, names] = await mainDb(ctx.env).batch(
    besideQueries(ctx, id, { files: among(files), people: among(people) }),
  );
  return { rounds, videos, people: names };
}

/** How many rounds were sent back, and whether one of them had this video, or this URL without a video. */
export async function countRounds(
  ctx: SystemCtx,
  id: string,
  { fileId, url }: Pick<Round, 'fileId' | 'url'>,
): Promise<{ count: number; known: boolean }> {
  const isSame =
    fileId === null
      ? sql`${rounds.fileId} IS NULL AND ${rounds.url} = ${url}`
      : sql`${rounds.fileId} = ${fileId}`;
  const row = await mainDb(ctx.env)
    .select({ count: sql<number>`COUNT(*)`, known: sql<number | null>`MAX(${isSame})` })
    .from(rounds)
    .where(eq(rounds.submissionId, id))
    .get();
  return { count: row?.count ?? 0, known: row?.known === 1 };
}

/** Adds a round; saveSubmission, in the same batch, is what refuses one of an older version. */
export function insertRound(ctx: SystemCtx, submissionId: string, number: number, round: Round): void {
  ctx.write.add(
    mainDb(ctx.env)
      .insert(rounds)
      .values({ submissionId, number, ...round }),
  );
}
