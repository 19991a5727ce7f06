import { eq, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../context.ts';
import { mainDb } from '../../db/client.ts';
import { payoutDue } from './table.ts';

export function upsertPayoutDue(ctx: SystemCtx, holder: string, currency: string): void {
  ctx.write.add(
    mainDb(ctx.env)
      .insert(payoutDue)
      .values({ holder, currency, notedAt: ctx.now, nextAt: ctx.now })
      .onConflictDoUpdate({
        target: [payoutDue.holder, payoutDue.currency],
        set: {
          noted: sql`${payoutDue.noted} + 1`,
          notedAt: ctx.now,
          nextAt: sql`min(${payoutDue.nextAt}, ${ctx.now})`,
        },
      }),
  );
}

export function wakePayoutDue(ctx: SystemCtx, holder: string): void {
  ctx.write.add(
    mainDb(ctx.env)
      .update(payoutDue)
      .set({ nextAt: sql`min(${payoutDue.nextAt}, ${ctx.now})` })
      .where(eq(payoutDue.holder, holder)),
  );
}
