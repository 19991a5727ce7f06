import { sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';

/** Resolves support threads that are due, longest waiting first. @returns how many. */
export async function saveResolvedNow(ctx: SystemCtx, limit: number): Promise<number> {
  const { meta } = await mainDb(ctx.env).run(sql`UPDATE threads SET support_status = 'resolved',
      resolved_at = support_due_at, updated_at = MAX(updated_at, support_due_at), support_due_at = NULL
    WHERE id IN (SELECT id FROM threads WHERE support_due_at <= ${ctx.now}
      ORDER BY support_due_at LIMIT ${limit})`);
  return meta.changes;
}
