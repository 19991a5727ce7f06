import { and, asc, eq } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { ledgerInstructions } from './table.ts';

/** The first open instruction of a subject, which the others wait for; null when nothing is open. */
export async function findFirstOpenInstruction(
  ctx: SystemCtx,
  subject: string,
): Promise<typeof ledgerInstructions.$inferSelect | null> {
  const row = await mainDb(ctx.env)
    .select()
    .from(ledgerInstructions)
    .where(and(eq(ledgerInstructions.subject, subject), eq(ledgerInstructions.status, 'open')))
    .orderBy(asc(ledgerInstructions.n))
    .limit(1)
    .get();
  return row ?? null;
}
