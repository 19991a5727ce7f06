import * as z from 'zod';
import { iso, isoOrNull } from '../../../kit/time.ts';
import { id } from '../../../resource/fields.ts';
import { REPORT_DECISIONS, type ReportDecision } from '../messages/report-decision.ts';

/** A report without what the message said. */
export interface MessageReportRow {
  id: string;
  threadId: string;
  messageId: string;
  sender: string;
  side: string;
  reason: 'spam' | 'harassment' | 'fraud' | 'explicit' | 'other';
  note: string | null;
  status: 'open' | 'closed';
  decision: ReportDecision | null;
  decidedBy: string | null;
  decidedAt: number | null;
  createdAt: number;
}

/** A report as the staff lists it: without texts of the thread, whose readings are recorded. */
export const MessageReport = z.object({
  id: id('messageReport'),
  thread: id('thread'),
  message: id('message'),
  sender: z.string().describe('The side that wrote the message.'),
  reporter: z.string().describe('The side that reported it.'),
  reason: z.enum(['spam', 'harassment', 'fraud', 'explicit', 'other']),
  note: z.string().nullable().describe('What the reporter told the staff.'),
  status: z.enum(['open', 'closed']),
  decision: z.enum(REPORT_DECISIONS).nullable(),
  decidedBy: z.string().nullable().describe('The staff member.'),
  decidedAt: z.string().nullable(),
  createdAt: z.string(),
});
export type MessageReport = z.output<typeof MessageReport>;

export function presentMessageReport(row: MessageReportRow): MessageReport {
  const { threadId, messageId, side, createdAt, decidedAt, ...report } = row;
  return {
    ...report,
    thread: threadId,
    message: messageId,
    reporter: side,
    decidedAt: isoOrNull(decidedAt),
    createdAt: iso(createdAt),
  };
}
