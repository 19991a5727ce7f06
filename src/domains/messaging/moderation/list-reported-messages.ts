import * as z from 'zod';
import type { SystemCtx } from '../../../context.ts';
import { notFound } from '../../../kit/error.ts';
import { objectWith, SUPPORT_SIDE } from '../thread-log/interface.ts';
import { findThread, shownMessages } from '../thread-record/interface.ts';
import { Message } from '../thread-record/message.ts';
import { MessageReport, presentMessageReport } from './message-report.ts';
import { findReport, findReported } from './report-store.ts';

export const ReportedMessages = z.object({
  report: MessageReport,
  messages: z
    .array(Message)
    .describe('What the message and up to 10 on either side of it said when it was reported, oldest first.'),
  now: Message.nullable().describe('The reported message as it is now.'),
});
export type ReportedMessages = z.output<typeof ReportedMessages>;

/** What was said around a reported message when it was reported. Throws not_found. */
export async function listReportedMessages(ctx: SystemCtx, report: string): Promise<ReportedMessages> {
  const [row, shown] = await Promise.all([findReport(ctx, report), findReported(ctx, report)]);
  if (!row) throw notFound('report');
  const [thread, now] = await Promise.all([
    findThread(ctx, SUPPORT_SIDE, row.threadId),
    objectWith(ctx.env, row.messageId).message(row.messageId, null),
  ]);
  if (!thread) throw notFound('report');
  const [messages, [current]] = await Promise.all([
    shownMessages(ctx, thread, shown),
    now ? shownMessages(ctx, thread, [now.message]) : [],
  ]);
  return { report: presentMessageReport(row), messages, now: current ?? null };
}
