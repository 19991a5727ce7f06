import { eq, sql } from 'drizzle-orm';
import { mainDb } from '../db/client.ts';
import { apiKeys, keyOrigins } from '../domains/accounts/keys/table.ts';
import type { Env } from '../env.ts';
import type { Actor, ActorAccount } from './actor.ts';

interface KeyRow {
  key_id: string;
  access: 'read' | 'write';
  scopes: string | null;
  last_used_at: number | null;
  origins: string | null;
  home_id: string;
  home_type: 'brand' | 'partner';
  home_status: 'active' | 'ended';
  home_managed_by: string | null;
  home_shard: number | null;
  target_id: string | null;
  target_type: 'brand' | 'partner' | null;
  target_status: 'active' | 'ended' | null;
  target_shard: number | null;
  creator_id: string | null;
}

const FIND = `
SELECT k.id AS key_id, k.access, k.scopes, k.last_used_at,
  (SELECT json_group_array(o.origin) FROM key_origins o WHERE o.key_id = k.id) AS origins,
  a.id AS home_id, a.type AS home_type, a.status AS home_status, a.managed_by AS home_managed_by,
  a.events_shard AS home_shard,
  t.id AS target_id, t.type AS target_type, t.status AS target_status, t.events_shard AS target_shard,
  c.id AS creator_id
FROM api_keys k
JOIN accounts a ON a.id = k.account_id
LEFT JOIN accounts t ON t.id = ?2 AND t.managed_by = a.id AND a.type = 'partner'
LEFT JOIN creators c ON c.id = ?2 AND c.claimed_at IS NULL AND (
  c.managed_by = a.id OR EXISTS (SELECT 1 FROM accounts b WHERE b.id = c.managed_by AND b.managed_by = a.id))
WHERE k.secret_hash = ?1 AND k.revoked_at IS NULL`;

export interface FoundKey {
  actor: Actor;
  lastUsedAt: number | null;
  /** False when the Service-Account asked for is not within the key's reach. */
  reachable: boolean;
}

/** The key of a secret's hash and what `target` (the Service-Account header) means to it, in one statement. */
export async function findKey(env: Env, secretHash: string, target: string | null): Promise<FoundKey | null> {
  const row = await env.DB.prepare(FIND).bind(secretHash, target).first<KeyRow>();
  if (!row) return null;
  const home: ActorAccount = {
    id: row.home_id,
    type: row.home_type,
    status: row.home_status,
    managedBy: row.home_managed_by,
    eventsShard: row.home_shard,
  };
  let account: ActorAccount | null = home;
  let reachable = true;
  if (target !== null && target !== home.id) {
    if (row.target_id) {
      account = {
        id: row.target_id,
        type: row.target_type!,
        status: row.target_status!,
        managedBy: home.id,
        eventsShard: row.target_shard,
      };
    } else {
      account = null;
      reachable = row.creator_id !== null;
    }
  }
  return {
    actor: {
      keyId: row.key_id,
      access: row.access,
      scopes: row.scopes ? (JSON.parse(row.scopes) as string[]) : null,
      origins: row.origins ? (JSON.parse(row.origins) as string[]) : [],
      home,
      account,
      creator: account ? null : row.creator_id,
    },
    lastUsedAt: row.last_used_at,
    reachable,
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
