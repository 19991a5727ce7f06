import * as z from 'zod';
import type { StaffCtx } from '../../../context.ts';
import { AppError, notFound } from '../../../kit/error.ts';
import { lowestId } from '../../../kit/ids.ts';
import { HOUR_MS, iso } from '../../../kit/time.ts';
import { id } from '../../../resource/fields.ts';
import { openReports, waitingThreads } from '../../messaging/moderation/interface.ts';
import { hasActed } from '../staff/has-acted.ts';
import { Reason } from '../staff/staff-action.ts';

/** How long one recorded reason covers reading the same conversation. */
const READING_MS = HOUR_MS;

/** The name of the action that records a reading. */
export const READING = 'messages.read';

export const ReadingCreate = z.object({
  subject: z
    .union([id('thread'), id('messageReport')])
    .describe('A support thread, or the report of a message.'),
  reason: Reason,
});

export const Reading = z.object({
  subject: z.string(),
  until: z.string().describe('Until then its messages can be read.'),
});
export type Reading = z.output<typeof Reading>;

/** Begins to read a conversation, for an hour. Throws not_found. */
export async function createReading(
  ctx: StaffCtx,
  subject: string,
): Promise<{ before: null; after: Reading }> {
  const [thread, report] = await Promise.all([
    waitingThreads.find(ctx, subject),
    openReports.find(ctx, subject),
  ]);
  if (!thread && !report) throw notFound('conversation');
  return { before: null, after: { subject, until: iso(ctx.now + READING_MS) } };
}

/** Throws not_found, and permission_denied unless this person recorded within the hour why they read it. */
export async function requireReading(ctx: StaffCtx, subject: string): Promise<void> {
  if (await isReading(ctx, subject)) return;
  await createReading(ctx, subject);
  throw new AppError(
    'permission_denied',
    'Record why you read this: POST /internal/v1/readings with its ID and your reason.',
  );
}

/** Whether this person recorded within the hour why they read it. */
export async function isReading(ctx: StaffCtx, subject: string): Promise<boolean> {
  return await hasActed(ctx, subject, READING, lowestId('staffAction', ctx.now - READING_MS));
}
