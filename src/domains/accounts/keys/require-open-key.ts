import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import { checkVersion } from '../../../resource/version.ts';
import { type FoundKey, requireAccountKey } from './store.ts';

/**
 * A key of the acting account that can be changed. Throws not_found for another account's key, conflict for a revoked
 * one, and version_conflict.
 * @param version the version that the caller saw, if given.
 */
export async function requireOpenKey(ctx: Ctx, id: string, version: number | undefined): Promise<FoundKey> {
  const found = await requireAccountKey(ctx, id);
  if (found.row.revokedAt !== null)
    throw new AppError('conflict', 'This key was revoked. Make a new one instead.');
  checkVersion({ version: found.row.updatedAt }, version);
  return found;
}
