import type { StaffCtx } from '../../../context.ts';
import type { Directory } from './directory.ts';
import { findEntries } from './directory-store.ts';

/** As many results of each kind as a person would look through. */
const MOST_FOUND = 20;

/**
 * Finds accounts, creators and people by their ID, or by the beginning of their name, last name, email
 * address or handle.
 */
export async function searchDirectory(ctx: StaffCtx, text: string): Promise<Directory> {
  const found = await findEntries(ctx, text, MOST_FOUND + 1);
  return {
    entries: found.flatMap((kind) => kind.slice(0, MOST_FOUND)),
    more: found.some((kind) => kind.length > MOST_FOUND),
  };
}
