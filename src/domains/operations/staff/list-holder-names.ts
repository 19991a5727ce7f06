import type { StaffCtx } from '../../../context.ts';
import { listHolders } from './review-queue-store.ts';

/** The names of accounts and creators by their IDs. */
export async function listHolderNames(
  ctx: StaffCtx,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(ids)].filter((id): id is string => id !== null);
  if (wanted.length === 0) return new Map();
  return new Map((await listHolders(ctx, wanted)).map(({ id, name }) => [id, name]));
}
