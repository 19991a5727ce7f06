// What other domains ask of accounts.
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../auth/actor.ts';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { accounts } from '../../../db/accounts-table.ts';
import { mainDb, shards } from '../../../db/client.ts';
import { sha256Hex } from '../../../kit/crypto.ts';
import { AppError } from '../../../kit/error.ts';
import type { AccountRow } from './account.ts';

export { requireBrand } from './store.ts';

/** Whom the processor is told of; null when there is no such account. */
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

/** A partner's client brands, as a SELECT of their IDs. Throws invalid_request for anybody but a partner. */
export function clientIds(ctx: Ctx): SQL {
  const { account } = ctx.actor;
  if (account?.type !== 'partner')
    throw new AppError('invalid_request', 'scope: only a partner has clients to list.');
  return sql`SELECT ${accounts.id} FROM ${accounts} WHERE ${accounts.managedBy} = ${account.id}`;
}

/** Who asks, for a page that names it; null when there is no such account. */
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

/** Adds to the batch that the account's record shows the card on file. */
export function saveCardOnFile(
  ctx: SystemCtx,
  accountId: string,
  card: { brand: string; last4: string },
): void {
  saveFound(ctx, accountId, { cardStatus: 'active', cardBrand: card.brand, cardLast4: card.last4 });
}

/** Adds to the batch that a partner's record shows how far its payout set-up is. */
export function savePayoutSetup(
  ctx: SystemCtx,
  accountId: string,
  setup: Pick<AccountRow, 'identityStatus' | 'bankAccountStatus'>,
): void {
  saveFound(ctx, accountId, setup);
}

/** What others find out about the account: no edit of anybody's, so no version is asked for, but it moves. */
function saveFound(ctx: SystemCtx, id: string, changes: Partial<AccountRow>): void {
  ctx.write.add(
    mainDb(ctx.env)
      .update(accounts)
      .set({ ...changes, version: sql`${accounts.version} + 1`, updatedAt: ctx.now })
      .where(eq(accounts.id, id)),
  );
}

/** Adds to the batch that makes a creator that the account manages it. That does not move the version. */
export function countManagedCreator(ctx: SystemCtx, accountId: string): void {
  ctx.write.add(
    mainDb(ctx.env)
      .update(accounts)
      .set({ creatorCount: sql`${accounts.creatorCount} + 1` })
      .where(eq(accounts.id, accountId)),
  );
}

/** Schemes of an account's own apps. */
export async function findReturnSchemes(ctx: SystemCtx, accountId: string): Promise<string[]> {
  const row = await mainDb(ctx.env)
    .select({ schemes: accounts.returnSchemes })
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .get();
  return row?.schemes ?? [];
}

// A shard is never taken away from an account, so what was read once stays true.
const memory = new Map<string, number>();
const MEMORY_LIMIT = 20_000;

/** The number of the EVENTS_<n> database that holds an account's events; null before its first pixel. */
export async function eventsShardOf(
  ctx: SystemCtx & { actor?: Actor },
  accountId: string,
): Promise<number | null> {
  // Who calls was read a moment ago, with the shard it had then.
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

/** Gives an account its shard unless it has one. Spreads accounts evenly; adding a shard moves nobody. */
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
