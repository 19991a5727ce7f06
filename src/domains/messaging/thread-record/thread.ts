// A thread as its readers see it.
import * as z from 'zod';
import type { SystemCtx } from '../../../context.ts';
import { iso, isoOrNull } from '../../../kit/time.ts';
import { nestedExample } from '../../../resource/example.ts';
import { createdAt, id, ownId, Version } from '../../../resource/fields.ts';
import { Actor, actorsOf } from './actors.ts';
import { type FoundThread, rightsIn } from './found-thread.ts';
import { Message } from './message.ts';
import { shownMessages } from './shown-messages.ts';

/** What somebody typed to search by. */
export const words = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .optional()
  .describe(
    'Words, or their beginnings, which all have to be in one message; accents and case do not count.',
  );

export const THREAD_KINDS = ['direct', 'program', 'support'] as const;

export const Thread = z
  .object({
    id: ownId('thread'),
    kind: z
      .enum(THREAD_KINDS)
      .describe(
        '`direct`: an account and a creator. `program`: an account writes to all creators in a program. `support`: with our staff.',
      ),
    account: id('account').nullable().describe("Whose it is; null for a creator's thread with our staff."),
    program: id('program').nullable().describe('Whose creators read it; null for the other kinds.'),
    programName: z.string().nullable().describe('As it is now; null without a program.'),
    support: z
      .object({
        status: z
          .enum(['waiting_on_lucra', 'waiting_on_customer', 'resolved'])
          .describe(
            '`waiting_on_lucra` while our staff has to answer, `waiting_on_customer` while you do; after 14 days it is resolved. A message opens it again.',
          ),
        resolvedAt: z.string().nullable().describe('When it was resolved; null while it is not.'),
      })
      .nullable()
      .describe('How far our staff is; null for the other kinds.'),
    participants: z
      .array(
        z.object({
          actor: Actor.describe(
            'The side: an account and a creator are one each, however many people they are.',
          ),
          lastRead: id('message').nullable().describe('The last message that it has read; null for none.'),
          joinedAt: z.string().describe('From when on it reads.'),
        }),
      )
      .describe("In a program's thread its account and yourself."),
    participantCount: z.int().describe('All of them, also those who are not shown.'),
    lastMessage: Message.nullable().describe('The newest, as it is now; null before the first.'),
    muted: z
      .boolean()
      .describe('Whether you muted it: it is not mailed, nor counted as unread in the total.'),
    blocked: z.array(z.string()).describe('Whom you block here; who blocks you is not shown.'),
    canSend: z
      .boolean()
      .describe(
        'Whether you can write in it now. That you cannot has many reasons, and none of them is told.',
      ),
    unreadCount: z
      .int()
      .describe(
        "Others' messages behind your mark, without deleted ones; in a program's thread at most 1,000.",
      ),
    createdAt,
    updatedAt: createdAt,
    version: Version,
    discord: z
      .object({ channel: z.string().describe('Its name there.') })
      .nullable()
      .describe('Always null: no outside channel is connected.'),
  })
  .meta({ id: 'Thread' });
nestedExample(
  Thread,
  { lastMessage: Message },
  {
    id: 'thr_01k2d9q3v7h5m8r4t6w0x1y2z3',
    kind: 'direct',
    account: 'acct_01k2d9q3v7h5m8r4t6w0x1y2z3',
    program: null,
    programName: null,
    support: null,
    participants: [
      {
        actor: {
          id: 'acct_01k2d9q3v7h5m8r4t6w0x1y2z3',
          type: 'organization',
          name: 'Northwind',
          avatar: null,
        },
        lastRead: 'msg_01k2d9q3v7h5m8r4t6w0x1y2z3',
        joinedAt: '2026-08-10T09:00:00.000Z',
      },
      {
        actor: { id: 'crtr_01k2d9q3v7h5m8r4t6w0x1y2z3', type: 'creator', name: 'Ana Duarte', avatar: null },
        lastRead: 'msg_01k2d9q3v7h5m8r4t6w0x1y2z3',
        joinedAt: '2026-08-10T09:00:00.000Z',
      },
    ],
    participantCount: 2,
    muted: false,
    blocked: [],
    canSend: true,
    unreadCount: 0,
    createdAt: '2026-08-10T09:00:00.000Z',
    updatedAt: '2026-08-10T09:30:00.000Z',
    version: 4,
    discord: null,
  },
);
export type Thread = z.output<typeof Thread>;

/** @param writes whether the caller's credential may write. */
export async function presentThread(ctx: SystemCtx, thread: FoundThread, writes: boolean): Promise<Thread> {
  const { head, own, last } = thread;
  const [actors, messages] = await Promise.all([
    actorsOf(ctx, thread),
    shownMessages(ctx, thread, last ? [last] : []),
  ]);
  const joined = (side: string) =>
    side === thread.side && thread.joinedAt !== null ? thread.joinedAt : head.createdAt;
  const readBy = (side: string) =>
    side === thread.side ? own.readMessage : side === thread.other ? thread.others.readMessage : null;
  return {
    id: head.id,
    kind: head.kind,
    account: head.account,
    program: head.program,
    programName: thread.programName,
    support: thread.supportStatus && {
      status: thread.supportStatus,
      resolvedAt: isoOrNull(thread.resolvedAt),
    },
    participants: [...actors].map(([side, actor]) => ({
      actor,
      lastRead: readBy(side),
      joinedAt: iso(joined(side)),
    })),
    participantCount: head.kind === 'program' ? thread.members + 1 : 2,
    lastMessage: messages[0] ?? null,
    muted: own.muted,
    blocked: own.blocked && thread.other !== null ? [thread.other] : [],
    canSend: rightsIn(thread, writes).sends,
    unreadCount: own.unread,
    createdAt: iso(head.createdAt),
    updatedAt: iso(thread.updatedAt),
    version: thread.seq + 1,
    discord: null,
  };
}
