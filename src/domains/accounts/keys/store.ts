import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { apiKeys, keyOrigins } from './table.ts';

export type KeyRow = typeof apiKeys.$inferSelect;
export type NewKey = typeof apiKeys.$inferInsert;

export function insertKey(ctx: SystemCtx, row: NewKey, origins: string[]): void {
  ctx.write.add(mainDb(ctx.env).insert(apiKeys).values(row));
  for (const origin of origins)
    ctx.write.add(mainDb(ctx.env).insert(keyOrigins).values({ origin, keyId: row.id }));
}
