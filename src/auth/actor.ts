import { AppError } from '../kit/error.ts';

export interface ActorAccount {
  id: string;
  type: 'brand' | 'partner';
  status: 'active' | 'ended';
  managedBy: string | null;
  /** The number of the EVENTS_<n> database with its events; null before its first pixel. */
  eventsShard: number | null;
}

/** Who a request acts as. A credential becomes one of these before anything else happens. */
export interface Actor {
  keyId: string;
  access: 'read' | 'write';
  /** Group A scopes; null means all that the actor and access level allow. */
  scopes: string[] | null;
  origins: string[];
  /** The account that the key belongs to. */
  home: ActorAccount;
  /** The account acted as: the key's own, or a client brand. Null while acting as a creator. */
  account: ActorAccount | null;
  /** The creator acted as. */
  creator: string | null;
}

/** The ID that owns what the request does: the acting account, else the creator. */
export function actingId(actor: Actor): string {
  return actor.account?.id ?? actor.creator!;
}

/** The acting account; a creator is refused with 403. */
export function actingAccount(actor: Actor): ActorAccount {
  if (!actor.account) throw new AppError('permission_denied', 'A creator cannot use this endpoint.');
  return actor.account;
}
