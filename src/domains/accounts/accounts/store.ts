import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { accounts } from '../../../db/accounts-table.ts';
import { mainDb, prepareOnce } from '../../../db/client.ts';
import { newestFirst, withinRange } from '../../../db/list.ts';
import { saveVersioned } from '../../../db/save-versioned.ts';
import { AppError, notFound } from '../../../kit/error.ts';
import type { IdRange } from '../../../resource/list-page.ts';
import type { AccountRow, CountedAccountRow } from './account.ts';

// In a select of one table drizzle drops the table from a column's name, and inside a subquery the bare name would mean
// the inner table: so `accounts.id` is spelled out.
const counted = {
  ...getTableColumns(accounts),
  brandCount: sql<number>`(SELECT COUNT(*) FROM accounts b WHERE b.managed_by = accounts.id AND b.status = 'active')`,
};

export async function findAccount(ctx: SystemCtx, id: string): Promise<CountedAccountRow | null> {
  const query = prepareOnce(mainDb(ctx.env), 'account', (db) =>
    db
      .select(counted)
      .from(accounts)
      .where(eq(accounts.id, sql.placeholder('id')))
      .prepare(),
  );
  return (await query.get({ id })) ?? null;
}

/** The account that the caller acts as. */
export async function requireCurrentAccount(ctx: Ctx): Promise<CountedAccountRow> {
  const row = await findAccount(ctx, actingAccount(ctx.actor).id);
  if (!row) throw notFound('account');
  return row;
}

/**
 * Matches the brands that the acting account can reach: itself for a brand, or all brands that a partner manages,
 * including ended ones.
 */
function reachedBrands(ctx: Ctx): SQL {
  const account = actingAccount(ctx.actor);
  return account.type === 'partner' ? eq(accounts.managedBy, account.id) : eq(accounts.id, account.id);
}

export async function requireBrand(ctx: Ctx, id: string): Promise<CountedAccountRow> {
  const row = await findAccount(ctx, id);
  const account = actingAccount(ctx.actor);
  // The same rule as in reachedBrands, applied to a single row.
  const reached = account.type === 'partner' ? row?.managedBy === account.id : row?.id === account.id;
  if (!row || !reached) throw notFound('brand');
  return row;
}

export async function listReachedBrands(
  ctx: Ctx,
  filter: { status?: ('active' | 'ended')[] | undefined; limit: number; range: IdRange },
): Promise<CountedAccountRow[]> {
  return await mainDb(ctx.env)
    .select(counted)
    .from(accounts)
    .where(
      and(
        reachedBrands(ctx),
        filter.status ? inArray(accounts.status, filter.status) : undefined,
        withinRange(accounts.id, filter.range),
      ),
    )
    .orderBy(newestFirst(accounts.id))
    .limit(filter.limit + 1)
    .all();
}

/** The chosen ones first, then by name. */
export async function listClientsNamed(
  ctx: Ctx,
  { name, chosen, limit }: { name: string; chosen: readonly string[]; limit: number },
): Promise<{ id: string; name: string }[]> {
  const isChosen = sql`${accounts.id} IN (SELECT value FROM json_each(${JSON.stringify(chosen)}))`;
  const isNamed = sql`${accounts.status} = 'active' AND instr(lower(${accounts.name}), lower(${name})) > 0`;
  return await mainDb(ctx.env)
    .select({ id: accounts.id, name: accounts.name })
    .from(accounts)
    .where(and(eq(accounts.managedBy, actingAccount(ctx.actor).id), sql`(${isChosen} OR ${isNamed})`))
    .orderBy(sql`${isChosen} DESC`, sql`${accounts.name} COLLATE NOCASE`, accounts.id)
    .limit(limit)
    .all();
}

export function insertAccount(ctx: SystemCtx, row: AccountRow): void {
  ctx.write
    .add(mainDb(ctx.env).insert(accounts).values(row))
    .onDuplicate(
      'accounts.slug',
      () => new AppError('conflict', 'An account with this name was made at the same time.'),
    );
}

/** Makes the batch fail unless the account is still a partner: it may have become a brand since the request began. */
export function requirePartner(ctx: SystemCtx, id: string): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(accounts)
      .set({ id })
      .where(and(eq(accounts.id, id), eq(accounts.type, 'partner'))),
    async () => {
      const now = await findAccount(ctx, id);
      return now?.type === 'partner'
        ? null
        : new AppError('permission_denied', 'Only a partner creates managed brands.');
    },
  );
}

/** Changes an account unless it changed since it was read. `extra` adds a condition and the error for when it fails. */
export function saveAccount(
  ctx: SystemCtx,
  before: AccountRow,
  changes: Partial<AccountRow>,
  extra?: { where: SQL; refusal: () => AppError },
): void {
  saveVersioned(ctx, accounts, 'account', before, changes, {
    where: extra?.where,
    refusal: (now) => (extra && now.version === before.version ? extra.refusal() : null),
  });
}

/** True only while the account manages no brands and no creators. */
export const MANAGES_NOBODY = sql`NOT EXISTS (SELECT 1 FROM accounts b WHERE b.managed_by = accounts.id)
  AND accounts.creator_count = 0`;

export async function isSlugTaken(ctx: SystemCtx, slug: string): Promise<boolean> {
  const row = await mainDb(ctx.env)
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.slug, slug))
    .get();
  return row !== undefined;
}
