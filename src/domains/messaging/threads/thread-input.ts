// What is sent to open a thread, and to change one's own state in it.
import * as z from 'zod';
import { bodyExample, recordExample } from '../../../resource/example.ts';
import { id } from '../../../resource/fields.ts';
import { FirstMessage } from '../messages/first-message.ts';
import { THREAD_KINDS } from '../thread-record/thread.ts';

export const ThreadCreate = z.object({
  kind: z.enum(THREAD_KINDS).describe('`direct` needs `with`, `program` needs `program`.'),
  with: z
    .union([id('account'), id('creator')])
    .optional()
    .describe('The other side of a direct thread: a creator that works with your account, or the reverse.'),
  program: id('program').optional().describe('The program of your own that a program thread is for.'),
  message: FirstMessage.optional().describe('Sent in it, also where the thread exists already.'),
});
bodyExample(ThreadCreate, 'ThreadCreate', {
  kind: 'support',
  message: { body: 'Which countries can payouts go to?' },
});

const CHANGES = ['read', 'muted', 'blocked'] as const;

export const ThreadUpdate = z
  .object({
    read: id('message')
      .optional()
      .describe('Marks everything up to this message as read. A mark never goes back.'),
    muted: z
      .boolean()
      .optional()
      .describe('Whether to leave it out of mails and of the total of what is unread.'),
    blocked: z
      .boolean()
      .optional()
      .describe('Whether to stop messages in a direct thread. The other side is not told.'),
  })
  .refine((value) => CHANGES.filter((field) => value[field] !== undefined).length === 1, {
    message: 'Send one change: read, muted or blocked.',
  });
bodyExample(ThreadUpdate, 'ThreadUpdate', { muted: true });

export const UnreadCount = z
  .object({
    threads: z.int().describe('Threads with something unread.'),
    messages: z.int().describe('Unread messages in all of them; of one program at most 1,000.'),
  })
  .meta({ id: 'UnreadCount' });
recordExample(UnreadCount, { threads: 2, messages: 7 });
export type UnreadCount = z.output<typeof UnreadCount>;
