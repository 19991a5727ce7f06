// The `WebSocket` and the window of a page, for its scripts: connections reach our Worker as a browser's do.
import { vi } from 'vitest';
import worker from '../../../src/index.ts';
import { leftBehind } from '../vitest/left-behind.ts';
import { testEnv } from '../world.ts';

/** What connections meet on their way. */
export const network = { isDown: false, isSilent: false };

export class PageSocket extends EventTarget {
  // The objects, which run beside the tests, ask for it as well.
  static readonly OPEN = WebSocket.OPEN;
  static readonly all: PageSocket[] = [];
  static get open(): PageSocket[] {
    return PageSocket.all.filter(({ readyState }) => readyState < 2);
  }

  readyState = 0;
  readonly sent: string[] = [];
  #remote: WebSocket | null = null;

  readonly address: URL;

  constructor(address: string, protocols: string[]) {
    super();
    this.address = new URL(address);
    PageSocket.all.push(this);
    void this.#connect(protocols).catch(() => this.cut());
  }

  async #connect(protocols: string[]): Promise<void> {
    if (network.isDown) throw new Error('the network is down');
    const url = new URL(this.address);
    const origin = `https://${url.host}`;
    url.protocol = 'https:';
    const headers = {
      Upgrade: 'websocket',
      Origin: origin,
      'Sec-WebSocket-Protocol': protocols.join(', '),
    };
    const { execution, done } = leftBehind();
    const request = new Request(url, { headers }) as Request<unknown, IncomingRequestCfProperties>;
    const { webSocket } = await worker.fetch(request, testEnv, execution);
    await done();
    if (!webSocket) throw new Error('refused');
    if (this.readyState > 1) return;
    this.#remote = webSocket;
    this.readyState = 1;
    webSocket.addEventListener('message', ({ data }) => this.hears(String(data)));
    webSocket.addEventListener('close', ({ code }) => this.cut(code));
    webSocket.accept();
  }

  /** What comes in. */
  hears(data: string): void {
    if (this.readyState === 1 && !network.isSilent) this.dispatchEvent(new MessageEvent('message', { data }));
  }

  send(data: string): void {
    this.sent.push(data);
    if (!network.isSilent) this.#remote!.send(data);
  }

  close(): void {
    this.readyState = 3;
    this.#remote?.close(1000);
  }

  /** Ends the connection, as a network or the server does. */
  cut(code = 1006): void {
    if (this.readyState === 3) return;
    this.close();
    this.dispatchEvent(new CloseEvent('close', { code }));
  }
}

/** Stands for a page's window, until `vi.unstubAllGlobals`. */
export function newPage(): { hide(): void; show(): void } {
  PageSocket.all.length = 0;
  Object.assign(network, { isDown: false, isSilent: false });
  const window = new EventTarget();
  const document = { hidden: false };
  vi.stubGlobal('WebSocket', PageSocket);
  vi.stubGlobal('document', document);
  vi.stubGlobal('location', { href: 'https://service.test/app' });
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
  const turn = (hidden: boolean) => {
    document.hidden = hidden;
    window.dispatchEvent(new Event('visibilitychange'));
  };
  return { hide: () => turn(true), show: () => turn(false) };
}
