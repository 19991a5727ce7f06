// The interface of accounts for other domains.
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../auth/actor.ts';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { accounts } from '../../../db/accounts-table.ts';
import { mainDb, shards } from '../../../db/client.ts';
import { sha256Hex } from '../../../kit/crypto.ts';
import { AppError } from '../../../kit/error.ts';
import type { AccountRow } from './account.ts';

export { requireBrand } from './store.ts';

/** The name and email address that the payment processor is told; null when there is no such account. */
export async function findContact(
  ctx: SystemCtx,
  accountId: string,
): Promise<Pick<AccountRow, 'name' | 'email'> | null> {
  const row = await mainDb(ctx.env)
    .select({ name: accounts.name, email: accounts.email })
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .get();
  return row ?? null;
}

/** Selects the IDs of a partner's client brands. Throws invalid_request for any account that is not a partner. */
export function clientIds(ctx: Ctx): SQL {
  const { account } = ctx.actor;
  if (account?.type !== 'partner')
    throw new AppError('invalid_request', 'scope: only a partner has clients to list.');
  return sql`SELECT ${accounts.id} FROM ${accounts} WHERE ${accounts.managedBy} = ${account.id}`;
}

/** The account's name and status, for a page that names who is asking; null when there is no such account. */
export async function findNameAndStatus(
  ctx: SystemCtx,
  accountId: string,
): Promise<Pick<AccountRow, 'name' | 'status'> | null> {
  const row = await mainDb(ctx.env)
    .select({ name: accounts.name, status: accounts.status })
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .get();
  return row ?? null;
}

/** Records in the caller's batch that the account has a card on file. */
export function saveCardOnFile(
  ctx: SystemCtx,
  accountId: string,
  card: { brand: string; last4: string },
): void {
  saveFound(ctx, accountId, { cardStatus: 'active', cardBrand: card.brand, cardLast4: card.last4 });
}

/** Records in the caller's batch how far a partner's payout setup has come. */
export function savePayoutSetup(
  ctx: SystemCtx,
  accountId: string,
  setup: Pick<AccountRow, 'identityStatus' | 'bankAccountStatus'>,
): void {
  saveFound(ctx, accountId, setup);
}

/**
 * Saves what another domain found out about the account. Nobody edited it, so no version is compared, but the version
 * still goes up.
 */
function saveFound(ctx: SystemCtx, id: string, changes: Partial<AccountRow>): void {
  ctx.write.add(
    mainDb(ctx.env)
      .update(accounts)
      .set({ ...changes, version: sql`${accounts.version} + 1`, updatedAt: ctx.now })
      .where(eq(accounts.id, id)),
  );
}

/** Counts, in the caller's batch, one more creator that the account manages. The version does not change. */
export function countManagedCreator(ctx: SystemCtx, accountId: string): void {
  ctx.write.add(
    mainDb(ctx.env)
      .update(accounts)
      .set({ creatorCount: sql`${accounts.creatorCount} + 1` })
      .where(eq(accounts.id, accountId)),
  );
}

/** The URL schemes of the account's own apps, which people may be sent back to. */
export async function findReturnSchemes(ctx: SystemCtx, accountId: string): Promise<string[]> {
  const row = await mainDb(ctx.env)
    .select({ schemes: accounts.returnSchemes })
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .get();
  return row?.schemes ?? [];
}

// An account never changes its shard, so a shard that was read once can be remembered.
const memory = new Map<string, number>();
const MEMORY_LIMIT = 20_000;

/** The number of the EVENTS_<n> database that holds an account's events; null before its first pixel. */
export async function eventsShardOf(
  ctx: SystemCtx & { actor?: Actor },
  accountId: string,
): Promise<number | null> {
  // The caller's account was read a moment ago, so its shard is already known.
  const own = ctx.actor?.account;
  if (own?.id === accountId && own.eventsShard !== null) return own.eventsShard;
  const known = memory.get(accountId);
  if (known !== undefined) return known;
  const row = await mainDb(ctx.env)
    .select({ shard: accounts.eventsShard })
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .get();
  const shard = row?.shard ?? null;
  if (shard !== null) {
    if (memory.size >= MEMORY_LIMIT) memory.clear();
    memory.set(accountId, shard);
  }
  return shard;
}

/** Assigns an account its shard unless it has one. Accounts spread evenly, and adding a shard moves no account. */
export function ensureEventsShard(ctx: SystemCtx, accountId: string): void {
  const all = shards(ctx.env);
  const shard = all[Number.parseInt(sha256Hex(accountId).slice(0, 8), 16) % all.length]!;
  ctx.write.add(
    mainDb(ctx.env)
      .update(accounts)
      .set({ eventsShard: shard })
      .where(and(eq(accounts.id, accountId), sql`${accounts.eventsShard} IS NULL`)),
  );
}
