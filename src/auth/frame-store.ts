// The credentials of a frame on a customer's page. Its own token can do what the key behind it can do as the
// creator, and less. A person's token, which the frame gets once the record's person said yes in a window of ours,
// acts as that person, and only by the operations of the component. Whatever ends either, ends it with the next
// request, because nothing is remembered.
import type { Env } from '../env.ts';
import { AppError } from '../kit/error.ts';
import type { EmbedComponent, EmbedFeature, Frame } from './frame.ts';
import { isSignedIn } from './person.ts';
import {
  addressVerified,
  claimedAtOf,
  claimedBy,
  onRoster,
  REACH_COLUMNS,
  type ReachRow,
  reached,
  reachOf,
} from './reach.ts';
import type { FoundKey } from './store.ts';

/** Why a session has ended before its time. */
export const EMBED_ENDS = [
  'ended',
  'key_revoked',
  'origin_removed',
  'account_left',
  'creator_removed',
  'taken_over',
] as const;
export type EmbedEnd = (typeof EMBED_ENDS)[number];

/** SQL for the EmbedEnd of a session; NULL while it goes on. @param s `embed_sessions` in the statement. */
export const embedEnd = (s: string): string => `CASE
  WHEN ${s}.ended_at IS NOT NULL THEN 'ended'
  WHEN NOT EXISTS (SELECT 1 FROM api_keys ek WHERE ek.id = ${s}.key_id AND ek.revoked_at IS NULL) THEN 'key_revoked'
  WHEN NOT EXISTS (SELECT 1 FROM key_origins eo WHERE eo.origin = ${s}.origin AND eo.key_id = ${s}.key_id) THEN 'origin_removed'
  WHEN NOT EXISTS (SELECT 1 FROM api_keys ek JOIN accounts ea ON ea.id = ${s}.account_id
    WHERE ek.id = ${s}.key_id AND ek.account_id IN (ea.id, ea.managed_by)) THEN 'account_left'
  WHEN ${claimedAtOf(`${s}.creator_id`)} IS NOT ${s}.claimed_at THEN 'taken_over'
  WHEN NOT ${onRoster(`${s}.account_id`, `${s}.creator_id`)} THEN 'creator_removed' END`;

/**
 * SQL for whether the key behind a session acts as the creator: of its own account or a client's, and no person
 * has verified the address or taken the record over. @param s `embed_sessions` in the statement.
 */
export const keyStandsIn = (
  s: string,
): string => `EXISTS (SELECT 1 FROM api_keys k JOIN accounts a ON a.id = k.account_id
  ${reached(`${s}.creator_id`)} WHERE k.id = ${s}.key_id AND c.id IS NOT NULL AND NOT ${addressVerified('c')})`;

interface FrameRow extends ReachRow {
  session_id: string;
  creator: string;
  component: EmbedComponent;
  features: string;
  session_account: string;
  of_brand: 0 | 1;
  access: 'read' | 'write';
  why: EmbedEnd | null;
}

const OF_SESSION = `s.account_id AS session_account,
  EXISTS (SELECT 1 FROM accounts sa WHERE sa.id = s.account_id AND sa.type = 'brand') AS of_brand`;

const SELECT = `
SELECT ${OF_SESSION}, s.id AS session_id, s.creator_id AS creator, s.component, s.features, k.access, ${embedEnd('s')} AS why, ${REACH_COLUMNS}
FROM embed_sessions s
JOIN api_keys k ON k.id = s.key_id
JOIN accounts a ON a.id = k.account_id
${reached('s.creator_id')}
WHERE s.token_until > ?2`;

const FIND = `${SELECT} AND s.token_hash = ?1`;

const FIND_BY_SESSION = `${SELECT} AND s.id = ?1`;

const SAID: Record<EmbedEnd, string> = {
  ended: 'was ended',
  key_revoked: 'ended with its key',
  origin_removed: "ended when its origin was taken off the key's list",
  account_left: 'ended when the account left its partner',
  creator_removed: 'ended with the relationship between the account and the creator',
  taken_over: 'ended when a person took the record over',
};

/** The refusal of a session that has ended, with the reason for programs. */
export function embedEnded(why: EmbedEnd): AppError {
  return new AppError('invalid_key', `The embed session ${SAID[why]}.`, { details: { reason: why } });
}

/**
 * The actor of a frame's token, by its hash; null for an unknown token and after its time. Throws invalid_key
 * with the reason when the session has ended before.
 */
export async function findFrame(env: Env, hash: string, now: number): Promise<FoundKey | null> {
  return foundFrame(await env.DB.prepare(FIND).bind(hash, now).first<FrameRow>());
}

/** The same for a session whose frame was admitted before, by its ID: while its frame has a token that is good. */
export async function findFrameOfSession(env: Env, session: string, now: number): Promise<FoundKey | null> {
  return foundFrame(await env.DB.prepare(FIND_BY_SESSION).bind(session, now).first<FrameRow>());
}

const frameOf = ({
  component,
  features,
  session_account,
  of_brand,
}: Pick<FrameRow, 'component' | 'features' | 'session_account' | 'of_brand'>): Frame => ({
  component,
  features: JSON.parse(features) as EmbedFeature[],
  account: session_account,
  ofBrand: of_brand === 1,
});

function foundFrame(row: FrameRow | null): FoundKey | null {
  if (!row) return null;
  if (row.why !== null) throw embedEnded(row.why);
  const { home, account, creator, reachable, verified } = reachOf(row, row.creator);
  return {
    actor: {
      by: 'embed',
      frame: frameOf(row),
      callerId: row.session_id,
      role: null,
      access: row.access,
      scopes: null,
      origins: [],
      home,
      account,
      creator,
    },
    lastUsedAt: null,
    endsAt: null,
    reachable,
    verified,
  };
}

interface PersonFrameRow extends Pick<FrameRow, 'session_account' | 'of_brand'> {
  session_id: string;
  creator: string;
  component: EmbedComponent;
  features: string;
  access: 'read' | 'write';
  why: EmbedEnd | null;
  person_id: string;
  signed_in: 0 | 1;
  own: 0 | 1;
}

const SELECT_PERSON = `
SELECT ${OF_SESSION}, s.id AS session_id, s.creator_id AS creator, s.component, s.features, k.access, ${embedEnd('s')} AS why, s.person_id,
  ${isSignedIn('s.person_id', 's.person_session_id', '?2')} AS signed_in,
  ${claimedBy('s.person_id', 's.creator_id')} AS own
FROM embed_sessions s
JOIN api_keys k ON k.id = s.key_id
WHERE s.person_token_until > ?2`;

const FIND_PERSON = `${SELECT_PERSON} AND s.person_token_hash = ?1`;

const FIND_PERSON_BY_SESSION = `${SELECT_PERSON} AND s.id = ?1`;

/**
 * The actor of a person's token, by its hash: the record's own person, in a frame. Null for an unknown token and
 * after its time. Throws invalid_key with the reason when the session has ended before, and `signed_out` once the
 * person's sign-in has.
 */
export async function findPersonFrame(env: Env, hash: string, now: number): Promise<FoundKey | null> {
  return foundPerson(await env.DB.prepare(FIND_PERSON).bind(hash, now).first<PersonFrameRow>());
}

/** The same for a session whose frame was admitted before, by its ID. */
export async function findPersonFrameOfSession(
  env: Env,
  session: string,
  now: number,
): Promise<FoundKey | null> {
  return foundPerson(await env.DB.prepare(FIND_PERSON_BY_SESSION).bind(session, now).first<PersonFrameRow>());
}

function foundPerson(row: PersonFrameRow | null): FoundKey | null {
  if (!row) return null;
  if (row.why !== null) throw embedEnded(row.why);
  if (row.own === 0) throw embedEnded('taken_over');
  if (row.signed_in === 0) throw signedOut();
  return {
    actor: {
      by: 'embed',
      frame: frameOf(row),
      callerId: row.person_id,
      session: row.session_id,
      role: null,
      access: row.access,
      scopes: null,
      origins: [],
      home: null,
      account: null,
      creator: row.creator,
    },
    lastUsedAt: null,
    endsAt: null,
    reachable: true,
    verified: false,
  };
}

function signedOut(): AppError {
  return new AppError('invalid_key', 'The person has signed out. Ask them to sign in again.', {
    details: { reason: 'signed_out' },
  });
}
