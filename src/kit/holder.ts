// A holder is an account or a creator that records belong to. Its ID shows which.
import { ID_PREFIXES } from './ids.ts';

export type HolderKind = 'account' | 'creator';

/** Null for the ID of another kind. */
export function holderKind(id: string): HolderKind | null {
  if (id.startsWith(`${ID_PREFIXES.account}_`)) return 'account';
  return id.startsWith(`${ID_PREFIXES.creator}_`) ? 'creator' : null;
}

export const isAccount = (id: string): boolean => holderKind(id) === 'account';
export const isCreator = (id: string): boolean => holderKind(id) === 'creator';

/** The two sides of an event that is about a holder alone. */
export const holderSides = (holder: string): { account: string | null; creator: string | null } =>
  isCreator(holder) ? { account: null, creator: holder } : { account: holder, creator: null };
