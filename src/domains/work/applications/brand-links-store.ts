// The links between a partner's creator and its client brands, and the brands' rosters that follow them.
import { and, eq, sql } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { endRelationships, saidNow, sayYes } from '../creator-consent/interface.ts';
import { creatorBrands } from '../creator-consent/table.ts';

/**
 * Replaces a creator's links to a partner's client brands, and updates the brands' rosters. A link is the
 * brand's consent.
 * @param both whether it is the creator's consent too; otherwise the brand only asks.
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
  // A relationship also ends with its link, unless the creator applied to the brand itself.
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
