import { and, eq } from 'drizzle-orm';
import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import type { CampaignTerms } from '../campaign-terms/terms.ts';
import { campaigns } from './table.ts';

/** The settings of one of the acting account's campaigns; null for other accounts' campaigns. */
export async function findOwnTerms(
  ctx: Ctx,
  id: string,
): Promise<{ connectionId: string; terms: CampaignTerms } | null> {
  const row = await mainDb(ctx.env)
    .select({ connectionId: campaigns.connectionId, terms: campaigns.terms })
    .from(campaigns)
    .where(and(eq(campaigns.id, id), eq(campaigns.accountId, actingAccount(ctx.actor).id)))
    .get();
  return row ?? null;
}
