import { and, eq, isNull, lte } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { AppError } from '../../../kit/error.ts';
import { cardSetups, cards, processorCustomers } from './table.ts';

export type CardRow = typeof cards.$inferSelect;
export type CustomerRow = typeof processorCustomers.$inferSelect;

export async function findCustomer(ctx: SystemCtx, accountId: string): Promise<CustomerRow | null> {
  const row = await mainDb(ctx.env)
    .select()
    .from(processorCustomers)
    .where(eq(processorCustomers.accountId, accountId))
    .get();
  return row ?? null;
}

/** When two requests meet, the first row is kept. */
export function insertCustomer(ctx: SystemCtx, row: CustomerRow): void {
  ctx.write.add(mainDb(ctx.env).insert(processorCustomers).values(row).onConflictDoNothing());
}

/** The processor's first answer is kept. */
export function saveCustomer(ctx: SystemCtx, accountId: string, customer: string): void {
  ctx.write.add(
    mainDb(ctx.env)
      .update(processorCustomers)
      .set({ customer })
      .where(and(eq(processorCustomers.accountId, accountId), isNull(processorCustomers.customer))),
  );
}

export function insertSetup(ctx: SystemCtx, session: string, accountId: string): void {
  ctx.write.add(mainDb(ctx.env).insert(cardSetups).values({ session, accountId, createdAt: ctx.now }));
}

/** The account that a session belongs to; null for a session that is not ours. */
export async function findSetupAccount(ctx: SystemCtx, session: string): Promise<string | null> {
  const row = await mainDb(ctx.env)
    .select({ accountId: cardSetups.accountId })
    .from(cardSetups)
    .where(eq(cardSetups.session, session))
    .get();
  return row?.accountId ?? null;
}

export async function findCard(ctx: SystemCtx, id: string): Promise<CardRow | null> {
  return (await mainDb(ctx.env).select().from(cards).where(eq(cards.id, id)).get()) ?? null;
}

export async function findCardOnFile(ctx: SystemCtx, accountId: string): Promise<CardRow | null> {
  const row = await mainDb(ctx.env)
    .select()
    .from(cards)
    .where(and(eq(cards.accountId, accountId), eq(cards.status, 'on_file')))
    .get();
  return row ?? null;
}

/** The batch fails if another run has stored this card, or has put another one on file. */
export function insertCard(ctx: SystemCtx, row: CardRow): void {
  const meanwhile = () => new AppError('conflict', 'Another card came in at the same time.');
  ctx.write
    .add(mainDb(ctx.env).insert(cards).values(row))
    .onDuplicate('cards.id', meanwhile)
    .onDuplicate('cards.account_id', meanwhile);
}

/** Takes a card off file. The batch fails if it is off file already. */
export function saveReplaced(ctx: SystemCtx, id: string): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(cards)
      .set({ status: 'replaced', updatedAt: ctx.now })
      .where(and(eq(cards.id, id), eq(cards.status, 'on_file'))),
    async () => new AppError('conflict', 'Another card came in at the same time.'),
  );
}

/** Cards that were replaced at `before` (milliseconds) or earlier and still exist at the processor. */
export async function listReplacedCards(ctx: SystemCtx, before: number, limit: number): Promise<string[]> {
  const rows = await mainDb(ctx.env)
    .select({ id: cards.id })
    .from(cards)
    .where(and(eq(cards.status, 'replaced'), lte(cards.updatedAt, before)))
    .orderBy(cards.updatedAt)
    .limit(limit)
    .all();
  return rows.map((row) => row.id);
}

export async function saveRemoved(ctx: SystemCtx, id: string): Promise<void> {
  await mainDb(ctx.env)
    .update(cards)
    .set({ status: 'removed', updatedAt: ctx.now })
    .where(and(eq(cards.id, id), eq(cards.status, 'replaced')));
}
