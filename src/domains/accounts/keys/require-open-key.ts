import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import { type FoundKey, requireAccountKey } from './store.ts';

/** A key of the acting account to change. Throws not_found for another's, and conflict for a revoked one. */
export async function requireOpenKey(ctx: Ctx, id: string): Promise<FoundKey> {
  const found = await requireAccountKey(ctx, id);
  if (found.row.revokedAt !== null)
    throw new AppError('conflict', 'This key was revoked. Make a new one instead.');
  return found;
}
