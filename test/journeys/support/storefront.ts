// A visitor of a simulated shop without a browser: keeps cookies, and is told only the shop's host.
import { request } from 'node:http';
import type { Any } from './shopify.ts';

/** Where a browser opens the shop. */
export function shopOrigin(simulators: string, shop: string): string {
  return `http://${shop}.localhost:${new URL(simulators).port}`;
}

/** `fetch` lets nobody name another host than the one that it connects to. */
function ask(simulators: string, path: string, sent: Request): Promise<Response> {
  const { hostname, port } = new URL(simulators);
  return new Promise((answered, failed) => {
    const options = { hostname, port, path, method: sent.method, headers: Object.fromEntries(sent.headers) };
    const onward = request(options, async (answer) => {
      const pieces: Buffer[] = [];
      for await (const piece of answer) pieces.push(piece);
      const headers = new Headers();
      for (let at = 0; at < answer.rawHeaders.length; at += 2)
        headers.append(answer.rawHeaders[at]!, answer.rawHeaders[at + 1]!);
      answered(
        new Response(pieces.length === 0 ? null : Buffer.concat(pieces), {
          status: answer.statusCode!,
          headers,
        }),
      );
    });
    onward.on('error', failed);
    void sent.arrayBuffer().then((body) => onward.end(Buffer.from(body)), failed);
  });
}

export function visitorOf(simulators: string, shop: string) {
  const cookies = new Map<string, string>();
  const origin = shopOrigin(simulators, shop);
  const go = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const sent = new Request(simulators + path, init);
    sent.headers.set('host', new URL(origin).host);
    sent.headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const answer = await ask(simulators, path, sent);
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (line.includes('Max-Age=0')) cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  };
  /** Asks the Ajax API. @returns the answer's status with what it says. */
  const cart = async (path: string, body?: object): Promise<Any> => {
    const init = body && {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json' },
    };
    const answer = await go(path, init);
    return { http: answer.status, ...((await answer.json()) as object) };
  };
  /** Follows an address that leads on, and pays at the checkout that it comes to. @returns the thank-you page. */
  const pay = async (
    at: string,
    buyer: Record<string, string> = {},
  ): Promise<{ token: string; page: string }> => {
    const led = at.startsWith('/checkouts/') ? at : (await go(at)).headers.get('location')!;
    await go(led);
    const paid = await go(led, { method: 'POST', body: new URLSearchParams({ ...buyer, pay: '' }) });
    const page = await (await go(paid.headers.get('location')!)).text();
    return { token: led.split('/').at(-1)!, page };
  };
  return { go, cart, pay, cookies };
}
