// A message as its readers see it.
import * as z from 'zod';
import type { SystemCtx } from '../../../context.ts';
import { iso, isoOrNull } from '../../../kit/time.ts';
import { recordExample } from '../../../resource/example.ts';
import { createdAt, id, ownId, Version } from '../../../resource/fields.ts';
import { linkTo, type ShownFile, stillOf } from '../../platform/files/interface.ts';
import type { MessageFile, MessageRecord } from '../thread-log/record.ts';
import { Actor, type Actors } from './actors.ts';

export const MessageFileShown = z.object({
  id: id('file').describe(
    'Everybody who reads the message reads the file too, until the message is deleted.',
  ),
  name: z.string().describe('As its sender called it.'),
  kind: z.enum(['image', 'video', 'document']).describe('How to show it.'),
  size: z.int().describe('Bytes.'),
  width: z.int().nullable().describe('Pixels; null for a document.'),
  height: z.int().nullable().describe('Pixels; null for a document.'),
  url: z.string().nullable().describe('Link to the bytes for ten minutes; null once they are gone.'),
  thumbnailUrl: z
    .string()
    .nullable()
    .describe('Link to the still of a video for ten minutes; null where there is none.'),
});

export const Message = z
  .object({
    id: ownId('message'),
    thread: id('thread').describe('The conversation that it is in.'),
    sender: Actor.describe('The side that wrote it; of an automated message, the side whose act it tells.'),
    automated: z.boolean().describe('Whether the service wrote it, to tell what happened between the two.'),
    body: z.string().describe('Empty for a message of files alone, and for one that was deleted.'),
    files: z.array(MessageFileShown).describe('What was sent with it, in order.'),
    replyTo: id('message').nullable().describe('The earlier message of this thread that it answers.'),
    reactions: z
      .array(
        z.object({
          emoji: z.string().describe('One emoji.'),
          actors: z
            .array(Actor)
            .describe("Who reacted with it; in a program's thread at most its account and you."),
          count: z.int().describe('How many reacted with it.'),
          reacted: z.boolean().describe('Whether you did.'),
        }),
      )
      .describe('At most 20 kinds.'),
    createdAt,
    editedAt: z.string().nullable().describe('When its text was last changed; null while it never was.'),
    deletedAt: z
      .string()
      .nullable()
      .describe('When its sender, or our staff, took it away. It keeps its place, without text and files.'),
    version: Version,
  })
  .meta({ id: 'Message' });
recordExample(Message, {
  id: 'msg_01k2d9q3v7h5m8r4t6w0x1y2z3',
  thread: 'thr_01k2d9q3v7h5m8r4t6w0x1y2z3',
  sender: {
    id: 'crtr_01k2d9q3v7h5m8r4t6w0x1y2z3',
    type: 'creator',
    name: 'Ana Duarte',
    avatar: null,
  },
  automated: false,
  body: 'The second cut is attached.',
  files: [
    {
      id: 'file_01k2d9q3v7h5m8r4t6w0x1y2z3',
      name: 'steps-2.mp4',
      kind: 'video',
      size: 18_350_080,
      width: 1080,
      height: 1920,
      url: 'https://api.example.com/files/file_01k2d9q3v7h5m8r4t6w0x1y2z3?expires=1786354200000&signature=5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e',
      thumbnailUrl: null,
    },
  ],
  replyTo: null,
  reactions: [
    {
      emoji: '👏',
      actors: [
        { id: 'acct_01k2d9q3v7h5m8r4t6w0x1y2z3', type: 'organization', name: 'Northwind', avatar: null },
      ],
      count: 1,
      reacted: true,
    },
  ],
  createdAt: '2026-08-10T09:30:00.000Z',
  editedAt: null,
  deletedAt: null,
  version: 1,
});
export type Message = z.output<typeof Message>;

/** What a reader is shown messages by: itself, the names of the sides, and the files as they are now. */
export interface Shown {
  thread: string;
  side: string;
  actors: Actors;
  files: ReadonlyMap<string, ShownFile>;
}

export async function presentMessage(
  ctx: SystemCtx,
  record: MessageRecord,
  { thread, side, actors, files }: Shown,
): Promise<Message> {
  const known = (one: string) => actors.get(one);
  return {
    id: record.id,
    thread,
    sender: known(record.sender)!,
    automated: record.automated,
    body: record.body,
    files: await Promise.all(record.files.map((file) => presentFile(ctx, file, files.get(file.id)))),
    replyTo: record.replyTo,
    reactions: record.reactions.map(({ emoji, sides, count }) => ({
      emoji,
      actors: sides.flatMap((one) => known(one) ?? []),
      count,
      reacted: sides.includes(side),
    })),
    createdAt: iso(record.createdAt),
    editedAt: isoOrNull(record.editedAt),
    deletedAt: isoOrNull(record.deletedAt),
    version: record.version,
  };
}

async function presentFile(ctx: SystemCtx, file: MessageFile, now: ShownFile | undefined) {
  const { id: fileId, name, kind, size, width, height } = file;
  const [url, still] = await Promise.all([linkTo(ctx, now), kind === 'video' ? stillOf(ctx, now) : null]);
  return { id: fileId, name, kind, size, width, height, url, thumbnailUrl: still?.url ?? null };
}
