// Scopes: `read` (every read), `write` (reads and writes), `offline_access` (a refresh token).
import { AppError } from '../../../kit/error.ts';

export const SCOPES = ['read', 'write', 'offline_access'] as const;
export type Scope = (typeof SCOPES)[number];
export type Access = 'read' | 'write';

/**
 * A scope parameter in our own order; what asks for neither reads nor writes asks for reads.
 * Throws invalid_scope for one that is not known.
 */
export function scopeFrom(text: string | undefined): string {
  const words = (text ?? '').split(' ').filter((word) => word !== '');
  const unknown = words.find((word) => !SCOPES.includes(word as Scope));
  if (unknown !== undefined) {
    throw new AppError('invalid_scope', `The scopes are ${SCOPES.join(', ')}.`);
  }
  const access = words.includes('write') ? words : ['read', ...words];
  return SCOPES.filter((scope) => access.includes(scope)).join(' ');
}

export function accessOf(scope: string): Access {
  return has(scope, 'write') ? 'write' : 'read';
}

export function isOffline(scope: string): boolean {
  return has(scope, 'offline_access');
}

/** The scope without writes. */
export function withoutWrites(scope: string): string {
  return isOffline(scope) ? 'read offline_access' : 'read';
}

/** All that an app with this access may ask for. */
export function widestScope(access: Access): string {
  return access === 'write' ? SCOPES.join(' ') : 'read offline_access';
}

/** Whether `wanted` asks for nothing that `granted` does not hold; who may write may read. */
export function isWithin(wanted: string, granted: string): boolean {
  return wanted
    .split(' ')
    .every((scope) => has(granted, scope) || (scope === 'read' && has(granted, 'write')));
}

function has(scope: string, word: string): boolean {
  return scope.split(' ').includes(word);
}
