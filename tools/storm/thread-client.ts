// A client of one thread as the storm has many: it hears all changes by a socket that it opens again and again, and keeps what
// the thread holds by them alone.
import { pause } from './world.ts';

/** A message as every reader has to see it. */
export interface Shown {
  id: string;
  sender: string;
  body: string;
  version: number;
  deleted: boolean;
  /** Emoji with their counts, sorted. */
  reactions: string;
}

interface AnyMessage {
  id: string;
  sender: string | { id: string };
  body: string | null;
  version: number;
  deletedAt: string | number | null;
  reactions: { emoji: string; count: number }[];
}

export function shownOf(message: AnyMessage): Shown {
  const { id, sender, body, version, deletedAt, reactions } = message;
  return {
    id,
    sender: typeof sender === 'string' ? sender : sender.id,
    body: body ?? '',
    version,
    deleted: deletedAt !== null,
    reactions: reactions
      .map(({ emoji, count }) => `${emoji}${count}`)
      .sort()
      .join(' '),
  };
}

/** WebSocket of Node, which takes headers besides protocols. */
type NodeSocket = new (url: string, options: { headers: Record<string, string> }) => WebSocket;

export class ThreadClient {
  readonly messages = new Map<string, Shown>();
  /** The number of the last change that it has. */
  seq = 0;
  /** What no client may see. */
  readonly faults: string[] = [];
  connects = 0;
  resyncs = 0;
  #socket: WebSocket | null = null;
  /** Ends the wait for the current socket. */
  #lost: () => void = () => undefined;
  #over = false;
  readonly #url: string;
  readonly #headers: Record<string, string>;
  readonly #list: () => Promise<Shown[]>;

  /** @param list all messages of the thread, by the API. */
  constructor(url: string, headers: Record<string, string>, list: () => Promise<Shown[]>) {
    this.#url = url;
    this.#headers = headers;
    this.#list = list;
  }

  /** Stays connected until `stop`. */
  async run(): Promise<void> {
    while (!this.#over) {
      await this.#connected().catch(() => undefined);
      await pause(200 + Math.random() * 1_300);
    }
  }

  stop(): void {
    this.#over = true;
    this.cut();
  }

  /** Drops the connection as a network would: nothing more is heard of it, whether the other end answers the close or not. */
  cut(): void {
    this.#socket?.close();
    this.#socket = null;
    this.#lost();
  }

  async #connected(): Promise<void> {
    const Socket = WebSocket as unknown as NodeSocket;
    const socket = new Socket(`${this.#url}?after=${this.seq}`, { headers: this.#headers });
    this.#socket = socket;
    let told = Promise.resolve();
    await new Promise<void>((resolve) => {
      this.#lost = resolve;
      socket.addEventListener('open', () => {
        this.connects++;
      });
      socket.addEventListener('message', ({ data }) => {
        // One frame after another: a resync asks the API in between.
        told = told.then(async () => {
          if (this.#socket === socket) await this.#heard(JSON.parse(String(data)));
        });
      });
      socket.addEventListener('error', () => resolve());
      socket.addEventListener('close', () => resolve());
    });
    await told;
  }

  async #heard(frame: { type: string; seq: number; message: AnyMessage }): Promise<void> {
    if (frame.type === 'change') {
      if (frame.seq !== this.seq + 1) this.faults.push(`heard ${frame.seq} behind ${this.seq}`);
      this.seq = frame.seq;
      this.messages.set(frame.message.id, shownOf(frame.message));
    } else if (frame.type === 'resync') {
      this.resyncs++;
      for (const one of await this.#list()) this.messages.set(one.id, one);
      this.seq = frame.seq;
    } else if (frame.type === 'ready' && frame.seq !== this.seq) {
      this.faults.push(`is ready at ${frame.seq} and has ${this.seq}`);
    }
  }
}
