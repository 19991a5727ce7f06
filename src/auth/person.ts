// Turns a session's cookie and a workspace's ID (`acct_…` or `crtr_…`) into the person and their role there,
// in one statement.
import { isStopped } from '../db/mail-bounces.ts';
import type { Env, Vars } from '../env.ts';
import { randomBase62, sha256Hex } from '../kit/crypto.ts';
import { isId } from '../kit/ids.ts';
import type { Actor, ActorAccount, Role } from './actor.ts';

/** The most workspaces of a kind that are listed: nobody picks from a longer list. */
const MOST_PLACES = 100;

export interface Person {
  id: string;
  name: string;
  email: string;
  /** The person's name in the deployment's list of staff members; null for other people. */
  staff: string | null;
  /** Whether single keys act on the pages. */
  shortcuts: boolean;
  /** The time zone that the person set, or the browser's; null while none is known. */
  zone: string | null;
  /** Whether the person has a second factor. */
  hasFactor: boolean;
  /** When the staff removes, or removed, a second factor that was reported lost, in milliseconds; null if it does not. */
  factorRemovedAt: number | null;
  /** Whether the address gets no mails, because they came back. */
  mailsStopped: boolean;
}

/**
 * A workspace of a person: an account, with the person's role there, or a creator record that they took over
 * (role null).
 */
export interface Place {
  id: string;
  name: string;
  role: Role | null;
  type: 'brand' | 'partner' | 'creator';
  status: 'active' | 'ended';
  /** False at a client brand that the person reaches through its partner. */
  own: boolean;
}

/** The most notices that are counted. */
const MOST_NOTICES = 1_000;

export interface PersonSession {
  id: string;
  /** Milliseconds. */
  createdAt: number;
  /** When the person last gave a code of the second factor in this session. */
  secondFactorAt: number | null;
  /** When the person last proved in it, after signing in, that it is them. */
  provedAt: number | null;
}

export interface FoundPerson {
  person: Person;
  session: PersonSession;
  /** Both are null without a workspace, and when it is missing, the person is not in it, or may not go in yet (`factorFor`). */
  place: Place | null;
  actor: Actor | null;
  /** The name of the account that requires a second factor, which the person does not have. */
  factorFor: string | null;
  /** Filled only if they were asked for. */
  places: Place[];
  /** How many notices the person has not seen at the workspace, up to 1,000; 0 without one. */
  notices: number;
}

interface PlaceRow {
  person_id: string;
  session_id: string;
  role: Role | null;
  partner_role: Role | null;
  account_id: string | null;
  account_name: string;
  type: 'brand' | 'partner';
  status: 'active' | 'ended';
  managed_by: string | null;
  events_shard: number | null;
  partner_id: string | null;
  partner_name: string;
  partner_status: 'active' | 'ended';
  partner_shard: number | null;
  creator_id: string | null;
  creator_name: string;
  has_factor: 0 | 1;
  /** Whether the account of the person's membership requires a second factor. */
  asks_factor: 0 | 1;
}

interface Row extends PlaceRow {
  person_name: string;
  email: string;
  shortcuts: 0 | 1;
  zone: string | null;
  mails_stopped: 0 | 1;
  factor_removed_at: number | null;
  session_created: number;
  second_factor_at: number | null;
  proved_at: number | null;
  accounts: string | null;
  records: string | null;
  notices: number;
}

/** SQL for whether a person has a second factor at a moment. */
const hasFactor = (person: string, now: string): string =>
  `EXISTS (SELECT 1 FROM second_factors sf WHERE sf.person_id = ${person} AND sf.confirmed_at IS NOT NULL
    AND (sf.removed_at IS NULL OR sf.removed_at > ${now}))`;

/** SQL for whether an account requires a second factor of its people. */
const asksFactor = (account: string): string =>
  `EXISTS (SELECT 1 FROM factor_requirements fq WHERE fq.account_id = ${account})`;

// A person reaches an account by a membership of its own or of its partner; the account's own role counts
// first.
const PLACE_COLUMNS = `m.role, pm.role AS partner_role,
  a.id AS account_id, a.name AS account_name, a.type, a.status, a.managed_by, a.events_shard,
  h.id AS partner_id, h.name AS partner_name, h.status AS partner_status, h.events_shard AS partner_shard,
  c.id AS creator_id, c.name AS creator_name,
  ${hasFactor('p.id', '?3')} AS has_factor,
  ${asksFactor('CASE WHEN m.role IS NULL THEN h.id ELSE a.id END')} AS asks_factor`;

const AT_PLACE = `LEFT JOIN accounts a ON a.id = ?2
LEFT JOIN memberships m ON m.account_id = a.id AND m.person_id = p.id
LEFT JOIN accounts h ON h.id = a.managed_by AND h.type = 'partner'
LEFT JOIN memberships pm ON pm.account_id = h.id AND pm.person_id = p.id
LEFT JOIN creators c ON c.id = ?2 AND c.person_id = p.id AND c.claimed_at IS NOT NULL`;

const FIND = `
SELECT p.id AS person_id, p.name AS person_name, p.email, p.shortcuts, p.zone,
  ${isStopped('p.email')} AS mails_stopped,
  (SELECT rf.removed_at FROM second_factors rf WHERE rf.person_id = p.id) AS factor_removed_at,
  s.id AS session_id, s.created_at AS session_created, s.second_factor_at, s.proved_at, ${PLACE_COLUMNS},
  CASE WHEN ?4 THEN (SELECT json_group_array(json_object('id', x.id, 'name', x.name, 'role', x.role, 'type', x.type,
      'status', x.status))
    FROM (SELECT b.id, b.name, n.role, b.type, b.status FROM memberships n JOIN accounts b ON b.id = n.account_id
      WHERE n.person_id = p.id ORDER BY b.id LIMIT ${MOST_PLACES}) x) END AS accounts,
  CASE WHEN ?4 THEN (SELECT json_group_array(json_object('id', x.id, 'name', x.name))
    FROM (SELECT q.id, q.name FROM creators q WHERE q.person_id = p.id ORDER BY q.claimed_at, q.id
      LIMIT ${MOST_PLACES}) x) END AS records,
  (SELECT COUNT(*) FROM (SELECT 1 FROM notices n WHERE n.person_id = p.id AND n.place = ?2 AND n.seen_at IS NULL
    AND (NOT n.for_admins OR COALESCE(m.role, pm.role, '') <> 'member') LIMIT ${MOST_NOTICES})) AS notices
FROM sessions s
JOIN people p ON p.id = s.person_id
${AT_PLACE}
WHERE s.token_hash = ?1 AND s.expires_at > ?3`;

export interface PersonQuestion {
  /** The token in the session's cookie; null without one. */
  token: string | null;
  /** The account or creator to act as. */
  place: string | null;
  /** Milliseconds. */
  now: number;
  /** Whether to list the person's workspaces. */
  withPlaces?: boolean;
}

/** The person that the session belongs to. Null for a session that is unknown, ended or expired. */
export async function findPerson(
  env: Env,
  vars: Pick<Vars, 'STAFF_PEOPLE'>,
  question: PersonQuestion,
): Promise<FoundPerson | null> {
  const { token, now, withPlaces } = question;
  if (token === null || !isSessionToken(token)) return null;
  const place = question.place && isId(question.place, ['account', 'creator']) ? question.place : null;
  const row = await env.DB.prepare(FIND)
    .bind(hashSessionToken(token), place, now, withPlaces ? 1 : 0)
    .first<Row>();
  if (!row) return null;
  const person = {
    id: row.person_id,
    name: row.person_name,
    email: row.email,
    staff: vars.STAFF_PEOPLE.get(row.email) ?? null,
    shortcuts: row.shortcuts === 1,
    zone: row.zone,
    hasFactor: row.has_factor === 1,
    factorRemovedAt: row.factor_removed_at,
    mailsStopped: row.mails_stopped === 1,
  };
  return {
    person,
    session: {
      id: row.session_id,
      createdAt: row.session_created,
      secondFactorAt: row.second_factor_at,
      provedAt: row.proved_at,
    },
    ...actingAt(row),
    factorFor: factorAskedBy(row),
    places: placesOf(row),
    notices: row.notices,
  };
}

const FIND_AT_PLACE = `
SELECT p.id AS person_id, s.id AS session_id, ${PLACE_COLUMNS}
FROM sessions s
JOIN people p ON p.id = s.person_id
${AT_PLACE}
WHERE s.id = ?1 AND s.expires_at > ?3`;

/**
 * The actor of a session that was admitted before, by its ID: null once it has ended, and once its person is not in
 * that workspace.
 */
export async function findActorAt(
  env: Env,
  session: string,
  place: string,
  now: number,
): Promise<Actor | null> {
  const row = await env.DB.prepare(FIND_AT_PLACE).bind(session, place, now).first<PlaceRow>();
  return row && actingAt(row).actor;
}

const FIND_BY_ID = `
SELECT p.id AS person_id, '' AS session_id, ${PLACE_COLUMNS}
FROM people p
${AT_PLACE}
WHERE p.id = ?1`;

/** As whom a person would act in a workspace; null where the person may not go in. For jobs that show a person records. */
export async function findActorOf(
  env: Env,
  person: string,
  place: string,
  now: number,
): Promise<Actor | null> {
  const row = await env.DB.prepare(FIND_BY_ID).bind(person, place, now).first<PlaceRow>();
  return row && actingAt(row).actor;
}

/** SQL for whether an account requires a second factor that a person does not have, and so keeps them out. */
export const isKeptOut = (account: string, person: string, now: number): string =>
  `(${asksFactor(account)} AND NOT ${hasFactor(person, String(now))})`;

/** SQL for whether a person's session goes on at a moment. */
export const isSignedIn = (person: string, session: string, now: string): string =>
  `EXISTS (SELECT 1 FROM sessions si WHERE si.id = ${session} AND si.person_id = ${person} AND si.expires_at > ${now})`;

/** The account of the person's membership that requires a second factor, which the person does not have; else null. */
function factorAskedBy(row: PlaceRow): string | null {
  if (!row.asks_factor || row.has_factor) return null;
  if (row.role) return row.account_name;
  return row.partner_role && row.partner_name;
}

function actingAt(row: PlaceRow): Pick<FoundPerson, 'place' | 'actor'> {
  if (factorAskedBy(row) !== null) return { place: null, actor: null };
  const account: ActorAccount | null = row.account_id
    ? {
        id: row.account_id,
        type: row.type,
        status: row.status,
        managedBy: row.managed_by,
        eventsShard: row.events_shard,
      }
    : null;
  const partner: ActorAccount | null =
    row.partner_id && row.partner_role
      ? {
          id: row.partner_id,
          type: 'partner',
          status: row.partner_status,
          managedBy: null,
          eventsShard: row.partner_shard,
        }
      : null;
  const role = row.role ?? row.partner_role;
  const base = {
    by: 'person' as const,
    callerId: row.person_id,
    session: row.session_id,
    access: 'write' as const,
    scopes: null,
    origins: [],
  };
  if (account && role) {
    const { id, type, status } = account;
    return {
      place: { id, name: row.account_name, role, type, status, own: row.role !== null },
      actor: { ...base, role, home: row.role ? account : partner, account, creator: null },
    };
  }
  if (row.creator_id) {
    const id = row.creator_id;
    return {
      place: { id, name: row.creator_name, role: null, type: 'creator', status: 'active', own: true },
      actor: { ...base, role: null, home: null, account: null, creator: id },
    };
  }
  return { place: null, actor: null };
}

function placesOf({ accounts, records }: Row): Place[] {
  const own = JSON.parse(accounts ?? '[]') as Omit<Place, 'own'>[];
  const taken = JSON.parse(records ?? '[]') as Pick<Place, 'id' | 'name'>[];
  return [
    ...own.map((one) => ({ ...one, own: true })),
    ...taken.map((one) => ({
      ...one,
      role: null,
      type: 'creator' as const,
      status: 'active' as const,
      own: true,
    })),
  ];
}

const TOKEN = /^[0-9A-Za-z]{43}$/;

function isSessionToken(text: string): boolean {
  return TOKEN.test(text);
}

/** The stored form of a session's token. */
export function hashSessionToken(token: string): string {
  return sha256Hex(token);
}

export function newSessionToken(): string {
  return randomBase62(43);
}
