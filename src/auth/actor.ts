import { AppError } from '../kit/error.ts';
import type { Frame } from './frame.ts';

export interface ActorAccount {
  id: string;
  type: 'brand' | 'partner';
  status: 'active' | 'ended';
  managedBy: string | null;
  /** The number of the EVENTS_<n> database with the account's events; null before its first pixel. */
  eventsShard: number | null;
}

/** A person's roles in an account, most powerful first. */
export const ROLES = ['owner', 'admin', 'member'] as const;
export type Role = (typeof ROLES)[number];

/** Who a request acts as. A credential becomes an actor before anything else happens. */
export interface Actor {
  /**
   * The credential: an API key, an app's grant from a person, a person on the pages, or the embed session of a
   * frame on a customer's page.
   */
  by: 'key' | 'grant' | 'person' | 'embed';
  /** The frame of an embed session; null for every other credential. */
  frame?: Frame | null;
  /** The ID of that key, grant, person or session, which is stored wherever we record who did something. */
  callerId: string;
  /**
   * The ID of a person's session; of a person in a frame the ID of the embed session. Nothing for every other
   * credential.
   */
  session?: string;
  /** The app that has the grant, and the person who gave it; nothing for every other credential. */
  app?: { id: string; name: string; person: string };
  /** The person's role in `home`, also when an app acts for the person; null for a key, and for a creator. */
  role: Role | null;
  access: 'read' | 'write';
  /** Group A scopes; null allows everything that the actor and access level allow. */
  scopes: string[] | null;
  origins: string[];
  /** The account that the credential belongs to; null for a creator. */
  home: ActorAccount | null;
  /** The acting account: the credential's own, or a client brand. Null when acting as a creator. */
  account: ActorAccount | null;
  /** The acting creator. */
  creator: string | null;
}

/** The ID of the acting account or creator, which owns what the request creates. */
export function actingId(actor: Actor): string {
  return actor.account?.id ?? actor.creator!;
}

/** The ID of the credential's owner: an account, or a person's own creator. */
export function homeId(actor: Actor): string {
  return actor.home?.id ?? actor.creator!;
}

/** Whether the actor may read payments: everybody except members, and apps that act for members. */
export function seesMoney(actor: Actor): boolean {
  return actor.role !== 'member';
}

/** Whether the credential may write at all, as the gate decides it for routes that write. */
export function mayWrite({ access, role, account, home }: Actor): boolean {
  return access === 'write' && role !== 'member' && (account ?? home)?.status !== 'ended';
}

/** The acting account; throws permission_denied for a creator. */
export function actingAccount(actor: Actor): ActorAccount {
  if (!actor.account) throw new AppError('permission_denied', 'A creator cannot use this endpoint.');
  return actor.account;
}

/** As which a credential only reads, because a person has verified the address of the creator. */
export const readingOnly = (actor: Actor): Actor => ({ ...actor, access: 'read' });
