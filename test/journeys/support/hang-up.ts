// Clients that hang up: in the middle of a response, or of a body that they send.
import { connect } from 'node:net';

const TOGETHER = 8;

const PATHS = [
  ...['/docs', '/docs/viewer/swagger-ui-bundle.js', '/openapi.json', '/v1/account', '/px/pixel.js'],
  ...['/', '/sign-in', '/components', '/nothing', '/v1/ad-fields?platform=meta'],
];

const BODIES = [
  ...['/v1/conversions', '/v1/files?purpose=submission&name=a.mp4', '/px/pxl_00000000000000000000000000/e'],
  ...['/sign-in', '/sign-up', '/api/auth/oauth2/token', '/webhooks/stripe', '/docs', '/nothing'],
];

/**
 * Requests pages and hangs up `count` times: before the response, at its first bytes, or after closing its
 * own side.
 */
export async function leavePages(port: number, count: number): Promise<void> {
  await inTurn(count, (n) => {
    const path = PATHS[n % PATHS.length]!;
    const how = (['first bytes', 'reset', 'end'] as const)[Math.floor(n / PATHS.length) % 3]!;
    return hangUp(port, [`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`], how, n % 9);
  });
}

/** Sends `count` bodies without their ends: small and large, of known and of unknown length. */
export async function cutBodies(port: number, count: number, headers = ''): Promise<void> {
  await inTurn(count, (n) => {
    const path = BODIES[n % BODIES.length]!;
    const [whole, sent] = [
      [100_000, 1_000],
      [50, 49],
      [2_000_000, 300_000],
      [30_000_000, 1_500_000],
    ][n % 4] as [number, number];
    const length =
      n % 5 === 0
        ? `Transfer-Encoding: chunked\r\n\r\n${whole.toString(16)}\r\n`
        : `Content-Length: ${whole}\r\n\r\n`;
    const type = n % 2 ? 'application/json' : 'text/plain';
    const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${headers}Content-Type: ${type}\r\n${length}`;
    return hangUp(port, [head, Buffer.alloc(sent, 'x')], n % 2 ? 'reset' : 'end', n % 20);
  });
}

async function inTurn(count: number, one: (n: number) => Promise<void>): Promise<void> {
  for (let n = 0; n < count; n += TOGETHER)
    await Promise.all(Array.from({ length: Math.min(TOGETHER, count - n) }, (_, k) => one(n + k)));
}

/** Never rejects: it does not matter if the other side was faster. */
async function hangUp(
  port: number,
  parts: (string | Buffer)[],
  how: 'first bytes' | 'reset' | 'end',
  afterMs: number,
): Promise<void> {
  await new Promise<void>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      for (const part of parts) socket.write(part);
      if (how === 'first bytes') socket.once('data', () => socket.resetAndDestroy());
      else
        setTimeout(() => (how === 'end' ? socket.end(() => resolve()) : socket.resetAndDestroy()), afterMs);
    });
    socket.on('error', () => resolve());
    socket.on('close', () => resolve());
  });
}
