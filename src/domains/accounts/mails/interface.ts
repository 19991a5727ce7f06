// The interface of mails for other domains.
import { sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';

/** Lets mails go to an address again although some came back, in the caller's batch: its person just proved it. */
export function endBounces(ctx: SystemCtx, address: string): void {
  ctx.write.addSql(sql`DELETE FROM mail_bounces WHERE address = ${address}`);
}
