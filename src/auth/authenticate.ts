// Credential -> Actor. A key's record may be up to KEY_MEMORY_MS old for reads; writes always ask the database,
// so a revoked key is refused at once where it could do harm.

import type { Env, Vars } from '../env.ts';
import * as clock from '../kit/clock.ts';
import { AppError } from '../kit/error.ts';
import { MINUTE_MS } from '../kit/time.ts';
import { hashKeySecret, isKeySecret } from './key-secret.ts';
import { isStaffToken, staffOf } from './staff-token.ts';
import { type FoundKey, findKey, touchKey } from './store.ts';

const KEY_MEMORY_MS = 10_000;
const MEMORY_LIMIT = 5_000;

interface Remembered {
  found: FoundKey;
  until: number;
}

const memory = new Map<string, Remembered>();

function remember(id: string, found: FoundKey, now: number): void {
  if (memory.size >= MEMORY_LIMIT) memory.clear();
  memory.set(id, { found, until: now + KEY_MEMORY_MS });
}

/** Hashes of secrets that this isolate has met: hashing anew would cost more than the rest of the look-up. */
const hashes = new Map<string, string>();

function hashOf(secret: string): string {
  let hash = hashes.get(secret);
  if (hash === undefined) {
    if (hashes.size >= MEMORY_LIMIT) hashes.clear();
    hash = hashKeySecret(secret);
    hashes.set(secret, hash);
  }
  return hash;
}

function bearer(header: string | null): string | null {
  const match = /^Bearer +([^\s]+) *$/i.exec(header ?? '');
  return match ? match[1]! : null;
}

export interface Credentials {
  authorization: string | null;
  serviceAccount: string | null;
}

/**
 * Finds out who calls. Throws invalid_key (401), account_not_reachable (403).
 * @param fresh ask the database even if the key is remembered: for every write.
 * @param defer takes work that may go on behind the answer.
 */
export async function authenticate(
  env: Env,
  { authorization, serviceAccount }: Credentials,
  fresh: boolean,
  defer: (task: Promise<unknown>) => void,
): Promise<FoundKey['actor']> {
  const secret = bearer(authorization);
  if (secret === null) throw new AppError('invalid_key', 'Send Authorization: Bearer <API key>.');
  if (!hashes.has(secret) && !isKeySecret(secret))
    throw new AppError('invalid_key', 'The API key is not valid.');
  const now = clock.now();
  const hash = hashOf(secret);
  const id = `${hash} ${serviceAccount ?? ''}`;
  let found = fresh ? null : (memory.get(id) ?? null);
  if (found && found.until < now) {
    memory.delete(id);
    found = null;
  }
  const key = found?.found ?? (await findKey(env, hash, serviceAccount));
  if (!key) {
    memory.delete(id);
    throw new AppError('invalid_key', 'The API key is unknown or revoked.');
  }
  if (!found) remember(id, key, now);
  if (!key.reachable) {
    throw new AppError('account_not_reachable', 'This key does not reach the account in Service-Account.');
  }
  if (key.lastUsedAt === null || key.lastUsedAt < now - MINUTE_MS) {
    key.lastUsedAt = now;
    defer(touchKey(env, key.actor.keyId, now));
  }
  return key.actor;
}

/**
 * Finds out who of the staff calls an internal route. Throws internal_route (403) for every key and app token, and for
 * everybody where no staff is configured; else invalid_key (401). `defer` as for authenticate.
 */
export async function authenticateStaff(
  env: Env,
  vars: Vars,
  credentials: Credentials,
  defer: (task: Promise<unknown>) => void,
): Promise<string> {
  const closed = new AppError('internal_route', "This endpoint is for the service's own staff.");
  if (!vars.STAFF_TOKENS) throw closed;
  const secret = bearer(credentials.authorization);
  if (secret === null || !isStaffToken(secret)) {
    await authenticate(env, credentials, true, defer);
    throw closed;
  }
  const name = staffOf(vars, secret);
  if (name === null) throw new AppError('invalid_key', 'The staff token is unknown or was taken back.');
  return name;
}
