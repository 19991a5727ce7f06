// The live client of a thread, for the console's pages and for frames: a socket while one can be had, asking
// every ten seconds while not. README.md of messaging/thread-log lists the frames and the codes of closing.

/** What `connect` and `ask` throw when the right to read is lost. */
export class Ended extends Error {}

export interface Following {
  /** What opens one socket: its address without `after`, and a ticket. Asked anew for each socket. */
  connect(): Promise<{ url: string; ticket: string }>;
  /** The number of the last change that is shown. */
  after: number;
  /** Reads what is new, and answers the number of the last change that is shown then. */
  ask(): Promise<number>;
  /** The next change, without gaps. One that came meanwhile by `ask` may come again. */
  change(change: { seq: number; kind: string; message: { id: string } }): void;
  /** More was missed than is kept: the messages have to be listed anew, up to this change. */
  resync(seq: number): void;
  own?(state: { unread: number | null; readMessage: string | null; muted: boolean; blocked: boolean }): void;
  /** The other side's mark moved. */
  read?(mark: { side: string; message: string | null }): void;
  typing?(side: string): void;
  /** `ended`: the right to read is lost, for good. */
  state(now: 'live' | 'asking' | 'ended'): void;
}

export interface Follower {
  /** Tells that somebody types here, every three seconds at most. */
  typing(): void;
  /** Marks as read up to a message. @returns false when there is no socket to do it with. */
  read(message: string): boolean;
  stop(): void;
}

const PROTOCOL = 'service.live.v1';
const SECOND = 1_000;
const ASK_EVERY = 10 * SECOND;
const PING_EVERY = 25 * SECOND;
const TYPING_EVERY = 3 * SECOND;
const READ_EVERY = SECOND;
/** A page that is hidden for so long has no socket and asks nothing. */
const HIDDEN_FOR = 300 * SECOND;
/** The longest wait for a socket is 16 times 1 to 10 seconds. */
const MOST_DOUBLINGS = 4;
const LOST = 4403;

/** What it needs of the page; a worker's types have no document. */
interface Page {
  document: { hidden: boolean };
  location: { href: string };
  addEventListener(
    type: string,
    listener: () => void,
    options?: { signal: AbortSignal; capture?: boolean },
  ): void;
}
const page = globalThis as unknown as Page;

type Timer = ReturnType<typeof setTimeout> | undefined;

export function followThread(following: Following): Follower {
  let after = following.after;
  let socket: WebSocket | null = null;
  let isLive = false;
  let opening = false;
  let asking = false;
  /** The page is hidden for long, or left and perhaps come back to. */
  let resting = false;
  let failures = 0;
  /** The number of the newest change that was heard of. */
  let heard = 0;
  let said = '';
  let isTyping: Timer;
  let marking: Timer;
  let toMark: string | null = null;
  let retry: Timer;
  let asker: Timer;
  let pinger: Timer;
  let hiding: Timer;
  const over = new AbortController();

  const say = (now: 'live' | 'asking' | 'ended'): void => {
    if (said === now) return;
    said = now;
    following.state(now);
  };

  async function open(): Promise<void> {
    clearTimeout(retry);
    if (over.signal.aborted || resting || opening || socket) return;
    opening = true;
    try {
      const { url, ticket } = await following.connect();
      if (over.signal.aborted || resting) return;
      const address = new URL(url, page.location.href);
      address.protocol = address.protocol.replace('http', 'ws');
      address.searchParams.set('after', String(after));
      listen(new WebSocket(address.href, [PROTOCOL, ticket]));
    } catch (error) {
      lost(error);
    } finally {
      opening = false;
    }
  }

  function listen(opened: WebSocket): void {
    socket = opened;
    let answered = true;
    // A connection that is dead without a word is found by its silence.
    const watch = () => {
      if (!answered) return drop();
      answered = false;
      if (opened.readyState === 1) opened.send('ping');
      pinger = setTimeout(watch, PING_EVERY);
    };
    pinger = setTimeout(watch, PING_EVERY);
    opened.addEventListener('message', ({ data }) => {
      answered = true;
      const frame = socket === opened && frameOf(data);
      if (frame) hear(frame);
    });
    opened.addEventListener('close', ({ code }) => {
      if (socket !== opened) return;
      if (code === LOST) end();
      else drop();
    });
  }

  function hear(frame: Frame): void {
    if (frame.type === 'own') following.own?.(frame);
    else if (frame.type === 'read') following.read?.(frame);
    else if (frame.type === 'typing') following.typing?.(frame.side);
    else if (frame.type === 'change') hearChange(frame);
    else {
      isLive = true;
      failures = 0;
      noAsking();
      if (frame.type === 'resync') {
        after = frame.seq;
        following.resync(after);
      } else if (frame.seq > after) missed(frame.seq);
      say('live');
    }
  }

  function hearChange(change: Frame & { type: 'change' }): void {
    if (change.seq > after + 1) missed(change.seq);
    else if (change.seq > after) {
      after = change.seq;
      following.change(change);
    }
  }

  function missed(seq: number): void {
    heard = Math.max(heard, seq);
    void ask();
  }

  async function ask(): Promise<void> {
    noAsking();
    if (over.signal.aborted || resting || asking) return;
    asking = true;
    try {
      after = Math.max(after, await following.ask());
    } catch (error) {
      if (error instanceof Ended) end();
    } finally {
      asking = false;
    }
    // What came meanwhile by the socket may lie behind another gap.
    if (!isLive || heard > after) askLater();
  }

  function askLater(): void {
    if (!over.signal.aborted && !resting) asker ??= setTimeout(ask, ASK_EVERY);
  }

  function noAsking(): void {
    clearTimeout(asker);
    asker = undefined;
  }

  /** Closes the socket, if there is one, and comes back. */
  function drop(): void {
    const closing = socket;
    socket = null;
    isLive = false;
    clearTimeout(pinger);
    clearTimeout(marking);
    marking = undefined;
    closing?.close();
    lost(null);
  }

  /** No socket could be had, or it was lost: what is new is asked for until there is one. */
  function lost(error: unknown): void {
    if (error instanceof Ended) end();
    if (over.signal.aborted || resting) return;
    say('asking');
    if (!asking) askLater();
    // By chance, since a release cuts all clients at once.
    const pause = (1 + 9 * Math.random()) * 2 ** Math.min(failures++, MOST_DOUBLINGS);
    clearTimeout(retry);
    retry = setTimeout(open, pause * SECOND);
  }

  function end(): void {
    if (over.signal.aborted) return;
    stop();
    say('ended');
  }

  function stop(): void {
    over.abort();
    drop();
    noAsking();
    for (const timer of [retry, hiding, isTyping]) clearTimeout(timer);
  }

  function rest(): void {
    resting = true;
    drop();
    clearTimeout(retry);
    noAsking();
  }

  function wake(): void {
    resting = false;
    void open();
    // A page that slept may have no socket for a while yet.
    if (!isLive && !asking) askLater();
  }

  function look(): void {
    clearTimeout(hiding);
    if (page.document.hidden) hiding = setTimeout(rest, HIDDEN_FOR);
    else wake();
  }

  const { signal } = over;
  page.addEventListener('visibilitychange', look, { signal });
  page.addEventListener('pagehide', rest, { signal });
  page.addEventListener('pageshow', wake, { signal });
  page.addEventListener('online', wake, { signal });
  look();
  void open();

  const send = (frame: object): void => socket!.send(JSON.stringify(frame));

  return {
    typing: () => {
      if (!isLive || isTyping) return;
      send({ type: 'typing' });
      isTyping = setTimeout(() => {
        isTyping = undefined;
      }, TYPING_EVERY);
    },
    read: (message) => {
      if (!isLive) return false;
      toMark = message;
      marking ??= setTimeout(() => {
        marking = undefined;
        send({ type: 'read', message: toMark });
      }, READ_EVERY);
      return true;
    },
    stop,
  };
}

type Frame =
  | { type: 'ready' | 'resync'; seq: number }
  | { type: 'change'; seq: number; kind: string; message: { id: string } }
  | { type: 'own'; unread: number | null; readMessage: string | null; muted: boolean; blocked: boolean }
  | { type: 'read'; side: string; message: string | null }
  | { type: 'typing'; side: string };

const isNumber = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
const isText = (value: unknown): boolean => typeof value === 'string';
const isTextOrNull = (value: unknown): boolean => value === null || isText(value);
const isTruth = (value: unknown): boolean => typeof value === 'boolean';

const FIELDS: Record<Frame['type'], Record<string, (value: unknown) => boolean>> = {
  ready: { seq: isNumber },
  resync: { seq: isNumber },
  change: { seq: isNumber, kind: isText, message: (value) => isText((value as { id?: unknown } | null)?.id) },
  own: {
    unread: (value) => value === null || isNumber(value),
    readMessage: isTextOrNull,
    muted: isTruth,
    blocked: isTruth,
  },
  read: { side: isText, message: isTextOrNull },
  typing: { side: isText },
};

/** A frame that came in; null when it is none that is known, in its exact form. */
function frameOf(data: unknown): Frame | null {
  let found: Record<string, unknown> | null;
  try {
    found = JSON.parse(String(data));
  } catch {
    // The answer to a ping.
    return null;
  }
  const type = String(found?.type);
  if (!Object.hasOwn(FIELDS, type)) return null;
  const isWhole = Object.entries(FIELDS[type as Frame['type']]).every(([name, is]) => is(found![name]));
  return isWhole ? (found as unknown as Frame) : null;
}
