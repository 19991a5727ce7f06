import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Role } from '../../../auth/actor.ts';
import type { SystemCtx } from '../../../context.ts';
import { accounts } from '../../../db/accounts-table.ts';
import { mainDb } from '../../../db/client.ts';
import { memberships } from '../../../db/memberships-table.ts';
import { AppError, notFound } from '../../../kit/error.ts';
import { people, secondFactors } from '../people/table.ts';
import { MOST_MEMBERS } from './team.ts';

export type MembershipRow = typeof memberships.$inferSelect;

/**
 * Adds a membership to the caller's batch. If two people compete for the last place in a team, one of them is refused.
 */
export function insertMembership(
  ctx: SystemCtx,
  row: { accountId: string; personId: string; role: Role },
): void {
  ctx.write
    .add(
      mainDb(ctx.env)
        .insert(memberships)
        .values({ ...row, createdAt: ctx.now, updatedAt: ctx.now }),
    )
    .onDuplicate(
      'memberships.account_id',
      () => new AppError('conflict', 'You are a member of this account already.'),
    );
  requireTeam(
    ctx,
    row.accountId,
    sql`<= ${MOST_MEMBERS}`,
    'Ask whoever invited you to make room, then accept.',
  );
}

/** Makes the caller's batch fail when the team is full. */
export function requireRoom(ctx: SystemCtx, accountId: string): void {
  requireTeam(ctx, accountId, sql`< ${MOST_MEMBERS}`, 'Remove somebody first.');
}

function requireTeam(ctx: SystemCtx, accountId: string, size: SQL, next: string): void {
  const people = sql`(SELECT COUNT(*) FROM ${memberships} WHERE ${eq(memberships.accountId, accountId)})`;
  ctx.write.require(
    sql`${people} ${size}`,
    async () =>
      new AppError('conflict', `This team has ${MOST_MEMBERS} people, and no room for more. ${next}`),
  );
}

async function findMembership(
  ctx: SystemCtx,
  accountId: string,
  personId: string,
): Promise<MembershipRow | null> {
  const row = await mainDb(ctx.env)
    .select()
    .from(memberships)
    .where(and(eq(memberships.accountId, accountId), eq(memberships.personId, personId)))
    .get();
  return row ?? null;
}

export async function requireMembership(
  ctx: SystemCtx,
  accountId: string,
  personId: string,
): Promise<MembershipRow> {
  const row = await findMembership(ctx, accountId, personId);
  if (!row) throw notFound('member');
  return row;
}

/** The ID of the account's member with this address. */
export async function findMemberByEmail(
  ctx: SystemCtx,
  accountId: string,
  email: string,
): Promise<string | null> {
  const row = await mainDb(ctx.env)
    .select({ id: people.id })
    .from(people)
    .innerJoin(memberships, and(eq(memberships.personId, people.id), eq(memberships.accountId, accountId)))
    .where(eq(people.email, email))
    .get();
  return row?.id ?? null;
}

export async function hasMembers(ctx: SystemCtx, accountId: string): Promise<boolean> {
  const row = await mainDb(ctx.env)
    .select({ person: memberships.personId })
    .from(memberships)
    .where(eq(memberships.accountId, accountId))
    .limit(1)
    .get();
  return row !== undefined;
}

/** Sorted by name. */
export async function listClientsWithoutPeople(
  ctx: SystemCtx,
  { partner, name, limit }: { partner: string; name: string; limit: number },
): Promise<{ id: string; name: string }[]> {
  return await mainDb(ctx.env)
    .select({ id: accounts.id, name: accounts.name })
    .from(accounts)
    .where(
      and(
        eq(accounts.managedBy, partner),
        eq(accounts.status, 'active'),
        sql`instr(lower(${accounts.name}), lower(${name})) > 0`,
        sql`NOT EXISTS (SELECT 1 FROM memberships m WHERE m.account_id = accounts.id)`,
      ),
    )
    .orderBy(sql`${accounts.name} COLLATE NOCASE`, accounts.id)
    .limit(limit)
    .all();
}

export interface Member extends MembershipRow {
  name: string;
  email: string;
  /** Since when there is a second factor, and from when on it counts as none. Milliseconds; null for never. */
  factorAt: number | null;
  factorRemovedAt: number | null;
}

/** An account's members, earliest first. */
export async function listMembers(ctx: SystemCtx, accountId: string, limit: number): Promise<Member[]> {
  return await mainDb(ctx.env)
    .select({
      accountId: memberships.accountId,
      personId: memberships.personId,
      role: memberships.role,
      createdAt: memberships.createdAt,
      updatedAt: memberships.updatedAt,
      name: people.name,
      email: people.email,
      factorAt: secondFactors.confirmedAt,
      factorRemovedAt: secondFactors.removedAt,
    })
    .from(memberships)
    .innerJoin(people, eq(people.id, memberships.personId))
    .leftJoin(secondFactors, eq(secondFactors.personId, memberships.personId))
    .where(eq(memberships.accountId, accountId))
    .orderBy(memberships.createdAt, memberships.personId)
    .limit(limit)
    .all();
}

const MOST_OWNERS = 20;

/** The email addresses of an account's owners. If it has none, those of its managing partner's owners. */
export async function listOwnerAddresses(ctx: SystemCtx, accountId: string): Promise<string[]> {
  const owned = sql`EXISTS (SELECT 1 FROM memberships o WHERE o.account_id = ${accountId} AND o.role = 'owner')`;
  const partner = sql`(SELECT a.managed_by FROM accounts a WHERE a.id = ${accountId})`;
  const rows = await mainDb(ctx.env)
    .select({ email: people.email })
    .from(memberships)
    .innerJoin(people, eq(people.id, memberships.personId))
    .where(
      and(
        eq(memberships.role, 'owner'),
        eq(memberships.accountId, sql`CASE WHEN ${owned} THEN ${accountId} ELSE ${partner} END`),
      ),
    )
    .orderBy(memberships.createdAt)
    .limit(MOST_OWNERS)
    .all();
  return rows.map(({ email }) => email);
}

/** True only while the account has another owner besides this person. */
const anotherOwner = (accountId: string, personId: string): SQL =>
  sql`EXISTS (SELECT 1 FROM memberships o WHERE o.account_id = ${accountId} AND o.role = 'owner'
    AND o.person_id <> ${personId})`;

const asRead = (before: MembershipRow): SQL | undefined =>
  and(
    eq(memberships.accountId, before.accountId),
    eq(memberships.personId, before.personId),
    eq(memberships.role, before.role),
    before.role === 'owner' ? anotherOwner(before.accountId, before.personId) : undefined,
  );

/** Changes a member's role, provided that the membership is as it was read and that an owner remains. */
export function saveRole(ctx: SystemCtx, before: MembershipRow, role: Role): void {
  const changed = mainDb(ctx.env).update(memberships).set({ role, updatedAt: ctx.now }).where(asRead(before));
  ctx.write.guarded(changed, () => whyNot(ctx, before));
}

/** Deletes a membership, provided that it is as it was read and that an owner remains. */
export function deleteMembership(ctx: SystemCtx, before: MembershipRow): void {
  ctx.write.guarded(mainDb(ctx.env).delete(memberships).where(asRead(before)), () => whyNot(ctx, before));
}

async function whyNot(ctx: SystemCtx, before: MembershipRow): Promise<AppError> {
  const now = await findMembership(ctx, before.accountId, before.personId);
  if (now?.role === 'owner' && before.role === 'owner') return lastOwner();
  return new AppError('conflict', 'The team changed at the same time. Look at it again.');
}

function lastOwner(): AppError {
  return new AppError('conflict', 'An account keeps at least one owner. Make somebody else an owner first.');
}
