import { and, eq, sql } from 'drizzle-orm';
import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { newestFirst, withinRange } from '../../../db/list.ts';
import { eachValue, mergedIds } from '../../../db/merged-list.ts';
import { saveVersioned } from '../../../db/save-versioned.ts';
import { notFound } from '../../../kit/error.ts';
import type { IdRange } from '../../../resource/list-page.ts';
import type { AdTemplateRow } from './ad-template.ts';
import { adTemplates } from './table.ts';

/** A template of the acting account; null for another account's. */
export async function findOwnTemplate(ctx: Ctx, id: string): Promise<AdTemplateRow | null> {
  const row = await mainDb(ctx.env)
    .select()
    .from(adTemplates)
    .where(and(eq(adTemplates.id, id), eq(adTemplates.accountId, actingAccount(ctx.actor).id)))
    .get();
  return row ?? null;
}

/** A template of the acting account. Throws not_found. */
export async function requireOwnTemplate(ctx: Ctx, id: string): Promise<AdTemplateRow> {
  const row = await findOwnTemplate(ctx, id);
  if (!row) throw notFound('ad template');
  return row;
}

export async function listOwnTemplates(
  ctx: Ctx,
  statuses: readonly AdTemplateRow['status'][],
  limit: number,
  range: IdRange,
): Promise<AdTemplateRow[]> {
  const own = and(eq(adTemplates.accountId, actingAccount(ctx.actor).id), withinRange(adTemplates.id, range));
  const ids = mergedIds(
    eachValue(adTemplates.id, sql`${adTemplates}`, adTemplates.status, statuses, own),
    limit + 1,
  );
  return await mainDb(ctx.env)
    .select()
    .from(adTemplates)
    .where(sql`${adTemplates.id} IN (${ids})`)
    .orderBy(newestFirst(adTemplates.id))
    .all();
}

export function insertTemplate(ctx: SystemCtx, row: AdTemplateRow): void {
  ctx.write.add(mainDb(ctx.env).insert(adTemplates).values(row));
}

/** Saves a change, unless the row changed since it was read. */
export function saveTemplate(ctx: SystemCtx, before: AdTemplateRow, changes: Partial<AdTemplateRow>): void {
  saveVersioned(ctx, adTemplates, 'ad template', before, changes);
}
