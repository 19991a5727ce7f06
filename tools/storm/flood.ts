// One side floods a thread of a real service with its usual limits, while the other side goes on writing: everything has to end
// in 429 or a close, and the other side's messages have to come through.
import { ThreadClient } from './thread-client.ts';
import { type Caller, pause, type Storm } from './world.ts';

const SECOND = 1_000;
/** The other side writes every so often, within its limits. */
const MEANWHILE_MS = 2_500;
/** The most requests of a flood that are under way at once. */
const AT_ONCE = 200;
const SOCKETS_OF_A_SIDE = 5;
const MEGABYTE = 1_000_000;

/** How often each status came, or no answer and why. */
type Counts = Record<string, number>;

export interface Flood {
  storm: Storm;
  flooder: Caller;
  other: Caller;
  url: string;
  thread: string;
}

/** How much of everything, in full size. */
const FULL = { seconds: 5, messagesASecond: 1_000, tickets: 10_000, sockets: 500, changes: 100_000 };

/** @param part of the full size. @returns what was wrong. */
export async function flood({ storm, flooder, other, url, thread }: Flood, part: number): Promise<string[]> {
  const wrong: string[] = [];
  const count = (full: number) => Math.max(20, Math.ceil(full * part));
  const keys = flooder.keys.map((key) => ({ ...flooder, key }));
  const listener = new ThreadClient(url, headersOf(flooder), async () => []);
  const listening = listener.run();
  const others = meanwhile({ storm, other, thread, listener });
  const phase = async (name: string, allowed: readonly string[], act: () => Promise<Counts>) => {
    const [begun, before] = [Date.now(), others.waits.length];
    const counts = await act();
    const slowest = Math.round(Math.max(0, ...others.waits.slice(before)));
    const took = ((Date.now() - begun) / SECOND).toFixed(1);
    console.log(
      `  ${name}: ${JSON.stringify(counts)} in ${took} s; the other side waited ${slowest} ms at most`,
    );
    for (const one of Object.keys(counts))
      if (!allowed.includes(one)) wrong.push(`${name} ended in ${one}, ${counts[one]} times`);
    return counts;
  };
  const post = async (n: number, path: string, body: object) =>
    (await storm.once('POST', path, keys[n % keys.length]!, body)).status;

  const message = (await storm.call('POST', '/v1/messages', flooder, { thread, body: 'begins' }, 'begins'))
    .body.data.id;
  await phase('messages', ['201', '429'], () =>
    many(
      count(FULL.messagesASecond * FULL.seconds),
      (n) => post(n, '/v1/messages', { thread, body: `flood ${n}` }),
      FULL.messagesASecond,
    ),
  );
  await phase('tickets', ['201', '429'], () =>
    many(count(FULL.tickets), (n) => post(n, `/v1/threads/${thread}/live-tickets`, {})),
  );
  const sockets: WebSocket[] = [];
  const opened = await phase('sockets', ['101', 'refused'], () =>
    many(count(FULL.sockets), async (n) => {
      const socket = await open(url, headersOf(keys[n % keys.length]!));
      if (!socket) return 'refused';
      sockets.push(socket);
      return 101;
    }),
  );
  if ((opened['101'] ?? 0) > SOCKETS_OF_A_SIDE) wrong.push('a side has more sockets than it may');
  await phase('frames of 10 MB', ['closed'], () =>
    many(sockets.length, async (n) => await closedBy(sockets[n]!, 'x'.repeat(10 * MEGABYTE))),
  );
  let version = 1;
  await phase('edits and reactions', ['200', '409', '429'], () =>
    many(count(FULL.changes), async (n) => {
      const change = n % 2 === 0 ? { version, body: `edit ${n}` } : { emoji: '👏', reacted: n % 4 === 1 };
      const by = keys[n % keys.length]!;
      const { status, body } = await storm.once('PATCH', `/v1/messages/${message}`, by, change);
      if (status === 200) version = Math.max(version, body.data.version);
      return status;
    }),
  );
  wrong.push(...(await others.end()));
  listener.stop();
  await listening;
  return wrong.concat(listener.faults.map((fault) => `a listener ${fault}`));
}

const headersOf = ({ key, as }: Caller): Record<string, string> => ({
  Authorization: `Bearer ${key}`,
  ...(as && { 'Service-Account': as }),
});

/** The other side writes on. `waits` are the milliseconds until each of its messages was heard. */
function meanwhile({
  storm,
  other,
  thread,
  listener,
}: Pick<Flood, 'storm' | 'other' | 'thread'> & { listener: ThreadClient }) {
  const waits: number[] = [];
  const wrong: string[] = [];
  let going = true;
  const write = async () => {
    for (let n = 0; going; n++) {
      const begun = performance.now();
      const message = { thread, body: `mine ${n}` };
      const { status, body } = await storm.call('POST', '/v1/messages', other, message, `mine ${n}`);
      if (status !== 201) wrong.push(`the other side was answered ${status} ${JSON.stringify(body)}`);
      else {
        const until = Date.now() + 30 * SECOND;
        while (!listener.messages.has(body.data.id) && Date.now() < until) await pause(5);
        if (!listener.messages.has(body.data.id))
          wrong.push(`${body.data.id} of the other side was not heard`);
      }
      waits.push(performance.now() - begun);
      await pause(MEANWHILE_MS);
    }
  };
  const writing = write().catch((error) => void wrong.push(`the other side got no answer: ${error}`));
  return {
    waits,
    end: async () => {
      going = false;
      await writing;
      return wrong;
    },
  };
}

/** Does something so many times, a number of them at once, and `aSecond` at most. */
async function many(
  times: number,
  act: (n: number) => Promise<number | string>,
  aSecond = Infinity,
): Promise<Counts> {
  const counts: Counts = {};
  const begun = Date.now();
  let next = 0;
  const go = async () => {
    while (next < times) {
      const n = next++;
      await pause(Math.max(0, begun + (n / aSecond) * SECOND - Date.now()));
      note(counts, await act(n).catch(lost));
    }
  };
  await Promise.all(Array.from({ length: Math.min(times, AT_ONCE) }, go));
  return counts;
}

/** Why there was no answer: a reset is none of the ends that a flood may have. */
const lost = (error: Error & { cause?: { code?: string } }): string => error.cause?.code ?? String(error);

function note(counts: Counts, what: number | string): void {
  counts[what] = (counts[what] ?? 0) + 1;
}

type NodeSocket = new (url: string, options: { headers: Record<string, string> }) => WebSocket;

async function open(url: string, headers: Record<string, string>): Promise<WebSocket | null> {
  const socket = new (WebSocket as unknown as NodeSocket)(url, { headers });
  return await new Promise((resolve) => {
    socket.addEventListener('open', () => resolve(socket));
    socket.addEventListener('error', () => resolve(null));
  });
}

async function closedBy(socket: WebSocket, frame: string): Promise<string> {
  const closed = new Promise<string>((resolve) => socket.addEventListener('close', () => resolve('closed')));
  socket.send(frame);
  return await Promise.race([closed, pause(30 * SECOND).then(() => 'open')]);
}
