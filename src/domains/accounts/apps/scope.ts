// OAuth scopes: `read` allows all reads, `write` reads and writes, `offline_access` a refresh token.
import { AppError } from '../../../kit/error.ts';

export const SCOPES = ['read', 'write', 'offline_access'] as const;
export type Scope = (typeof SCOPES)[number];
export type Access = 'read' | 'write';

/**
 * Normalizes a scope parameter. A client that asks for neither reads nor writes gets reads.
 * Throws invalid_scope for an unknown scope.
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

/** The widest scope that an app with this access may ask for. */
export function widestScope(access: Access): string {
  return access === 'write' ? SCOPES.join(' ') : 'read offline_access';
}

/** Whether `granted` covers everything that `wanted` asks for. Write access includes read access. */
export function isWithin(wanted: string, granted: string): boolean {
  return wanted
    .split(' ')
    .every((scope) => has(granted, scope) || (scope === 'read' && has(granted, 'write')));
}

function has(scope: string, word: string): boolean {
  return scope.split(' ').includes(word);
}
