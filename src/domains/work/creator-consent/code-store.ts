import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { creatorCodes } from './table.ts';

export type CodeRow = typeof creatorCodes.$inferInsert;

export function insertCode(ctx: SystemCtx, row: CodeRow): void {
  ctx.write.add(mainDb(ctx.env).insert(creatorCodes).values(row));
}
