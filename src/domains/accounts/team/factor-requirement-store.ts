import { eq } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { factorRequirements } from '../../../db/memberships-table.ts';

/** Whether an account requires a second factor of its people. */
export async function hasFactorRequirement(ctx: SystemCtx, accountId: string): Promise<boolean> {
  const row = await mainDb(ctx.env)
    .select({ accountId: factorRequirements.accountId })
    .from(factorRequirements)
    .where(eq(factorRequirements.accountId, accountId))
    .get();
  return row !== undefined;
}

/** In the caller's batch. */
export function saveFactorRequirement(ctx: SystemCtx, accountId: string, personId: string): void {
  const row = { accountId, personId, createdAt: ctx.now };
  ctx.write.add(mainDb(ctx.env).insert(factorRequirements).values(row).onConflictDoNothing());
}

/** In the caller's batch. */
export function deleteFactorRequirement(ctx: SystemCtx, accountId: string): void {
  ctx.write.add(
    mainDb(ctx.env).delete(factorRequirements).where(eq(factorRequirements.accountId, accountId)),
  );
}
