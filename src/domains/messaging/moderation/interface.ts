// What the staff's review queue asks of messages.
import type { SystemCtx } from '../../../context.ts';
import type { MessageReportRow } from './message-report.ts';
import { findReport, listOpenReports } from './report-store.ts';
import { findSupportRow, listWaiting } from './support-store.ts';
import type { SupportThreadRow } from './support-thread.ts';

async function findReviewedThread(ctx: SystemCtx, id: string) {
  const row: SupportThreadRow | null = await findSupportRow(ctx, id);
  return row && { row, waits: row.supportStatus === 'waiting_on_lucra' };
}

async function findReviewedReport(ctx: SystemCtx, id: string) {
  const row: MessageReportRow | null = await findReport(ctx, id);
  return row && { row, waits: row.status === 'open' };
}

export const waitingThreads = { list: listWaiting, find: findReviewedThread };
export const openReports = { list: listOpenReports, find: findReviewedReport };
