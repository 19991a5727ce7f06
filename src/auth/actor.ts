import { AppError } from '../kit/error.ts';

export interface ActorAccount {
  id: string;
  type: 'brand' | 'partner';
  status: 'active' | 'ended';
  managedBy: string | null;
  /** The number of the EVENTS_<n> database with its events; null before its first pixel. */
  eventsShard: number | null;
}

/** What a person is in an account, the most powerful first. */
export const ROLES = ['owner', 'admin', 'member'] as const;
export type Role = (typeof ROLES)[number];

/** Who a request acts as. A credential becomes one of these before anything else happens. */
export interface Actor {
  /** What called: an API key, an app with a grant of a person, or a person on the pages. */
  by: 'key' | 'grant' | 'person';
  /** The ID of that key, grant or person: kept wherever it is written down who did something. */
  callerId: string;
  /** The person's role in `home`, also where an app acts for the person; null for a key, and for a person who is a creator. */
  role: Role | null;
  access: 'read' | 'write';
  /** Group A scopes; null means all that the actor and access level allow. */
  scopes: string[] | null;
  origins: string[];
  /** The account that the credential belongs to; null for a person who is a creator. */
  home: ActorAccount | null;
  /** The account acted as: its own, or a client brand. Null while acting as a creator. */
  account: ActorAccount | null;
  /** The creator acted as. */
  creator: string | null;
}

/** The ID that owns what the request does: the acting account, else the creator. */
export function actingId(actor: Actor): string {
  return actor.account?.id ?? actor.creator!;
}

/** The ID that the credential belongs to: an account, or a person's own creator. */
export function homeId(actor: Actor): string {
  return actor.home?.id ?? actor.creator!;
}

/** Whether it reads payments: not as a person, or an app of one, who is neither owner nor admin. */
export function seesMoney(actor: Actor): boolean {
  return actor.role !== 'member';
}

/** The acting account; a creator is refused with 403. */
export function actingAccount(actor: Actor): ActorAccount {
  if (!actor.account) throw new AppError('permission_denied', 'A creator cannot use this endpoint.');
  return actor.account;
}
