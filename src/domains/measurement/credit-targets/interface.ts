// Domains register here what visits and purchases can be credited to, in the batch that creates it. Attribution looks
// nowhere else.
import { eq } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import type { HashedUser } from '../../../pixel/event-body.ts';
import { hashUser } from '../../../pixel/hash-user.ts';
import type { TargetKind } from './credit.ts';
import { creatorContacts, creditTargets } from './table.ts';

export { isCouponSite } from './coupon-sites.ts';

export interface CreditTarget {
  accountId: string;
  kind: TargetKind;
  /** The ID of a submission or campaign, or a code, trimmed and in lower case. */
  key: string;
  /** Null for a campaign, which credits no creator. */
  creatorId: string | null;
}

/**
 * Registers a target, in the caller's batch, that the account's events can be credited to from now on. It is never
 * removed.
 */
export function addCreditTarget(ctx: SystemCtx, target: CreditTarget): void {
  ctx.write.add(mainDb(ctx.env).insert(creditTargets).values(target));
}

/** A target that an event names: account, kind and key. */
export type WantedTarget = [account: string, kind: TargetKind, key: string];

// CROSS JOIN keeps SQLite from starting with credit_targets.
const FIND = `SELECT t.account_id AS accountId, t.kind, t.key, t.creator_id AS creatorId FROM json_each(?1) j
  CROSS JOIN credit_targets t ON t.account_id = j.value ->> 0 AND t.kind = j.value ->> 1 AND t.key = j.value ->> 2`;

/** A statement for a batch of the main database that selects the wanted targets that exist, as CreditTarget. */
export function findCreditTargets(db: D1Database, wanted: WantedTarget[]): D1PreparedStatement {
  return db.prepare(FIND).bind(JSON.stringify(wanted));
}

/** Replaces, in the caller's batch, the contacts by which a creator's own purchases are recognized. */
export function setCreatorContacts(
  ctx: SystemCtx,
  creatorId: string,
  contacts: { email: string | null; phone: string | null },
): void {
  const db = mainDb(ctx.env);
  ctx.write.add(db.delete(creatorContacts).where(eq(creatorContacts.creatorId, creatorId)));
  const hashes = contactsOf(hashUser(contacts));
  if (hashes.length > 0)
    ctx.write.add(db.insert(creatorContacts).values(hashes.map((hash) => ({ hash, creatorId }))));
}

/** The hashes of a customer that are compared with creators' contacts. */
export const contactsOf = ({ email, phone }: Pick<HashedUser, 'email' | 'phone'>): string[] =>
  [email, phone].filter((hash) => hash !== undefined);

const FIND_BUYERS = `SELECT c.hash, c.creator_id AS creatorId FROM json_each(?1) j
  CROSS JOIN creator_contacts c ON c.hash = j.value
  WHERE EXISTS (SELECT 1 FROM credit_targets t WHERE t.account_id = ?2 AND t.creator_id = c.creator_id)`;

/** The account's creators whose contacts these hashes are. @returns a function that looks up a customer's. */
export async function findBuyers(
  ctx: SystemCtx,
  accountId: string,
  hashes: string[],
): Promise<(customer: Pick<HashedUser, 'email' | 'phone'>) => string[]> {
  const { results } =
    hashes.length === 0
      ? { results: [] }
      : await ctx.env.DB.prepare(FIND_BUYERS)
          .bind(JSON.stringify([...new Set(hashes)]), accountId)
          .all<{ hash: string; creatorId: string }>();
  return (customer) => {
    const own = contactsOf(customer);
    return [
      ...new Set(results.flatMap(({ hash, creatorId }) => (own.includes(hash) ? creatorId : []))),
    ].sort();
  };
}
