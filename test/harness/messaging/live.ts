// Sockets of threads, as clients have them.
import { vi } from 'vitest';
import worker from '../../../src/index.ts';
import { PATIENCE } from '../patience.ts';
import { leftBehind } from '../vitest/left-behind.ts';
import { call, ORIGIN, testEnv } from '../world.ts';
import { as, type Side } from './talks.ts';

export interface Frame {
  type: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into frames freely
  [field: string]: any;
}

export class LiveClient {
  readonly frames: Frame[] = [];
  /** Texts that are no frames: the answers to pings. */
  readonly texts: string[] = [];
  closed: { code: number } | null = null;
  readonly #socket: WebSocket;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      if (typeof data === 'string' && data.startsWith('{')) this.frames.push(JSON.parse(data) as Frame);
      else this.texts.push(String(data));
    });
    socket.addEventListener('close', ({ code }) => {
      this.closed = { code };
    });
    socket.accept();
  }

  send(frame: unknown): void {
    this.#socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
  }

  sendBytes(bytes: Uint8Array): void {
    this.#socket.send(bytes);
  }

  close(): void {
    this.#socket.close(1000);
  }

  /** Waits until a frame is like this one. */
  async sees(type: string, matches: (frame: Frame) => boolean = () => true): Promise<Frame> {
    return await vi.waitFor(() => {
      const found = this.frames.find((frame) => frame.type === type && matches(frame));
      if (!found)
        throw new Error(`no ${type} among ${JSON.stringify(this.frames)}, closed ${this.closed?.code}`);
      return found;
    }, PATIENCE);
  }

  async endsWith(code: number): Promise<void> {
    await vi.waitFor(() => {
      if (this.closed?.code !== code)
        throw new Error(`closed with ${this.closed?.code}, has ${JSON.stringify(this.frames.at(-1))}`);
    }, PATIENCE);
  }

  /** The numbers of the changes that it was told. */
  get seqs(): number[] {
    return this.frames.filter(({ type }) => type === 'change').map(({ seq }) => seq as number);
  }
}

export interface LiveCall {
  by?: Side;
  after?: number | string;
  protocols?: readonly string[];
  origin?: string;
}

/** Asks for a socket. */
export async function askLive(
  thread: string,
  { by, after, protocols, origin }: LiveCall,
): Promise<{ status: number; client: LiveClient | null; headers: Headers; body: string | null }> {
  const headers = new Headers({ Upgrade: 'websocket' });
  if (by) headers.set('Authorization', `Bearer ${by.key}`);
  if (by?.as) headers.set('Service-Account', by.as);
  if (protocols) headers.set('Sec-WebSocket-Protocol', protocols.join(', '));
  if (origin) headers.set('Origin', origin);
  const query = after === undefined ? '' : `?after=${after}`;
  const request = new Request(`${ORIGIN}/v1/threads/${thread}/live${query}`, { headers });
  const { execution, done } = leftBehind();
  const answer = await worker.fetch(
    request as Request<unknown, IncomingRequestCfProperties>,
    testEnv,
    execution,
  );
  await done();
  const socket = answer.webSocket;
  return {
    status: answer.status,
    headers: answer.headers,
    client: socket ? new LiveClient(socket) : null,
    body: socket ? null : await answer.text(),
  };
}

/** Opens a socket that has to open. */
export async function openLive(thread: string, by: Side, after?: number): Promise<LiveClient> {
  const { status, client, body } = await askLive(thread, { by, ...(after === undefined ? {} : { after }) });
  if (!client) throw new Error(`${status} ${body}`);
  return client;
}

export async function ticketFor(thread: string, by: Side, origin?: string) {
  return await call('POST', `/v1/threads/${thread}/live-tickets`, {
    ...as(by),
    body: origin === undefined ? {} : { origin },
  });
}
