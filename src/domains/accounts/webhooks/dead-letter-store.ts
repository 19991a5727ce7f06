import { eq } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { overtaken } from '../../../db/one-batch.ts';
import { deadLetters } from './table.ts';

export type DeadLetterRow = typeof deadLetters.$inferSelect;

export async function findDeadLetter(ctx: SystemCtx, id: string): Promise<DeadLetterRow | null> {
  return (await mainDb(ctx.env).select().from(deadLetters).where(eq(deadLetters.id, id)).get()) ?? null;
}

/** Deletes a dead letter in the caller's batch, which fails when it was deleted before. */
export function deleteDeadLetter(ctx: SystemCtx, id: string): void {
  ctx.write.guarded(mainDb(ctx.env).delete(deadLetters).where(eq(deadLetters.id, id)), overtaken);
}
