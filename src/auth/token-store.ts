import type { Env } from '../env.ts';
import type { Role } from './actor.ts';
import { REACH_COLUMNS, type ReachRow, reached, reachOf } from './reach.ts';
import type { FoundKey } from './store.ts';

interface TokenRow extends ReachRow {
  grant_id: string;
  access: 'read' | 'write';
  app_access: 'read' | 'write';
  app_id: string;
  app_name: string;
  person_id: string;
  last_used_at: number | null;
  role: Role;
}

// Each request checks everything that can end a grant: the token, the grant, the app, and the person's
// membership and role in the account.
const SELECT = `
SELECT g.id AS grant_id, k.access, p.access AS app_access, p.id AS app_id, p.name AS app_name, g.person_id,
  g.last_used_at, m.role, ${REACH_COLUMNS}
FROM oauth_tokens k
JOIN oauth_grants g ON g.id = k.grant_id AND g.ended_at IS NULL AND g.expires_at > ?3
JOIN oauth_apps p ON p.id = g.app_id AND p.revoked_at IS NULL
JOIN memberships m ON m.account_id = g.account_id AND m.person_id = g.person_id
JOIN accounts a ON a.id = g.account_id
${reached('?2')}
WHERE k.kind = 'access' AND k.revoked_at IS NULL AND k.expires_at > ?3`;

const FIND = `${SELECT} AND k.hash = ?1`;

const FIND_BY_GRANT = `${SELECT} AND k.grant_id = ?1 LIMIT 1`;

/**
 * The actor of an access token, by its hash, and its relation to `target` (the Service-Account header), in
 * one statement.
 */
export async function findAccessToken(
  env: Env,
  hash: string,
  target: string | null,
  now: number,
): Promise<FoundKey | null> {
  const row = await env.DB.prepare(FIND).bind(hash, target, now).first<TokenRow>();
  return row && foundToken(row, target);
}

/** The same for a grant that was admitted before, by its ID: while it has a token that is good. */
export async function findTokenOfGrant(
  env: Env,
  grant: string,
  target: string | null,
  now: number,
): Promise<FoundKey | null> {
  const row = await env.DB.prepare(FIND_BY_GRANT).bind(grant, target, now).first<TokenRow>();
  return row && foundToken(row, target);
}

function foundToken(row: TokenRow, target: string | null): FoundKey {
  const { home, account, creator, reachable, verified } = reachOf(row, target);
  return {
    actor: {
      by: 'grant',
      callerId: row.grant_id,
      app: { id: row.app_id, name: row.app_name, person: row.person_id },
      role: row.role,
      access: row.access === 'write' && row.app_access === 'write' ? 'write' : 'read',
      // Apps' tokens have no group A scopes.
      scopes: [],
      origins: [],
      home,
      account,
      creator,
    },
    lastUsedAt: row.last_used_at,
    endsAt: null,
    reachable,
    verified,
  };
}

export async function touchGrant(env: Env, grantId: string, now: number): Promise<void> {
  await env.DB.prepare('UPDATE oauth_grants SET last_used_at = ?2 WHERE id = ?1').bind(grantId, now).run();
}
