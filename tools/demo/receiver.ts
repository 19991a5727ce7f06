// A minimal customer's server: it receives webhooks, checks their signatures and prints them. GET /events
// returns the received events, newest first.

import { createServer, type IncomingMessage, type Server } from 'node:http';
import * as clock from '../../src/kit/clock.ts';
import { verifySignature } from './signature.ts';

const KEPT = 200;

export interface Received {
  receivedAt: string;
  verified: boolean;
  event: unknown;
}

export async function startReceiver(
  port: number,
  secret: string,
  print: (line: string) => void,
): Promise<Server> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    if (request.method === 'GET' && request.url === '/events') {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(received));
      return;
    }
    if (request.method !== 'POST' || request.url !== '/webhooks') {
      response.writeHead(404).end();
      return;
    }
    const body = await readBody(request).catch(() => null);
    // The sender ended in the middle of the body, and will send it again.
    if (body === null) return;
    const signature = String(request.headers['service-signature'] ?? '');
    const verified = verifySignature(signature, body, secret, clock.now());
    if (!verified) {
      print(`webhook refused: its signature does not fit (${body.length} bytes)`);
      response.writeHead(400).end('bad signature');
      return;
    }
    const event = JSON.parse(body.toString('utf8')) as { id: string; type: string };
    received.unshift({ receivedAt: new Date(clock.now()).toISOString(), verified, event });
    received.length = Math.min(received.length, KEPT);
    print(`webhook ${event.type} (signature verified)\n${JSON.stringify(event, null, 2)}`);
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return server;
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
