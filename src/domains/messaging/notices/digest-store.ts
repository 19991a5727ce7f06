// SQL for digests: a person's mails of the kind `digest` in a workspace.
import { sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { overtaken } from '../../../db/one-batch.ts';
import type { Reader } from './notice-store.ts';

/** In place of a digest's time: it is for the next morning, wherever that is for its person. */
export const UNSCHEDULED = 0;

export interface DueDigest extends Reader {
  dueAt: number;
  email: string;
  /** IANA name; null while nobody knows it. */
  zone: string | null;
  /** The workspace's name. */
  name: string;
}

export async function listDueDigests(ctx: SystemCtx, limit: number): Promise<DueDigest[]> {
  return await mainDb(
    ctx.env,
  ).all<DueDigest>(sql`SELECT d.person_id AS person, d.place, d.due_at AS dueAt, p.email,
      p.zone, COALESCE(a.name, c.name, '') AS name
    FROM notice_mails d JOIN people p ON p.id = d.person_id
    LEFT JOIN accounts a ON a.id = d.place LEFT JOIN creators c ON c.id = d.place
    WHERE d.due_at <= ${ctx.now} AND d.kind = 'digest' ORDER BY d.due_at LIMIT ${limit}`);
}

/** When the next digest is made; null: not before something begins to wait. The batch fails when another run was first. */
export function saveDigestDue(ctx: SystemCtx, due: DueDigest, next: number | null): void {
  const own = sql`person_id = ${due.person} AND place = ${due.place} AND kind = 'digest'`;
  ctx.write.require(
    sql`EXISTS (SELECT 1 FROM notice_mails WHERE ${own} AND due_at = ${due.dueAt} AND NOT off)`,
    overtaken,
  );
  ctx.write.addSql(sql`UPDATE notice_mails SET due_at = ${next}, made_at = ${ctx.now} WHERE ${own}`);
}
