// SQL for the rounds of submissions: what was sent in before and sent back.
import { asc, eq, type SQL, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { listNamesAmong } from '../../accounts/people/interface.ts';
import type { SeenFile } from '../../platform/files/file.ts';
import { listAmong } from '../../platform/files/interface.ts';
import type { Round } from './submission.ts';
import { submissionRounds as rounds, submissions } from './table.ts';

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

/** How often work was sent back. */
export async function countRounds(ctx: SystemCtx, id: string): Promise<number> {
  return await mainDb(ctx.env).$count(rounds, eq(rounds.submissionId, id));
}

/** Whether this video, or this URL without a video, is what was sent in now or in a round before. */
export async function hasBeenSent(
  ctx: SystemCtx,
  id: string,
  { fileId, url }: Pick<Round, 'fileId' | 'url'>,
): Promise<boolean> {
  const isIt = fileId === null ? sql`file_id IS NULL AND url = ${url}` : sql`file_id = ${fileId}`;
  const found = await mainDb(ctx.env).get<{ found: 1 } | undefined>(sql`SELECT 1 AS found FROM (
      SELECT file_id, url FROM ${submissions} WHERE id = ${id}
      UNION ALL SELECT file_id, url FROM ${rounds} WHERE submission_id = ${id}
    ) WHERE ${isIt} LIMIT 1`);
  return found !== undefined;
}

/** Adds a round behind those that are there. Call it after saveSubmission, which refuses what somebody else changed meanwhile. */
export function insertRound(ctx: SystemCtx, submissionId: string, round: Round): void {
  const db = mainDb(ctx.env);
  const number = sql<number>`(SELECT COUNT(*) + 1 FROM ${rounds} WHERE submission_id = ${submissionId})`;
  ctx.write.add(db.insert(rounds).values({ submissionId, number, ...round }));
}
