import { sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { fileAndItsVideos } from '../../platform/files/interface.ts';

/** Whether a message with this file, or with the video that it is the still of, is in a thread that the side reads. */
export async function findShownTo(ctx: SystemCtx, side: string, file: string): Promise<boolean> {
  const found = await mainDb(ctx.env).get<{ found: 1 } | undefined>(sql`SELECT 1 AS found
    FROM message_files m JOIN threads t ON t.id = m.thread_id
    WHERE m.file_id IN (${fileAndItsVideos(file)}) AND (t.account_id = ${side} OR t.creator_id = ${side}
      OR EXISTS (SELECT 1 FROM applications k
        WHERE k.program_id = t.program_id AND k.creator_id = ${side} AND k.status = 'approved'))
    LIMIT 1`);
  return found !== undefined;
}
