// The messages of one thread as a frame keeps them: in their order, each once, as new as anything has told.
import { Ended, type Follower, followThread } from '../follow-thread.ts';
import { Refused } from '../refused.ts';
import { behind, type Client, type ListPage } from './client.ts';
import { merged } from './merged.ts';
import type { Message, Thread } from './records.ts';

export interface Talk {
  thread: Thread;
  /** Oldest first. */
  messages: readonly Message[];
  /** Behind which there are earlier ones; null where there are none. */
  earlier: string | null;
  /** Who writes at the moment. */
  typing: string | null;
  /** Whether new messages come by themselves; otherwise they are asked for every few seconds. */
  live: boolean;
}

export interface Talking {
  loadEarlier(): Promise<void>;
  /** Takes what a call answered. */
  take(message: Message): void;
  typing(): void;
  markRead(): void;
  stop(): void;
}

const A_PAGE = 30;
const TYPING_MS = 5_000;
/** Until a socket is asked for again that ended for good. */
const AGAIN_MS = 2_000;

/** A change of the thread as its socket tells it: without what depends on the reader. */
interface Told extends Omit<Message, 'sender' | 'files' | 'reactions'> {
  sender: string;
  files: Omit<Message['files'][number], 'url' | 'thumbnailUrl'>[];
  reactions: { emoji: string; sides: string[]; count: number }[];
}

/**
 * Follows a thread from what was read of it.
 * @param told gets each state of it.
 * @param came gets each message of others that is new.
 * @param over is called once the thread cannot be read any more.
 */
export async function openTalk(
  client: Client,
  id: string,
  self: string,
  marks: boolean,
  {
    told,
    came,
    over,
  }: { told: (talk: Talk) => void; came: (message: Message) => void; over: (error: unknown) => void },
): Promise<Talking> {
  const path = `/v1/threads/${id}`;
  const readThread = () => client.get<Thread>(path);
  const readPage = (cursor: string | null = null) =>
    client.list<Message>(`/v1/messages?thread=${id}&limit=${A_PAGE}${behind(cursor)}`);
  // First the thread: its number must not be newer than the messages.
  const thread = await readThread();
  const first = await readPage();
  let talk: Talk = {
    thread,
    messages: first.data.toReversed(),
    earlier: first.nextCursor,
    typing: null,
    live: true,
  };
  let stopped = false;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let marked = '';
  const show = (changes: Partial<Talk>) => {
    talk = { ...talk, ...changes };
    if (!stopped) told(talk);
  };
  const take = (found: readonly Message[]) => {
    const known = new Set(talk.messages.map((one) => one.id));
    show({ messages: merged(talk.messages, found) });
    for (const one of found)
      if (!known.has(one.id) && one.sender.id !== self && one.deletedAt === null) came(one);
  };
  const refresh = async (whole: boolean): Promise<number> => {
    const now = await readThread();
    const page: ListPage<Message> = await readPage();
    const found = page.data.toReversed();
    const reaches = found.some(({ id: one }) => talk.messages.some((known) => known.id === one));
    show({ thread: now });
    // What lies between is not known: the newest are shown, and the others behind "earlier".
    if (whole || !reaches) show({ messages: found, earlier: page.nextCursor });
    else take(found);
    return now.version - 1;
  };
  const seen = (error: unknown): never => {
    if (error instanceof Refused && [401, 403, 404].includes(error.status)) throw new Ended();
    throw error;
  };
  const actorOf = (side: string): Message['sender'] =>
    talk.thread.participants.find(({ actor }) => actor.id === side)?.actor ?? { id: side, name: '' };
  const asShown = (one: Told): Message => {
    const before = talk.messages.find(({ id: known }) => known === one.id);
    return {
      ...one,
      sender: actorOf(one.sender),
      files: one.files.map(
        (file) =>
          before?.files.find((known) => known.id === file.id) ?? { ...file, url: null, thumbnailUrl: null },
      ),
      reactions: one.reactions.map(({ emoji, sides, count }) => ({
        emoji,
        count,
        reacted: sides.includes(self),
      })),
    };
  };

  let refused = false;
  let follower: Follower;
  const follow = (after: number): void => {
    follower = followThread({
      after,
      connect: async () => {
        const { ticket } = await client
          .send<{ ticket: string }>('POST', `${path}/live-tickets`, {})
          .catch((error: unknown) => {
            // An ended account's threads can be read, and nothing comes in them any more.
            refused = error instanceof Refused && error.status === 403;
            return seen(error);
          });
        return { url: `${path}/live`, ticket };
      },
      ask: () => refresh(false).catch(seen),
      change: ({ message }) => {
        const shown = asShown(message as Told);
        take([shown]);
        // Links to files are not told: they are the reader's own, for ten minutes.
        if (shown.files.some(({ url }) => url === null)) void refresh(false).catch(() => {});
      },
      resync: () => void refresh(true).catch(() => {}),
      own: ({ unread, readMessage }) => {
        const lastRead = readMessage;
        show({ thread: { ...talk.thread, unreadCount: unread ?? talk.thread.unreadCount } });
        if (lastRead !== null && lastRead > marked) marked = lastRead;
      },
      typing: (side) => {
        if (side === self) return;
        clearTimeout(silence);
        silence = setTimeout(() => show({ typing: null }), TYPING_MS);
        show({ typing: actorOf(side).name });
      },
      state: (now) => {
        show({ live: now !== 'asking' });
        // A socket ends with the session that opened it, and a frame goes on with the next session.
        if (now !== 'ended' || stopped || refused) return;
        setTimeout(() => {
          if (!stopped) refresh(false).then(follow, over);
        }, AGAIN_MS);
      },
    });
  };
  follow(thread.version - 1);
  told(talk);

  return {
    loadEarlier: async () => {
      const page = await readPage(talk.earlier);
      const known = new Set(talk.messages.map((one) => one.id));
      const older = page.data.toReversed().filter((one) => !known.has(one.id));
      show({ messages: [...older, ...talk.messages], earlier: page.nextCursor });
    },
    take: (message) => take([message]),
    typing: () => follower.typing(),
    markRead: () => {
      const last = talk.messages.findLast(({ sender }) => sender.id !== self)?.id;
      if (!marks || last === undefined || last <= marked) return;
      marked = last;
      if (!follower.read(last)) void client.send('PATCH', path, { read: last }).catch(() => {});
    },
    stop: () => {
      stopped = true;
      clearTimeout(silence);
      follower.stop();
    },
  };
}
