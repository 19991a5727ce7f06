// What an account's credential can reach: its own account, the account or creator that Service-Account names, and the
// client brand that the business API's `client` names.
import type { ActorAccount } from './actor.ts';

/** The columns of REACH_COLUMNS. */
export interface ReachRow {
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
  creator_verified: 0 | 1;
}

/**
 * SQL for whether a person has verified a creator's address: from then on the creator's side is that person
 * and no longer the account that added the record, even before the person has taken it over.
 * @param creator the alias of `creators` in the statement.
 */
export function addressVerified(creator: string): string {
  return `EXISTS (SELECT 1 FROM verified_emails ve WHERE ve.email = ${creator}.email)`;
}

/** SQL for when a person took a record over; NULL for never. @param creator its ID in the statement. */
export function claimedAtOf(creator: string): string {
  return `(SELECT ct.claimed_at FROM creators ct WHERE ct.id = ${creator})`;
}

/** SQL for whether this person took the record over, and has it still. */
export function claimedBy(person: string, creator: string): string {
  return `EXISTS (SELECT 1 FROM creators cp WHERE cp.id = ${creator} AND cp.person_id = ${person} AND cp.claimed_at IS NOT NULL)`;
}

/** SQL for whether an account asked, or agreed with, a creator, and neither has ended it. */
export function onRoster(account: string, creator: string): string {
  return `EXISTS (SELECT 1 FROM creator_relationships cr WHERE cr.account_id = ${account}
    AND cr.creator_id = ${creator} AND cr.consent IN ('invited', 'requested', 'agreed'))`;
}

const ACCOUNT_COLUMNS = `a.id AS home_id, a.type AS home_type, a.status AS home_status, a.managed_by AS home_managed_by,
  a.events_shard AS home_shard,
  t.id AS target_id, t.type AS target_type, t.status AS target_status, t.events_shard AS target_shard`;

/** Columns for a statement in which `a` is the credential's account, joined with `reached`. */
export const REACH_COLUMNS = `${ACCOUNT_COLUMNS}, c.id AS creator_id, ${addressVerified('c')} AS creator_verified`;

/** The same for a statement joined with `reachedClient`. */
export const CLIENT_COLUMNS = `${ACCOUNT_COLUMNS}, NULL AS creator_id, 0 AS creator_verified`;

/**
 * A partner's client brand, or an unclaimed creator that the account or one of its clients manages.
 * @param target the ID in Service-Account, as a parameter or a column of the statement.
 */
export const reached = (
  target: string,
): string => `LEFT JOIN accounts t ON t.id = ${target} AND t.managed_by = a.id AND a.type = 'partner'
LEFT JOIN creators c ON c.id = ${target} AND c.claimed_at IS NULL AND (
  c.managed_by = a.id OR EXISTS (SELECT 1 FROM accounts b WHERE b.id = c.managed_by AND b.managed_by = a.id))`;

/**
 * Which client brands a partner's key reaches by the business API's `client`: every active one by its slug, or those
 * bound to the key by ID or slug.
 */
export type ClientRule = 'active' | 'bound';

/**
 * An active client brand, by what `client` says.
 * @param client a parameter of the statement, in which `k` is the key.
 */
export const reachedClient = (rule: ClientRule, client: string): string =>
  `LEFT JOIN accounts t ON t.managed_by = a.id AND a.type = 'partner' AND t.status = 'active' AND ${
    rule === 'active'
      ? `t.slug = ${client}`
      : `t.id = (SELECT n.id FROM accounts n WHERE n.id = ${client} OR n.slug = ${client})
  AND EXISTS (SELECT 1 FROM key_clients kc WHERE kc.key_id = k.id AND kc.account_id = t.id)`
  }`;

export interface Reach {
  home: ActorAccount;
  account: ActorAccount | null;
  creator: string | null;
  /** False when the requested account or creator cannot be reached. */
  reachable: boolean;
  /** Whether a person has verified the creator's address: the credential may then only read as it. */
  verified: boolean;
}

/** @param target the ID in Service-Account; null for the credential's own account. */
export function reachOf(row: ReachRow, target: string | null): Reach {
  if (target !== null && target !== row.home_id) return targetReach(row);
  const home = homeOf(row);
  return { home, account: home, creator: null, reachable: true, verified: row.creator_verified === 1 };
}

const homeOf = (row: ReachRow): ActorAccount => ({
  id: row.home_id,
  type: row.home_type,
  status: row.home_status,
  managedBy: row.home_managed_by,
  eventsShard: row.home_shard,
});

/** The reach to the account or creator that was asked for. */
export function targetReach(row: ReachRow): Reach {
  const home = homeOf(row);
  const verified = row.creator_verified === 1;
  if (row.target_id === null) {
    return { home, account: null, creator: row.creator_id, reachable: row.creator_id !== null, verified };
  }
  const account: ActorAccount = {
    id: row.target_id,
    type: row.target_type!,
    status: row.target_status!,
    managedBy: home.id,
    eventsShard: row.target_shard,
  };
  return { home, account, creator: null, reachable: true, verified };
}
