import { AppError } from '../kit/error.ts';

/** Throws version_conflict for an edit that names another version than the stored one. */
export function checkVersion(row: { version: number }, version: number | undefined): void {
  if (version !== undefined && version !== row.version) throw versionConflict(row.version);
}

export function versionConflict(stored: number): AppError {
  return new AppError('version_conflict', 'The record changed since it was read.', {
    details: { version: stored },
  });
}
