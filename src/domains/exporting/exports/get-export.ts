import type { Ctx } from '../../../context.ts';
import { AppError, notFound } from '../../../kit/error.ts';
import type { Export } from './export.ts';
import { presentExport } from './present-export.ts';
import { queryOfList } from './query-of-list.ts';
import { requireExport } from './store.ts';

/** An export of the caller's. Throws not_found, also when the caller may not read the list any more. */
export async function getExport(ctx: Ctx, id: string): Promise<Export> {
  const row = await requireExport(ctx, id);
  try {
    await queryOfList(ctx, row.list);
  } catch (error) {
    if (error instanceof AppError && error.code === 'permission_denied') throw notFound('export');
    throw error;
  }
  return await presentExport(ctx, row);
}
