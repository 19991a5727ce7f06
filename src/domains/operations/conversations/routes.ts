// What the staff reads and decides about messages.
import * as z from 'zod';
import { access, defineInternalRoute, ok } from '../../../http/define-route.ts';
import { bodyExample } from '../../../resource/example.ts';
import { id, pathId, Version } from '../../../resource/fields.ts';
import { listQuery, Timestamp } from '../../../resource/list-page.ts';
import { Body } from '../../messaging/messages/first-message.ts';
import { REPORT_DECISIONS } from '../../messaging/messages/report-decision.ts';
import { answerSupportThread } from '../../messaging/moderation/answer-support-thread.ts';
import { barSender } from '../../messaging/moderation/bar-sender.ts';
import { createThreadWalk } from '../../messaging/moderation/create-thread-walk.ts';
import { decideMessageReport } from '../../messaging/moderation/decide-message-report.ts';
import { eraseMessages } from '../../messaging/moderation/erase-messages.ts';
import { getSender } from '../../messaging/moderation/get-sender.ts';
import { getThreadWalk } from '../../messaging/moderation/get-thread-walk.ts';
import { listReportedMessages, ReportedMessages } from '../../messaging/moderation/list-reported-messages.ts';
import { listSupportMessages, SupportMessages } from '../../messaging/moderation/list-support-messages.ts';
import {
  MessageReport,
  type MessageReportRow,
  presentMessageReport,
} from '../../messaging/moderation/message-report.ts';
import { removeMessage } from '../../messaging/moderation/remove-message.ts';
import { resolveSupportThread } from '../../messaging/moderation/resolve-support-thread.ts';
import { presentSender, Sender } from '../../messaging/moderation/sender.ts';
import { presentSupportThread, SupportThread } from '../../messaging/moderation/support-thread.ts';
import { presentThreadWalk, ThreadWalk, WALK_KINDS } from '../../messaging/moderation/thread-walk.ts';
import { unbarSender } from '../../messaging/moderation/unbar-sender.ts';
import { audited } from '../staff/audited.ts';
import { Reason } from '../staff/staff-action.ts';
import { createReading, READING, Reading, ReadingCreate, requireReading } from './create-reading.ts';

const staff = access.internal('What only people of the service read and decide.');
const shared = { tag: 'Staff', access: staff, status: [200] } as const;
/** The state that the first decision leaves refuses a second one. */
const idempotency = { none: 'The state of the record admits one.' };

const WhyOnly = z.object({ reason: Reason });
bodyExample(WhyOnly, null, { reason: 'Sends the same offer to everybody.' });

const READING_EXAMPLE = { subject: 'thr_01k2d9q3v7h5m8r4t6w0x1y2z3', reason: 'The customer asked.' };
bodyExample(ReadingCreate, null, READING_EXAMPLE);

const Answer = z.object({
  body: Body.describe('The text, sent in the name of the service.'),
  lastRead: id('message')
    .nullable()
    .describe(
      'The newest message that you have read, null where there is none: anything newer refuses the answer.',
    ),
  reason: Reason.default('Answered the customer.'),
});
bodyExample(Answer, null, { body: 'Payouts go to 46 countries.', lastRead: null });

const Resolution = z.object({
  version: Version.describe('The version of the thread that you have read.'),
  reason: Reason,
});
bodyExample(Resolution, null, { version: 3, reason: 'Answered.' });

const ReportDecided = z.object({
  outcome: z
    .enum(REPORT_DECISIONS)
    .describe('What happens to the message and its sender. All open reports of the message are closed.'),
  reason: Reason,
});
bodyExample(ReportDecided, null, { outcome: 'remove', reason: 'Asks for a password.' });

const Erased = z.object({
  confirm: z.string().max(64).describe('The ID of the account or creator once more.'),
  reason: Reason,
});
bodyExample(Erased, null, {
  confirm: 'crtr_01k2d9q3v7h5m8r4t6w0x1y2z3',
  reason: 'The creator asked for it in writing.',
});

const WalkCreate = z
  .object({
    kind: z
      .enum(WALK_KINDS)
      .describe('`search`: the search is made anew. `database`: the main database is told again.'),
    since: Timestamp.optional().describe('With `database`: the moment to which it was restored.'),
    reason: Reason,
  })
  .refine((body) => (body.kind === 'database') === (body.since !== undefined), {
    path: ['since'],
    message: 'Goes with the kind database, and only with it.',
  });
bodyExample(WalkCreate, null, { kind: 'search', reason: 'The search database was lost.' });

/** A note is a text of its reporter's, which no record of a decision keeps. */
const DecidedReport = MessageReport.omit({ note: true });
function presentDecided(row: MessageReportRow): z.output<typeof DecidedReport> {
  const { note, ...report } = presentMessageReport(row);
  return report;
}

const Told = z.object({
  id: z.string().describe('The ID of the instruction to the thread.'),
  thread: id('thread'),
});
const presentTold = (row: { id: string; threadId: string }) => ({ id: row.id, thread: row.threadId });

export const conversationRoutes = [
  defineInternalRoute({
    ...shared,
    operationId: 'createReading',
    method: 'POST',
    path: '/internal/v1/readings',
    summary: 'Record why you read a conversation, which opens it for an hour',
    body: ReadingCreate,
    output: Reading,
    errors: ['not_found'],
    handle: async (ctx, { body: { subject, reason } }) => {
      const what = { action: READING, subject, reason };
      return ok(
        await audited(
          ctx,
          what,
          () => createReading(ctx, subject),
          (reading) => reading,
        ),
      );
    },
  }),
  defineInternalRoute({
    ...shared,
    operationId: 'listSupportMessages',
    method: 'GET',
    path: '/internal/v1/support-threads/:id/messages',
    summary: 'The messages of a support thread',
    params: pathId,
    query: z.strictObject({ limit: listQuery.limit, before: id('message').optional() }),
    output: SupportMessages,
    errors: ['not_found', 'permission_denied'],
    handle: async (ctx, { params, query }) => {
      const [, found] = await Promise.all([
        requireReading(ctx, params.id),
        listSupportMessages(ctx, params.id, query),
      ]);
      return ok(found);
    },
  }),
  defineInternalRoute({
    ...shared,
    operationId: 'answerSupportThread',
    method: 'POST',
    path: '/internal/v1/support-threads/:id/answers',
    summary: 'Answer in the name of the service',
    params: pathId,
    body: Answer,
    output: Told,
    errors: ['not_found', 'version_conflict', 'permission_denied'],
    handle: async (ctx, { params, body: { body, lastRead, reason } }) => {
      await requireReading(ctx, params.id);
      const what = { action: 'support-thread.answer', subject: params.id, reason };
      const answer = () => answerSupportThread(ctx, ctx.staff, params.id, { body, lastRead });
      return ok(await audited(ctx, what, answer, presentTold));
    },
  }),
  defineInternalRoute({
    ...shared,
    operationId: 'resolveSupportThread',
    method: 'POST',
    path: '/internal/v1/support-threads/:id/resolution',
    summary: 'Resolve a support thread',
    params: pathId,
    body: Resolution,
    output: SupportThread,
    errors: ['not_found', 'conflict', 'version_conflict'],
    idempotency,
    handle: async (ctx, { params, body: { version, reason } }) => {
      const what = { action: 'support-thread.resolve', subject: params.id, reason };
      const resolve = () => resolveSupportThread(ctx, params.id, version);
      return ok(await audited(ctx, what, resolve, presentSupportThread));
    },
  }),
  defineInternalRoute({
    ...shared,
    operationId: 'listReportedMessages',
    method: 'GET',
    path: '/internal/v1/message-reports/:id/messages',
    summary: 'What a reported message and those around it said',
    params: pathId,
    output: ReportedMessages,
    errors: ['not_found', 'permission_denied'],
    handle: async (ctx, { params }) => {
      const [, found] = await Promise.all([
        requireReading(ctx, params.id),
        listReportedMessages(ctx, params.id),
      ]);
      return ok(found);
    },
  }),
  defineInternalRoute({
    ...shared,
    operationId: 'decideMessageReport',
    method: 'POST',
    path: '/internal/v1/message-reports/:id/decision',
    summary: 'Close a report, remove its message, bar its sender',
    params: pathId,
    body: ReportDecided,
    output: DecidedReport,
    errors: ['not_found', 'conflict'],
    idempotency,
    handle: async (ctx, { params, body }) => {
      const { outcome, reason } = body;
      const what = { action: `message-report.decide:${outcome}`, subject: params.id, reason };
      const decide = () => decideMessageReport(ctx, ctx.staff, params.id, { decision: outcome, reason });
      return ok(await audited(ctx, what, decide, presentDecided));
    },
  }),
  defineInternalRoute({
    ...shared,
    operationId: 'removeMessage',
    method: 'POST',
    path: '/internal/v1/messages/:id/removal',
    summary: 'Remove a message for everybody',
    params: pathId,
    body: WhyOnly,
    output: Told,
    errors: ['not_found', 'conflict'],
    idempotency,
    handle: async (ctx, { params, body: { reason } }) => {
      const what = { action: 'message.remove', subject: params.id, reason };
      return ok(await audited(ctx, what, () => removeMessage(ctx, ctx.staff, params.id), presentTold));
    },
  }),
  defineInternalRoute({
    ...shared,
    operationId: 'getSender',
    method: 'GET',
    path: '/internal/v1/senders/:id',
    summary: 'Whether an account or a creator may send messages',
    params: pathId,
    output: Sender,
    errors: ['not_found'],
    handle: async (ctx, { params }) => ok(presentSender(await getSender(ctx, params.id))),
  }),
  defineInternalRoute({
    ...shared,
    operationId: 'barSender',
    method: 'POST',
    path: '/internal/v1/senders/:id/bar',
    summary: 'Bar an account or a creator from sending messages',
    params: pathId,
    body: WhyOnly,
    output: Sender,
    errors: ['not_found', 'conflict'],
    idempotency,
    handle: async (ctx, { params, body: { reason } }) => {
      const what = { action: 'sender.bar', subject: params.id, reason };
      return ok(await audited(ctx, what, () => barSender(ctx, ctx.staff, params.id, reason), presentSender));
    },
  }),
  defineInternalRoute({
    ...shared,
    operationId: 'unbarSender',
    method: 'POST',
    path: '/internal/v1/senders/:id/unbar',
    summary: 'Let a barred sender write again',
    params: pathId,
    body: WhyOnly,
    output: Sender,
    errors: ['not_found', 'conflict'],
    idempotency,
    handle: async (ctx, { params, body: { reason } }) => {
      const what = { action: 'sender.unbar', subject: params.id, reason };
      return ok(await audited(ctx, what, () => unbarSender(ctx, params.id), presentSender));
    },
  }),
  defineInternalRoute({
    ...shared,
    operationId: 'eraseMessages',
    method: 'POST',
    path: '/internal/v1/senders/:id/erasure',
    summary: 'Erase all messages and files of an account or a creator',
    params: pathId,
    body: Erased,
    output: Sender,
    errors: ['not_found', 'conflict'],
    idempotency,
    handle: async (ctx, { params, body: { confirm, reason } }) => {
      const what = { action: 'sender.erase', subject: params.id, reason };
      const erase = () => eraseMessages(ctx, ctx.staff, params.id, confirm);
      return ok(await audited(ctx, what, erase, presentSender));
    },
  }),
  defineInternalRoute({
    ...shared,
    operationId: 'createThreadWalk',
    method: 'POST',
    path: '/internal/v1/thread-walks',
    summary: 'Make the search, or what the main database knows of threads, anew',
    body: WalkCreate,
    output: ThreadWalk,
    errors: ['conflict'],
    idempotency,
    handle: async (ctx, { body: { kind, since, reason } }) => {
      const what = { action: `thread-walk.create:${kind}`, subject: kind, reason };
      const from = since === undefined ? 0 : Date.parse(since);
      const create = () => createThreadWalk(ctx, ctx.staff, kind, from);
      return ok(await audited(ctx, what, create, presentThreadWalk));
    },
  }),
  defineInternalRoute({
    ...shared,
    operationId: 'getThreadWalk',
    method: 'GET',
    path: '/internal/v1/thread-walks/:id',
    summary: 'How far the last walk of a kind is',
    params: pathId,
    output: ThreadWalk,
    errors: ['not_found'],
    handle: async (ctx, { params }) => ok(presentThreadWalk(await getThreadWalk(ctx, params.id))),
  }),
];
