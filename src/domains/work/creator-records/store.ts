// A partner's client brands of a creator, and the brands' rosters that follow them.
import { and, eq, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { accounts } from '../../accounts/accounts/table.ts';
import { creatorBrands } from '../creators/table.ts';

/** Makes a partner's client brands of a creator exactly these, and the rosters of the brands follow. */
export function setBrands(ctx: SystemCtx, partnerId: string, creatorId: string, brandIds: string[]): void {
  const wanted = sql`(SELECT value FROM json_each(${JSON.stringify(brandIds)}))`;
  // A brand that the creator applied to by itself keeps it: only what the link made goes with the link.
  ctx.write.addSql(sql`UPDATE creator_relationships SET status = 'removed', version = version + 1, updated_at = ${ctx.now}
    WHERE creator_id = ${creatorId} AND source = 'brand_link' AND status <> 'removed'
      AND account_id IN (SELECT brand_id FROM creator_brands WHERE creator_id = ${creatorId} AND partner_id = ${partnerId})
      AND account_id NOT IN ${wanted}
      AND NOT EXISTS (SELECT 1 FROM applications a WHERE a.creator_id = ${creatorId}
        AND a.status IN ('pending', 'approved') AND a.account_id = creator_relationships.account_id)`);
  ctx.write.add(
    mainDb(ctx.env)
      .delete(creatorBrands)
      .where(
        and(
          eq(creatorBrands.creatorId, creatorId),
          eq(creatorBrands.partnerId, partnerId),
          sql`${creatorBrands.brandId} NOT IN ${wanted}`,
        ),
      ),
  );
  ctx.write.addSql(sql`INSERT INTO creator_brands (creator_id, partner_id, brand_id)
    SELECT ${creatorId}, ${partnerId}, value FROM json_each(${JSON.stringify(brandIds)}) WHERE true ON CONFLICT DO NOTHING`);
  ctx.write.addSql(sql`INSERT INTO creator_relationships
      (account_id, creator_id, status, relationship, source, version, created_at, updated_at)
    SELECT value, ${creatorId}, 'live', 'represented', 'brand_link', 1, ${ctx.now}, ${ctx.now}
    FROM json_each(${JSON.stringify(brandIds)}) WHERE true
    ON CONFLICT (account_id, creator_id) DO UPDATE SET status = 'live', version = version + 1, updated_at = ${ctx.now}
      WHERE creator_relationships.status = 'removed' AND creator_relationships.source = 'brand_link'`);
}

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
