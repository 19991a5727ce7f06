// Reports of messages, and bars of senders.
import { and, asc, eq, getTableColumns, or, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { accounts } from '../../../db/accounts-table.ts';
import { mainDb } from '../../../db/client.ts';
import { overtaken } from '../../../db/one-batch.ts';
import { AppError } from '../../../kit/error.ts';
import { creators } from '../../work/creator-consent/table.ts';
import type { ReportDecision } from '../messages/report-decision.ts';
import { messageReports } from '../messages/table.ts';
import type { MessageRecord } from '../thread-log/record.ts';
import { messageBars } from '../thread-record/table.ts';
import type { MessageReportRow } from './message-report.ts';
import type { BarRow } from './sender.ts';

const { shown, caller, ...columns } = getTableColumns(messageReports);
const SENDER = sql<string>`(SELECT m.value ->> 'sender' FROM json_each(message_reports.shown) m
  WHERE m.value ->> 'id' = message_reports.message_id)`;
/** Without what was said, which may be long. */
const COLUMNS = { ...columns, sender: SENDER.as('sender') };
/** Word for word that of the partial index. */
const OPEN = sql`status = 'open'`;

export async function findReport(ctx: SystemCtx, id: string): Promise<MessageReportRow | null> {
  const db = mainDb(ctx.env);
  return (await db.select(COLUMNS).from(messageReports).where(eq(messageReports.id, id)).get()) ?? null;
}

/** What a report keeps of its thread, oldest first. */
export async function findReported(ctx: SystemCtx, id: string): Promise<MessageRecord[]> {
  const db = mainDb(ctx.env);
  const row = await db.select({ shown }).from(messageReports).where(eq(messageReports.id, id)).get();
  return row?.shown ?? [];
}

/** Open reports, oldest first. @param filter `account`: by this side, or of what it wrote. */
export async function listOpenReports(
  ctx: SystemCtx,
  filter: { limit: number; account?: string | undefined },
): Promise<{ count: number; oldest: MessageReportRow[] }> {
  const { limit, account } = filter;
  const own =
    account === undefined ? undefined : or(eq(messageReports.side, account), sql`${SENDER} = ${account}`);
  const db = mainDb(ctx.env);
  const [counted, oldest] = await Promise.all([
    db.select({ count: sql<number>`COUNT(*)` }).from(messageReports).where(and(OPEN, own)).get(),
    db
      .select(COLUMNS)
      .from(messageReports)
      .where(and(OPEN, own))
      .orderBy(asc(messageReports.id))
      .limit(limit)
      .all(),
  ]);
  return { count: counted?.count ?? 0, oldest };
}

/** Adds a decision to the batch: it closes all open reports of the message, provided that this one is open. */
export function saveDecided(
  ctx: SystemCtx,
  { id, messageId }: MessageReportRow,
  decision: ReportDecision,
  decidedBy: string,
): void {
  const decided = { status: 'closed', decision, decidedBy, decidedAt: ctx.now } as const;
  const db = mainDb(ctx.env);
  ctx.write
    .guarded(
      db
        .update(messageReports)
        .set(decided)
        .where(and(eq(messageReports.id, id), eq(messageReports.status, 'open'))),
      overtaken,
    )
    .add(
      db
        .update(messageReports)
        .set(decided)
        .where(and(eq(messageReports.messageId, messageId), eq(messageReports.status, 'open'))),
    );
}

/** Whether there is such an account or creator, and its bar. */
export async function findSender(
  ctx: SystemCtx,
  side: string,
): Promise<{ exists: boolean; bar: BarRow | null }> {
  const db = mainDb(ctx.env);
  const [[found], [bar]] = await db.batch([
    db
      .select({ id: accounts.id })
      .from(accounts)
      .where(eq(accounts.id, side))
      .unionAll(db.select({ id: creators.id }).from(creators).where(eq(creators.id, side))),
    db.select().from(messageBars).where(eq(messageBars.side, side)),
  ]);
  return { exists: found !== undefined, bar: bar ?? null };
}

export function insertBar(ctx: SystemCtx, row: BarRow): void {
  ctx.write
    .add(mainDb(ctx.env).insert(messageBars).values(row))
    .onDuplicate('message_bars.side', () => new AppError('conflict', 'It is barred already.'));
}

export function deleteBar(ctx: SystemCtx, { side, barredAt }: BarRow): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .delete(messageBars)
      .where(and(eq(messageBars.side, side), eq(messageBars.barredAt, barredAt))),
    overtaken,
  );
}
