import { and, eq, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { accounts } from '../../../db/accounts-table.ts';
import { mainDb } from '../../../db/client.ts';

/** Those of the IDs that are active brands managed by the partner. */
export async function findClientBrands(
  ctx: SystemCtx,
  partnerId: string,
  ids: string[],
): Promise<Set<string>> {
  const rows = await mainDb(ctx.env)
    .select({ id: accounts.id })
    .from(accounts)
    .where(
      and(
        sql`${accounts.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
        eq(accounts.managedBy, partnerId),
        eq(accounts.status, 'active'),
      ),
    )
    .all();
  return new Set(rows.map((row) => row.id));
}
