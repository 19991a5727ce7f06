import { and, eq } from 'drizzle-orm';
import type { SystemCtx } from '../../context.ts';
import { mainDb } from '../../db/client.ts';
import { cards } from './table.ts';

export type CardRow = typeof cards.$inferSelect;

export async function findCardOnFile(ctx: SystemCtx, accountId: string): Promise<CardRow | null> {
  const row = await mainDb(ctx.env)
    .select()
    .from(cards)
    .where(and(eq(cards.accountId, accountId), eq(cards.status, 'on_file')))
    .get();
  return row ?? null;
}
