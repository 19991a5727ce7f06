import { and, asc, desc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { overtaken } from '../../../db/one-batch.ts';
import { AppError } from '../../../kit/error.ts';
import type { AttemptRow, ChargeRow } from './interface.ts';
import { chargeAttempts, charges } from './table.ts';

/**
 * Adds a charge. The batch fails with a conflict when the account already has its nth charge of that currency
 * and day.
 */
export function insertCharge(ctx: SystemCtx, row: typeof charges.$inferInsert): void {
  ctx.write
    .add(mainDb(ctx.env).insert(charges).values(row))
    .onDuplicate('charges.account_id', () => new AppError('conflict', 'The charge of the day is there.'));
}

/** The last charge of an account, currency and day; null when there is none. */
export async function findLastCharge(
  ctx: SystemCtx,
  account: string,
  currency: string,
  day: string,
): Promise<{ nth: number; amount: number } | null> {
  const found = await mainDb(ctx.env)
    .select({ nth: charges.nth, amount: charges.amount })
    .from(charges)
    .where(and(eq(charges.accountId, account), eq(charges.currency, currency), eq(charges.day, day)))
    .orderBy(desc(charges.nth))
    .limit(1)
    .get();
  return found ?? null;
}

/** Charges that are due for another step, longest waiting first. */
export async function listDueCharges(ctx: SystemCtx, limit: number): Promise<string[]> {
  const rows = await mainDb(ctx.env)
    .select({ id: charges.id })
    .from(charges)
    .where(lte(charges.nextAt, ctx.now))
    .orderBy(asc(charges.nextAt))
    .limit(limit)
    .all();
  return rows.map((row) => row.id);
}

/** Claims a due charge for `lease` milliseconds; null when it is not due, or another run has it. */
export async function claimCharge(ctx: SystemCtx, id: string, lease: number): Promise<ChargeRow | null> {
  const row = await mainDb(ctx.env)
    .update(charges)
    .set({ claim: crypto.randomUUID(), nextAt: ctx.now + lease })
    .where(and(eq(charges.id, id), lte(charges.nextAt, ctx.now)))
    .returning()
    .get();
  return row ?? null;
}

/** Changes a charge in the batch, which fails as a whole when another run has taken over the claim. */
export function saveCharge(ctx: SystemCtx, row: ChargeRow, changes: Partial<ChargeRow>): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(charges)
      .set({ ...changes, updatedAt: ctx.now })
      .where(and(eq(charges.id, row.id), eq(charges.claim, row.claim!))),
    async () =>
      (await holdsCharge(ctx, row)) ? null : new AppError('conflict', 'Another run has this charge.'),
  );
}

/** Whether the claim that the row was read with still holds. */
export async function holdsCharge(ctx: SystemCtx, row: ChargeRow): Promise<boolean> {
  const found = await mainDb(ctx.env)
    .select({ claim: charges.claim })
    .from(charges)
    .where(eq(charges.id, row.id))
    .get();
  return found?.claim === row.claim;
}

const NEW_TO = (card: string) => or(isNull(charges.card), sql`${charges.card} <> ${card}`);

/**
 * Makes an account's unpaid charges due now if they do not know this card yet; a run that has one loses it.
 */
export async function saveNewCard(ctx: SystemCtx, accountId: string, card: string): Promise<string[]> {
  const rows = await mainDb(ctx.env)
    .update(charges)
    .set({ card, claim: null, nextAt: ctx.now, updatedAt: ctx.now })
    .where(
      and(
        eq(charges.accountId, accountId),
        inArray(charges.status, ['due', 'asked', 'processing']),
        NEW_TO(card),
      ),
    )
    .returning({ id: charges.id });
  return rows.map((row) => row.id);
}

/** An account's charges that failed before a card was added, oldest first. */
export async function listFailedCharges(
  ctx: SystemCtx,
  accountId: string,
  card: string,
  limit: number,
): Promise<ChargeRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(charges)
    .where(and(eq(charges.accountId, accountId), eq(charges.status, 'failed'), NEW_TO(card)))
    .orderBy(asc(charges.id))
    .limit(limit)
    .all();
}

/** Adds to the batch that a failed charge is due again, unless it is already. */
export function saveRevivedCharge(ctx: SystemCtx, row: ChargeRow, card: string): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(charges)
      .set({
        status: 'due',
        round: row.round + 1,
        failures: 0,
        card,
        message: null,
        refused: null,
        nextAt: ctx.now,
        claim: null,
        updatedAt: ctx.now,
      })
      .where(
        and(
          eq(charges.id, row.id),
          eq(charges.status, 'failed'),
          eq(charges.round, row.round),
          // The amount may have been reduced since it was read.
          eq(charges.amount, row.amount),
        ),
      ),
    overtaken,
  );
}

/**
 * Adds to the batch that a charge becomes smaller, before an attempt begins; a run that works on it loses its
 * claim. The batch fails when the charge has changed since it was read.
 */
export function saveLess(ctx: SystemCtx, row: ChargeRow, changes: Partial<ChargeRow>): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(charges)
      .set({ ...changes, claim: null, updatedAt: ctx.now })
      .where(
        and(
          eq(charges.id, row.id),
          eq(charges.status, row.status),
          eq(charges.round, row.round),
          eq(charges.attempt, row.attempt),
          eq(charges.amount, row.amount),
        ),
      ),
    async () => new AppError('conflict', 'The charge has changed at this moment. Try again.'),
  );
}

export function insertAttempt(ctx: SystemCtx, row: typeof chargeAttempts.$inferInsert): void {
  ctx.write.add(mainDb(ctx.env).insert(chargeAttempts).values(row));
}

export async function findAttempt(ctx: SystemCtx, chargeId: string, n: number): Promise<AttemptRow | null> {
  const row = await mainDb(ctx.env)
    .select()
    .from(chargeAttempts)
    .where(and(eq(chargeAttempts.chargeId, chargeId), eq(chargeAttempts.n, n)))
    .get();
  return row ?? null;
}

export function saveAttempt(ctx: SystemCtx, row: AttemptRow, changes: Partial<AttemptRow>): void {
  ctx.write.add(
    mainDb(ctx.env)
      .update(chargeAttempts)
      .set(changes)
      .where(and(eq(chargeAttempts.chargeId, row.chargeId), eq(chargeAttempts.n, row.n))),
  );
}
