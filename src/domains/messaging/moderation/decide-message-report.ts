import type { SystemCtx } from '../../../context.ts';
import { AppError, notFound } from '../../../kit/error.ts';
import type { ReportDecision } from '../messages/report-decision.ts';
import { objectWith } from '../thread-log/interface.ts';
import type { MessageReportRow } from './message-report.ts';
import { planRemoval } from './remove-message.ts';
import { findReport, findSender, insertBar, saveDecided } from './report-store.ts';

/**
 * Closes a report, with all others of its message, in the caller's batch, and removes the message or bars its sender if
 * that is the decision. What was done before is left as it is. Throws not_found, and conflict for a closed one.
 */
export async function decideMessageReport(
  ctx: SystemCtx,
  by: string,
  id: string,
  { decision, reason }: { decision: ReportDecision; reason: string },
): Promise<{ before: MessageReportRow; after: MessageReportRow }> {
  const before = await findReport(ctx, id);
  if (!before) throw notFound('report');
  if (before.status === 'closed') throw new AppError('conflict', 'The report was closed.');
  saveDecided(ctx, before, decision, by);
  if (decision !== 'dismiss' && decision !== 'bar') await remove(ctx, by, before);
  if (decision === 'bar' || decision === 'remove_and_bar') await bar(ctx, by, before.sender, reason);
  const after = { ...before, status: 'closed' as const, decision, decidedBy: by, decidedAt: ctx.now };
  return { before, after };
}

async function remove(ctx: SystemCtx, by: string, { threadId, messageId }: MessageReportRow): Promise<void> {
  const found = await objectWith(ctx.env, messageId).message(messageId, null);
  if (found && !found.message.removed) planRemoval(ctx, by, threadId, messageId);
}

async function bar(ctx: SystemCtx, by: string, side: string, reason: string): Promise<void> {
  const sender = await findSender(ctx, side);
  if (sender.exists && !sender.bar) insertBar(ctx, { side, barredBy: by, reason, barredAt: ctx.now });
}
