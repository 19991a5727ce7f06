// Turns credentials into actors. For reads, a key's record may be up to KEY_MEMORY_MS old; writes always ask
// the database, so that a revoked key is refused at once where it could do harm. The tokens of apps and
// frames are looked up every time.

import type { Env, Vars } from '../env.ts';
import { BoundedMap } from '../kit/bounded-map.ts';
import * as clock from '../kit/clock.ts';
import { AppError } from '../kit/error.ts';
import { isId } from '../kit/ids.ts';
import { MINUTE_MS } from '../kit/time.ts';
import { findFrame, findPersonFrame } from './frame-store.ts';
import { hashKeySecret, isKeySecret, isSecret } from './key-secret.ts';
import { isStaffToken, staffOf } from './staff-token.ts';
import { type FoundKey, findKey, type NamedClient, touchKey } from './store.ts';
import { findAccessToken, touchGrant } from './token-store.ts';

const KEY_MEMORY_MS = 10_000;
const MEMORY = { entries: 5_000, bytes: 8 * 1024 * 1024 };

interface Remembered {
  found: FoundKey;
  until: number;
}

/**
 * Keyed by the secret's hash and the requested account or client. Holds only accepted keys: a refused one is looked up
 * again each time.
 */
const memory = new BoundedMap<Remembered>(MEMORY, ({ found }) => JSON.stringify(found).length);

interface Accepted {
  /** Kept, because hashing the secret again would cost more than the rest of the lookup. */
  hash: string;
  /** When it was last accepted. */
  at: number;
}

/** Keyed by the secret. */
const accepted = new BoundedMap<Accepted>(MEMORY, ({ hash }) => hash.length);

/** Whether this isolate accepted the key or token in an Authorization header within the last 10 seconds. */
export function acceptedLately(authorization: string | null): boolean {
  const at = accepted.get(bearer(authorization) ?? '')?.at;
  return at !== undefined && at > clock.now() - KEY_MEMORY_MS;
}

function bearer(header: string | null): string | null {
  const match = /^Bearer +([^\s]+) *$/i.exec(header ?? '');
  return match ? match[1]! : null;
}

export type Caller = Pick<FoundKey, 'actor' | 'reachable' | 'verified'>;

export interface Credentials {
  authorization: string | null;
  serviceAccount: string | null;
  /** On routes of the business API, where nothing is asked for by `serviceAccount`. Only keys have clients. */
  client?: NamedClient | null;
}

/**
 * Identifies the caller. Throws invalid_key (401).
 * @param fresh whether to ask the database even if the key is remembered: true for every write.
 * @param defer takes work that may continue after the response.
 * @returns whether the key also reaches the account in Service-Account or the client; if not, the gate refuses.
 */
export async function authenticate(
  env: Env,
  { authorization, serviceAccount, client }: Credentials,
  fresh: boolean,
  defer: (task: Promise<unknown>) => void,
): Promise<Caller> {
  const secret = bearer(authorization);
  if (secret === null) throw new AppError('invalid_key', 'Send Authorization: Bearer <API key>.');
  if (isSecret('accessToken', secret)) return await authenticateToken(env, secret, serviceAccount, defer);
  if (isSecret('frameToken', secret)) return await authenticateFrame(env, secret, serviceAccount, findFrame);
  if (isSecret('personToken', secret))
    return await authenticateFrame(env, secret, serviceAccount, findPersonFrame);
  const met = accepted.get(secret);
  if (!met && !isKeySecret(secret)) throw new AppError('invalid_key', 'The API key is not valid.');
  const now = clock.now();
  const hash = met?.hash ?? hashKeySecret(secret);
  const { canBeReached, target } = client ? clientOf(client) : targetOf(serviceAccount);
  const asked = target !== null && typeof target === 'object' ? `${target.rule} ${target.name}` : target;
  const id = `${hash} ${asked}`;
  const remembered = fresh ? undefined : memory.get(id);
  const known = remembered && remembered.until >= now ? remembered.found : null;
  const key = known ?? (await findKey(env, hash, target, now));
  if (!key) {
    memory.delete(id);
    accepted.delete(secret);
    throw new AppError('invalid_key', 'The API key is unknown or revoked.');
  }
  accepted.set(secret, { hash, at: now });
  if (!known && key.reachable) {
    memory.set(id, { found: key, until: Math.min(now + KEY_MEMORY_MS, (key.endsAt ?? Infinity) - 1) });
  }
  if (key.lastUsedAt === null || key.lastUsedAt < now - MINUTE_MS) {
    key.lastUsedAt = now;
    defer(touchKey(env, key.actor.callerId, now));
  }
  return { ...key, reachable: key.reachable && canBeReached };
}

async function authenticateToken(
  env: Env,
  secret: string,
  serviceAccount: string | null,
  defer: (task: Promise<unknown>) => void,
): Promise<Caller> {
  const now = clock.now();
  const hash = accepted.get(secret)?.hash ?? hashKeySecret(secret);
  const { canBeReached, target } = targetOf(serviceAccount);
  const token = await findAccessToken(env, hash, target, now);
  if (!token) {
    accepted.delete(secret);
    throw new AppError(
      'invalid_key',
      'The access token is unknown, expired or revoked. Refresh it, or ask the person again.',
    );
  }
  accepted.set(secret, { hash, at: now });
  if (token.lastUsedAt === null || token.lastUsedAt < now - MINUTE_MS) {
    defer(touchGrant(env, token.actor.callerId, now));
  }
  return { ...token, reachable: token.reachable && canBeReached };
}

/** Looked up every time: what ends an embed session ends its frame at once. */
async function authenticateFrame(
  env: Env,
  secret: string,
  serviceAccount: string | null,
  find: typeof findFrame,
): Promise<Caller> {
  const now = clock.now();
  const hash = accepted.get(secret)?.hash ?? hashKeySecret(secret);
  const found = await find(env, hash, now).catch((error) => {
    accepted.delete(secret);
    throw error;
  });
  if (!found) {
    accepted.delete(secret);
    throw new AppError('invalid_key', 'The token of this frame is unknown or has expired.');
  }
  accepted.set(secret, { hash, at: now });
  const { reachable, actor } = found;
  return { ...found, reachable: reachable && (serviceAccount === null || serviceAccount === actor.creator) };
}

/**
 * Text that is not an ID, such as an empty header, reaches nothing: only the credential is looked up, and
 * nothing is remembered.
 */
function targetOf(serviceAccount: string | null): { canBeReached: boolean; target: string | null } {
  const canBeReached = serviceAccount === null || isId(serviceAccount, ['account', 'creator']);
  return { canBeReached, target: canBeReached ? serviceAccount : null };
}

/** The same for a client, by the form of IDs and slugs. */
function clientOf(client: NamedClient): { canBeReached: boolean; target: NamedClient | null } {
  const canBeReached = /^[a-z0-9_-]{1,120}$/.test(client.name);
  return { canBeReached, target: canBeReached ? client : null };
}

/**
 * Identifies the staff member who calls an internal route. Throws internal_route (403) for every key and app
 * token, and for everybody if no staff is configured; otherwise invalid_key (401). `defer` as for
 * authenticate.
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
  accepted.set(secret, { hash: hashKeySecret(secret), at: clock.now() });
  return name;
}
