// A holder is whoever records belong to: an account, or a creator. Its ID says which.
import { ID_PREFIXES } from './ids.ts';

export type HolderKind = 'account' | 'creator';

/** Null for an ID of something else. */
export function holderKind(id: string): HolderKind | null {
  if (id.startsWith(`${ID_PREFIXES.account}_`)) return 'account';
  return id.startsWith(`${ID_PREFIXES.creator}_`) ? 'creator' : null;
}

export const isAccount = (id: string): boolean => holderKind(id) === 'account';
export const isCreator = (id: string): boolean => holderKind(id) === 'creator';
