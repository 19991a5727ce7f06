// A partner's client brands of a creator, and the brands' rosters that follow them.
import { and, eq, sql } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { endRelationships, saidNow, sayYes } from '../creator-consent/interface.ts';
import { creatorBrands } from '../creator-consent/table.ts';

/**
 * Makes a partner's client brands of a creator exactly these, and the rosters of the brands follow. A link is the brand's
 * yes.
 * @param both whether it is the creator's, too: else the brand only asks.
 * @param call the operationId.
 */
export function setBrands(
  ctx: Ctx,
  {
    partnerId,
    creatorId,
    brands,
    both,
  }: { partnerId: string; creatorId: string; brands: string[]; both: boolean },
  call: string,
): void {
  const wanted = sql`(SELECT value FROM json_each(${JSON.stringify(brands)}))`;
  const yes = saidNow(ctx, call);
  // A brand that the creator applied to by itself keeps it: only what the link made goes with the link.
  const unlinked = sql`creator_id = ${creatorId} AND source = 'brand_link'
    AND account_id IN (SELECT brand_id FROM creator_brands WHERE creator_id = ${creatorId} AND partner_id = ${partnerId})
    AND account_id NOT IN ${wanted}
    AND NOT EXISTS (SELECT 1 FROM applications a WHERE a.creator_id = ${creatorId}
      AND a.status IN ('pending', 'approved') AND a.account_id = creator_relationships.account_id)`;
  endRelationships(ctx, unlinked, { ...yes, side: 'account' });
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
    SELECT ${creatorId}, ${partnerId}, value FROM json_each(${JSON.stringify(brands)}) WHERE true ON CONFLICT DO NOTHING`);
  sayYes(ctx, { accounts: brands, creatorId, side: both ? 'both' : 'account', yes, source: 'brand_link' });
}
