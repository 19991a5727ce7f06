// The context of a record in the queue, in one round trip: both sides, the submission that it is about, and
// the names in it.
import { sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import type { ShownFile } from '../../platform/files/interface.ts';
import { shownFiles } from '../../platform/files/interface.ts';
import { programs } from '../../work/program-terms/table.ts';
import { submissions } from '../../work/submissions/table.ts';
import type { DirectoryEntry } from './directory.ts';
import { accountEntry, accountRows, creatorEntry, creatorRows } from './directory-store.ts';

/** The IDs in a record, by kind. */
export type Mentioned = Record<
  'accounts' | 'creators' | 'payments' | 'charges' | 'submissions' | 'programs',
  readonly string[]
>;

export interface MentionedSubmission {
  id: string;
  caption: string | null;
  url: string | null;
  platform: string | null;
  status: string;
  note: string | null;
  submittedAt: number;
  program: string;
  file: ShownFile | null;
}

const MOST = 10;

export async function findContext(
  ctx: SystemCtx,
  mentioned: Mentioned,
): Promise<{
  parties: DirectoryEntry[];
  submissions: MentionedSubmission[];
  programs: { id: string; name: string }[];
}> {
  const db = mainDb(ctx.env);
  const ids = (of: keyof Mentioned) => sql`(SELECT value FROM json_each(${JSON.stringify(mentioned[of])}))`;
  const ofPayments = (column: string) =>
    sql`SELECT ${sql.raw(column)} FROM payments WHERE id IN ${ids('payments')}`;
  const creatorIds = sql`SELECT value FROM json_each(${JSON.stringify(mentioned.creators)}) UNION ${ofPayments('creator_id')}`;
  const accountIds = sql`SELECT value AS id FROM json_each(${JSON.stringify(mentioned.accounts)})
    UNION ${ofPayments('account_id')} UNION SELECT account_id FROM charges WHERE id IN ${ids('charges')}`;
  // The partner of a brand, or the account that added a creator, is shown while it has no people of its own.
  const managers = sql`SELECT m.managed_by FROM accounts m WHERE m.id IN (${accountIds})
    UNION SELECT c.managed_by FROM creators c WHERE c.id IN (${creatorIds})`;
  const submissionIds = sql`SELECT value FROM json_each(${JSON.stringify(mentioned.submissions)}) UNION ${ofPayments('submission_id')}`;
  const [sides, creatorSides, shown, named] = await db.batch([
    accountRows(ctx, sql`SELECT id FROM (${accountIds}) UNION ${managers}`, MOST),
    creatorRows(ctx, creatorIds, MOST),
    db
      .select({
        id: submissions.id,
        caption: submissions.caption,
        url: submissions.url,
        platform: submissions.platform,
        status: submissions.status,
        note: submissions.note,
        submittedAt: submissions.submittedAt,
        program: programs.name,
        file: sql<ShownFile | null>`${shownFiles(sql`${submissions.fileId}`)}`
          .mapWith((json: string) => (JSON.parse(json) as ShownFile[])[0] ?? null)
          .as('file'),
      })
      .from(submissions)
      .innerJoin(programs, sql`${programs.id} = ${submissions.programId}`)
      .where(sql`${submissions.id} IN (${submissionIds})`)
      .limit(MOST),
    db
      .select({ id: programs.id, name: programs.name })
      .from(programs)
      .where(sql`${programs.id} IN ${ids('programs')}`)
      .limit(MOST),
  ]);
  return {
    parties: [...sides.map(accountEntry), ...creatorSides.map(creatorEntry)],
    submissions: shown,
    programs: named,
  };
}
