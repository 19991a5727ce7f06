// The person who verified an address, and the records with that address.
import { and, eq, getTableColumns, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { accounts } from '../../../db/accounts-table.ts';
import { mainDb } from '../../../db/client.ts';
import type { FindCreatorSide } from '../../accounts/connections/interface.ts';
import type { CreatorRow } from './creator.ts';
import { creators, verifiedEmails } from './table.ts';

/** The person who verified an address; null when nobody has. */
export async function findPerson(ctx: SystemCtx, email: string): Promise<string | null> {
  const row = await mainDb(ctx.env)
    .select({ id: verifiedEmails.personId })
    .from(verifiedEmails)
    .where(eq(verifiedEmails.email, email))
    .get();
  return row?.id ?? null;
}

/**
 * Whether adding an address leads an account to the person who verified it. It does not if the account has
 * its own record with the address: adding it then leads to that record, and reveals nothing that a person did
 * since.
 */
export async function isPersonsAddress(
  ctx: SystemCtx,
  accountId: string | null,
  email: string,
): Promise<boolean> {
  const row = await mainDb(ctx.env).get<
    { found: number } | undefined
  >(sql`SELECT 1 AS found FROM ${verifiedEmails} v
    WHERE v.email = ${email} AND NOT EXISTS (SELECT 1 FROM ${creators} c
      WHERE c.managed_by = ${accountId} AND c.email = ${email} AND c.claimed_at IS NULL)`);
  return row !== undefined;
}

/** Who took a record over, and when; null before anybody did. */
export async function findClaim(
  ctx: SystemCtx,
  id: string,
): Promise<{ personId: string; claimedAt: number } | null> {
  const row = await mainDb(ctx.env)
    .select({ personId: creators.personId, claimedAt: creators.claimedAt })
    .from(creators)
    .where(eq(creators.id, id))
    .get();
  const { personId = null, claimedAt = null } = row ?? {};
  return personId === null || claimedAt === null ? null : { personId, claimedAt };
}

/** An unclaimed record at an address that the person verified; null for any other record. */
export async function findOffered(ctx: SystemCtx, personId: string, id: string): Promise<CreatorRow | null> {
  const row = await mainDb(ctx.env)
    .select(getTableColumns(creators))
    .from(creators)
    .innerJoin(verifiedEmails, eq(verifiedEmails.email, creators.email))
    .where(and(eq(creators.id, id), isNull(creators.claimedAt), eq(verifiedEmails.personId, personId)))
    .get();
  return row ?? null;
}

/** Who says yes for a creator: its person once somebody verified the address, else the account that added it. */
export const findCreatorSide: FindCreatorSide = async (ctx, id) => {
  const row = await mainDb(ctx.env)
    .select({
      name: creators.name,
      managedBy: creators.managedBy,
      claimedAt: creators.claimedAt,
      refusedAt: creators.refusedAt,
      email: verifiedEmails.email,
    })
    .from(creators)
    .leftJoin(verifiedEmails, eq(verifiedEmails.email, creators.email))
    .where(eq(creators.id, id))
    .get();
  if (!row || row.refusedAt !== null) return null;
  const hasPerson = row.claimedAt !== null || row.email !== null;
  return { name: row.name, standIn: hasPerson ? null : row.managedBy, email: row.email };
};

export interface Offer {
  creator: string;
  /** The name of the account that added the record. */
  accountName: string;
  /** Milliseconds. */
  addedAt: number;
}

/** The unclaimed records at an address, oldest first. */
export const listOffers = (ctx: SystemCtx, email: string, limit: number): Promise<Offer[]> =>
  listOffersWhere(ctx, eq(creators.email, email), limit);

/** The unclaimed records at the addresses that a person verified, oldest first. */
export function listOffersTo(ctx: SystemCtx, personId: string, limit: number): Promise<Offer[]> {
  const verified = mainDb(ctx.env)
    .select({ email: verifiedEmails.email })
    .from(verifiedEmails)
    .where(eq(verifiedEmails.personId, personId));
  return listOffersWhere(ctx, inArray(creators.email, verified), limit);
}

async function listOffersWhere(ctx: SystemCtx, theirs: SQL, limit: number): Promise<Offer[]> {
  return await mainDb(ctx.env)
    .select({ creator: creators.id, accountName: accounts.name, addedAt: creators.createdAt })
    .from(creators)
    .innerJoin(accounts, eq(accounts.id, creators.managedBy))
    .where(and(theirs, isNull(creators.claimedAt)))
    .orderBy(creators.id)
    .limit(limit)
    .all();
}

/** Whether the person has a record already. */
export async function hasRecord(ctx: SystemCtx, personId: string): Promise<boolean> {
  const row = await mainDb(ctx.env)
    .select({ id: creators.id })
    .from(creators)
    .where(eq(creators.personId, personId))
    .limit(1)
    .get();
  return row !== undefined;
}

/**
 * Whether this is the person's primary record, the one that addresses lead to and that the marketplace lists.
 */
export async function isPrimary(
  ctx: SystemCtx,
  creator: Pick<CreatorRow, 'id' | 'personId'>,
): Promise<boolean> {
  const row = await mainDb(ctx.env)
    .select({ primary: sql<number>`(${primaryOf(sql`${creator.personId}`)}) = ${creator.id}` })
    .from(sql`(SELECT 1)`)
    .get();
  return row?.primary === 1;
}

/**
 * The person's primary record, the one that addresses lead to and that the marketplace lists: the first one
 * claimed.
 */
export function primaryOf(person: SQL): SQL {
  return sql`SELECT q.id FROM creators q WHERE q.person_id = ${person} ORDER BY q.claimed_at, q.id LIMIT 1`;
}
