import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { refundRounds } from './table.ts';

/** The position of the day's round; null before the first. */
export async function findRound(ctx: SystemCtx): Promise<{ day: string; after: string | null } | null> {
  return (await mainDb(ctx.env).select().from(refundRounds).get()) ?? null;
}

export async function saveRound(ctx: SystemCtx, day: string, after: string | null): Promise<void> {
  await mainDb(ctx.env)
    .insert(refundRounds)
    .values({ id: 1, day, after })
    .onConflictDoUpdate({ target: refundRounds.id, set: { day, after } });
}
