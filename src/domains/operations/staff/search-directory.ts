import type { StaffCtx } from '../../../context.ts';
import type { Directory } from './directory.ts';
import { findEntries } from './directory-store.ts';

/** As many of each kind as a person looks through. */
const MOST_FOUND = 20;

/**
 * Accounts, creators and people by the beginning of their name, of its last word, of their e-mail address or handle, or by
 * their ID.
 */
export async function searchDirectory(ctx: StaffCtx, text: string): Promise<Directory> {
  const found = await findEntries(ctx, text, MOST_FOUND + 1);
  return {
    entries: found.flatMap((kind) => kind.slice(0, MOST_FOUND)),
    more: found.some((kind) => kind.length > MOST_FOUND),
  };
}
