import { eq, sql } from 'drizzle-orm';
import { mainDb } from '../db/client.ts';
import { apiKeys, keyOrigins } from '../db/keys-table.ts';
import type { Env } from '../env.ts';
import type { Actor } from './actor.ts';
import {
  CLIENT_COLUMNS,
  type ClientRule,
  REACH_COLUMNS,
  type Reach,
  type ReachRow,
  reached,
  reachedClient,
  reachOf,
  targetReach,
} from './reach.ts';

interface KeyRow extends ReachRow {
  key_id: string;
  access: 'read' | 'write';
  ends_at: number | null;
  scopes: string | null;
  last_used_at: number | null;
  origins: string | null;
}

const select = (columns: string, join: string) => `
SELECT k.id AS key_id, k.access, CASE WHEN k.secret_hash = ?1 THEN NULL ELSE k.rolled_until END AS ends_at, k.scopes, k.last_used_at,
  (SELECT json_group_array(o.origin) FROM key_origins o WHERE o.key_id = k.id) AS origins,
  ${columns}
FROM api_keys k
JOIN accounts a ON a.id = k.account_id
${join}`;

const SELECT = select(REACH_COLUMNS, reached('?2'));

const BY_SECRET = `
WHERE k.id = COALESCE((SELECT id FROM api_keys WHERE secret_hash = ?1),
    (SELECT id FROM api_keys WHERE rolled_hash = ?1 AND rolled_until > ?3))
  AND k.revoked_at IS NULL`;

const FIND = SELECT + BY_SECRET;

const findClient = (rule: ClientRule) => select(CLIENT_COLUMNS, reachedClient(rule, '?2')) + BY_SECRET;

const FIND_CLIENT: Record<ClientRule, string> = { active: findClient('active'), bound: findClient('bound') };

const FIND_BY_ID = `${SELECT}
WHERE k.id = ?1 AND k.revoked_at IS NULL`;

export interface FoundKey {
  actor: Actor;
  lastUsedAt: number | null;
  /** When its secret stops working because the key has a newer one; null for the current secret. */
  endsAt: number | null;
  /** False when the key cannot reach the account in Service-Account, or the client. */
  reachable: boolean;
  /** Whether a person has verified the acting creator's address: see gate.ts. */
  verified: boolean;
}

/** The business API's `client`, and what it may name. */
export interface NamedClient {
  rule: ClientRule;
  name: string;
}

/**
 * The key with a secret's hash and its relation to `target` (the Service-Account header, or a client), in one
 * statement. The secret before a roll finds the key too, as long as it is valid.
 */
export async function findKey(
  env: Env,
  secretHash: string,
  target: string | NamedClient | null,
  now: number,
): Promise<FoundKey | null> {
  const isClient = target !== null && typeof target === 'object';
  const row = await env.DB.prepare(isClient ? FIND_CLIENT[target.rule] : FIND)
    .bind(secretHash, isClient ? target.name : target, now)
    .first<KeyRow>();
  return row && foundKey(row, isClient ? targetReach(row) : reachOf(row, target));
}

/** The same for a key that was admitted before, by its ID. */
export async function findKeyById(env: Env, id: string, target: string | null): Promise<FoundKey | null> {
  const row = await env.DB.prepare(FIND_BY_ID).bind(id, target).first<KeyRow>();
  return row && foundKey(row, reachOf(row, target));
}

function foundKey(row: KeyRow, { home, account, creator, reachable, verified }: Reach): FoundKey {
  return {
    actor: {
      by: 'key',
      callerId: row.key_id,
      role: null,
      access: row.access,
      scopes: row.scopes ? (JSON.parse(row.scopes) as string[]) : null,
      origins: row.origins ? (JSON.parse(row.origins) as string[]) : [],
      home,
      account,
      creator,
    },
    lastUsedAt: row.last_used_at,
    endsAt: row.ends_at,
    reachable,
    verified,
  };
}

export async function touchKey(env: Env, keyId: string, now: number): Promise<void> {
  await mainDb(env).update(apiKeys).set({ lastUsedAt: now }).where(eq(apiKeys.id, keyId));
}

/** Whether any active key lists this web origin. */
export async function isEmbedOrigin(env: Env, origin: string): Promise<boolean> {
  const row = await mainDb(env)
    .select({ found: sql<number>`1` })
    .from(keyOrigins)
    .innerJoin(apiKeys, eq(apiKeys.id, keyOrigins.keyId))
    .where(sql`${keyOrigins.origin} = ${origin} AND ${apiKeys.revokedAt} IS NULL`)
    .limit(1)
    .get();
  return row !== undefined;
}
