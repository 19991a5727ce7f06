import type { SystemCtx } from '../../../context.ts';
import { stillOf } from '../../platform/files/interface.ts';
import { listShown } from './store.ts';

/** A submission by what people know it by. */
export interface Pictured {
  id: string;
  caption: string | null;
  /** A link for ten minutes to a picture of its video; null without one. */
  still: string | null;
}

/** An account's submissions among these IDs, and those of a subquery, in one trip. */
export async function listPictured(
  ctx: SystemCtx,
  accountId: string,
  which: Parameters<typeof listShown>[2],
): Promise<Pictured[]> {
  const rows = await listShown(ctx, accountId, which);
  return await Promise.all(
    rows.map(async ({ id, caption, files: [file] }) => ({
      ...{ id, caption },
      still: (await stillOf(ctx, file))?.url ?? null,
    })),
  );
}
