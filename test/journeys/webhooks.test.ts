// Deliveries over real connections: Workers in workerd, receivers here, signatures checked by the verifier that customers use.
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as clock from '../harness/clock.ts';
import { inTurn } from '../harness/vitest/portion.ts';
import { freePorts } from './support/dev.ts';
import { pause, type Received, type Service, startReceiver, startService, until } from './webhooks-world.ts';

const PORT = await freePorts();
const RECEIVER = PORT + 1;
const HOUR_MS = 3_600_000;
/** How long a receiver that does not answer holds its own requests, and must hold no others. */
const HANGS_MS = 10_000;
const stripe = new Stripe('sk_test_unused');

let service: Service;
let next = 0;

beforeAll(async () => {
  service = await startService(PORT, 27);
});
afterAll(async () => {
  await service.end();
});

/** A separate key with this URL. */
async function listener(path: string, port = RECEIVER) {
  const key = service.keys[next++]!;
  const url = `http://127.0.0.1:${port}${path}`;
  const { status, body } = await service.call('PATCH', '/v1/keys/current', key, { webhookUrl: url });
  expect(status).toBe(200);
  return { key, url, secret: body.data.webhookSecret as string };
}

async function trigger(key: string): Promise<string> {
  const { status, body } = await service.call('POST', '/v1/keys/current/test-events', key, {
    type: 'file.ready',
  });
  expect(status).toBe(202);
  return body.data.id;
}

const eventOf = async (key: string, id: string) =>
  (await service.call('GET', `/v1/events/${id}`, key)).body.data;

const ends = (key: string, id: string, delivery: string, patienceMs?: number) =>
  until(async () => {
    const event = await eventOf(key, id);
    expect(event.delivery).toBe(delivery);
    return event;
  }, patienceMs);

const verify = ({ body, headers }: Received, secret: string) =>
  stripe.webhooks.constructEventAsync(body, headers['service-signature'] as string, secret);

describe('a receiver that checks signatures', () => {
  it('accepts each delivery, with the old and the new secret during a rotation', async () => {
    const receiver = await startReceiver(RECEIVER, {
      '/signed': (response) => response.writeHead(204).end(),
    });
    try {
      const { key, url, secret } = await listener('/signed');
      const first = await trigger(key);
      await ends(key, first, 'delivered');
      const [one] = receiver.of('/signed');
      expect(one!.headers).toMatchObject({
        'content-type': 'application/json',
        'user-agent': 'Service-Webhooks/1',
        'service-event': first,
      });
      expect(await verify(one!, secret)).toMatchObject({ id: first, type: 'file.ready' });
      await expect(verify({ ...one!, body: `${one!.body} ` }, secret)).rejects.toThrow();
      const rotated = await service.call('PATCH', '/v1/keys/current', key, { webhookUrl: url });
      const second = await trigger(key);
      await ends(key, second, 'delivered');
      const two = receiver.of('/signed')[1]!;
      await verify(two, secret);
      await verify(two, rotated.body.data.webhookSecret);
      await expect(verify(one!, rotated.body.data.webhookSecret)).rejects.toThrow();
    } finally {
      await receiver.close();
    }
  });
});

/** The bytes on the wire, and what the attempt records about them. */
const MALFORMED: Record<string, [wire: string, attempt: { status: number | null; error: string }]> = {
  '/no-http': [
    'HELLO WORLD\r\n\r\n',
    { status: null, error: 'Malformed answer: it is not HTTP, or the host name leads nowhere.' },
  ],
  '/no-header': [
    'HTTP/1.1 200 OK\r\nno colon here\r\n\r\n',
    { status: null, error: 'Malformed answer: it is not HTTP, or the host name leads nowhere.' },
  ],
  '/no-length': [
    'HTTP/1.1 200 OK\r\nContent-Length: some\r\n\r\nhi',
    { status: null, error: 'Malformed answer: invalid Content-Length header value; cl = some' },
  ],
  '/no-chunk': [
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\nhi\r\n',
    { status: 200, error: 'Malformed answer: its body is not framed as HTTP.' },
  ],
  '/no-gzip': [
    // The one complete answer: the connection would be used again while it ends.
    'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\nhi',
    { status: 200, error: 'Malformed answer: Gzip decompression failed.' },
  ],
  '/short': [
    'HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhi',
    { status: 200, error: 'The answer broke off: Network connection lost.' },
  ],
};

describe('receivers that misbehave', () => {
  it('each end as the table says, and delay nobody else', async () => {
    const answers: Record<string, Parameters<typeof startReceiver>[1][string]> = {
      '/good': (response) => response.end('ok'),
      '/fails': (response) => response.writeHead(500).end('broken'),
      '/hangs': () => {},
      '/half': (response) => response.writeHead(200).write('half an ans'),
      '/redirects': (response) => response.writeHead(302, { Location: '/good' }).end(),
      '/gone': (response) => response.writeHead(410).end('gone'),
      '/busy': (response) => response.writeHead(429, { 'Retry-After': '9' }).end('later'),
      '/resets': (response) => response.destroy(),
      '/huge': (response) => {
        response.writeHead(200, { 'Content-Type': 'text/plain' });
        const block = Buffer.alloc(1 << 20, 120);
        const write = (left: number) => {
          if (left === 0 || response.destroyed) response.end();
          else response.write(block, () => write(left - 1));
        };
        write(10);
      },
    };
    for (const [path, [wire]] of Object.entries(MALFORMED))
      answers[path] = (response) => response.socket!.end(wire);
    const receiver = await startReceiver(RECEIVER, answers);
    try {
      const paths = Object.keys(answers);
      const parties = new Map<string, { key: string; events: string[] }>();
      for (const path of paths) parties.set(path, { key: (await listener(path)).key, events: [] });
      // Three events each, all at once, including the good receiver.
      const began = clock.now();
      await Promise.all(
        Array.from({ length: 3 }).flatMap(() =>
          paths.map(async (path) => {
            const party = parties.get(path)!;
            party.events.push(await trigger(party.key));
          }),
        ),
      );
      await until(() => expect(receiver.of('/good')).toHaveLength(3));
      expect(Math.max(...receiver.of('/good').map((one) => one.at)) - began).toBeLessThan(HANGS_MS);
      // While the others are still being tried, later events go to the good receiver without delay.
      const waits: number[] = [];
      for (let n = 0; n < 8; n++) {
        const { key } = parties.get('/good')!;
        const asked = clock.now();
        const id = await trigger(key);
        await until(() =>
          expect(receiver.of('/good').some((one) => one.headers['service-event'] === id)).toBe(true),
        );
        waits.push(clock.now() - asked);
        await pause(700);
      }
      expect(Math.max(...waits)).toBeLessThan(HANGS_MS);
      const first = async (path: string) => {
        const { key, events } = parties.get(path)!;
        return await Promise.all(
          events.map((id) =>
            until(async () => {
              const event = await eventOf(key, id);
              expect(event.attempts.length).toBeGreaterThan(0);
              return event;
            }, 60_000),
          ),
        );
      };
      for (const event of await first('/good')) expect(event).toMatchObject({ delivery: 'delivered' });
      for (const event of await first('/huge')) {
        expect(event.delivery).toBe('delivered');
        expect(event.attempts[0].body).toBe('x'.repeat(4_096));
      }
      for (const event of await first('/fails')) {
        expect(event.delivery).toBe('pending');
        expect(event.attempts[0]).toMatchObject({ number: 1, status: 500, body: 'broken' });
      }
      for (const event of await first('/redirects')) {
        expect(event.delivery).toBe('pending');
        expect(event.attempts[0]).toMatchObject({ number: 1, status: 302 });
      }
      for (const event of await first('/resets')) {
        expect(event.delivery).toBe('pending');
        expect(event.attempts[0]).toMatchObject({ number: 1, status: null });
      }
      for (const [path, [, attempt]] of Object.entries(MALFORMED)) {
        for (const event of await first(path)) {
          expect(event.delivery).toBe('pending');
          expect(event.attempts[0], path).toMatchObject(attempt);
        }
      }
      for (const path of ['/hangs', '/half']) {
        for (const event of await first(path)) {
          const [attempt] = event.attempts;
          expect(attempt).toMatchObject({ error: 'No complete answer within 10 seconds.' });
          expect(attempt.latencyMs).toBeGreaterThan(HANGS_MS - 100);
          // On a busy machine the timer is late.
          expect(attempt.latencyMs).toBeLessThan(HANGS_MS + 5_000);
        }
      }
      await first('/gone');
      const goneKey = await service.call('GET', '/v1/keys/current', parties.get('/gone')!.key);
      expect(goneKey.body.data.webhookGoneAt).not.toBeNull();
      // The second attempts: after 5 seconds, or after the Retry-After.
      for (const [path, wait] of [
        ['/fails', 5_000],
        ['/redirects', 5_000],
        ['/gone', 5_000],
        ['/busy', 9_000],
      ] as const) {
        const { key, events } = parties.get(path)!;
        for (const id of events) {
          const { attempts } = await until(async () => {
            const event = await eventOf(key, id);
            expect(event.attempts.length).toBeGreaterThan(1);
            return event;
          }, 60_000);
          const gap = Date.parse(attempts[1].at) - Date.parse(attempts[0].at) - attempts[0].latencyMs;
          expect(gap, path).toBeGreaterThanOrEqual(path === '/busy' ? wait : wait * 0.9 - 20);
        }
      }
      expect(receiver.of('/good')).toHaveLength(11);
    } finally {
      await receiver.close();
    }
  });
});

describe.runIf(inTurn(0))('a receiver that is down for two days', () => {
  it('gets every event when it is back, each tried at the moments of the table', async () => {
    const { key } = await listener('/down', RECEIVER + 1);
    const began = clock.now();
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) ids.push(await trigger(key));
    const settled = async () => {
      const events = await Promise.all(ids.map((id) => eventOf(key, id)));
      return events.map((event) => event.attempts.length).join();
    };
    // The first waits are short; later ones are hours.
    const stepAt = (at: number) => (at < began + 8 * HOUR_MS ? HOUR_MS / 2 : 2 * HOUR_MS);
    const pass = async (from: number, to: number, step = stepAt) => {
      for (let at = from; at < to; at += step(at)) {
        await service.minute(at);
        // Wait until the deliveries that became due in this minute have finished.
        for (let seen = '', now = await settled(); now !== seen; ) {
          seen = now;
          await pause(100);
          now = await settled();
        }
      }
    };
    await pass(began + 60_000, began + 48 * HOUR_MS);
    const receiver = await startReceiver(RECEIVER + 1, { '/down': (response) => response.end() });
    try {
      for (const id of ids) {
        const event = await eventOf(key, id);
        expect(event.delivery).toBe('pending');
        const waits = [0, 5 / 3600, 1 / 12, 0.5, 2, 5, 10, 14, 20, 20].map((hours) => hours * HOUR_MS);
        const times = event.attempts.map(({ at }: { at: string }) => Date.parse(at));
        expect(times.length).toBeGreaterThanOrEqual(8);
        for (let n = 1; n < times.length; n++) {
          const wait = times[n] - times[n - 1] - event.attempts[n - 1].latencyMs;
          expect(wait, `attempt ${n + 1}`).toBeGreaterThanOrEqual(waits[n]! * 0.9 - 50);
          expect(wait, `attempt ${n + 1}`).toBeLessThan(waits[n]! * 1.1 + 2 * stepAt(times[n]));
        }
      }
      await pass(began + 48 * HOUR_MS, began + 72 * HOUR_MS, () => 8 * HOUR_MS);
      for (const id of ids) await ends(key, id, 'delivered', 60_000);
      expect(
        receiver
          .of('/down')
          .map((one) => one.headers['service-event'])
          .sort(),
      ).toEqual([...ids].sort());
    } finally {
      await receiver.close();
    }
  }, 300_000);
});

describe.runIf(inTurn(1))('a service that is killed', () => {
  it('between sending and recording sends again, and loses nothing', async () => {
    let answer = false;
    const receiver = await startReceiver(RECEIVER, {
      '/killed': (response) => {
        if (answer) response.end();
      },
    });
    try {
      const { key } = await listener('/killed');
      const ids = await Promise.all(Array.from({ length: 30 }, () => trigger(key)));
      await until(() => expect(receiver.of('/killed').length).toBeGreaterThan(0));
      await service.kill();
      const sentBefore = new Set(receiver.of('/killed').map((one) => one.headers['service-event']));
      answer = true;
      await service.start();
      for (let minute = 1; minute <= 41; minute += 5) await service.minute(clock.now() + minute * 60_000);
      for (const id of ids) await ends(key, id, 'delivered', 60_000);
      const after = receiver.of('/killed').slice(sentBefore.size);
      for (const id of sentBefore)
        expect(after.some((one) => one.headers['service-event'] === id)).toBe(true);
      expect(new Set(after.map((one) => one.headers['service-event']))).toEqual(new Set(ids));
    } finally {
      await receiver.close();
    }
  }, 180_000);
});

describe('a live connection', () => {
  it('is opened by real clients, with a key or with a ticket, and tells them what is written', async () => {
    const key = service.keys[next++]!;
    const question = { kind: 'support', message: { body: 'Hello' } };
    const thread = (await service.call('POST', '/v1/threads', key, question)).body.data.id as string;
    const ticket = await service.call('POST', `/v1/threads/${thread}/live-tickets`, key, {});
    const { protocols, origin } = ticket.body.data;
    const url = `ws://127.0.0.1:${PORT}/v1/threads/${thread}/live?after=0`;
    const open = (options: object) => new WebSocket(url, options as never);
    const sockets = [
      open({ headers: { Authorization: `Bearer ${key}` } }),
      open({ protocols, headers: { Origin: origin } }),
    ];
    const frames = sockets.map((socket) => {
      const heard: { type: string; seq?: number }[] = [];
      socket.addEventListener('message', ({ data }) => heard.push(JSON.parse(String(data))));
      return heard;
    });
    const told = (count: number) =>
      until(async () =>
        expect(
          frames.map((heard) => heard.filter(({ type }) => type === 'change').map(({ seq }) => seq)),
        ).toEqual([0, 1].map(() => Array.from({ length: count }, (_, n) => n + 1))),
      );
    await told(1);
    expect(sockets.map(({ protocol }) => protocol)).toEqual(['', 'service.live.v1']);
    await service.call('POST', '/v1/messages', key, { thread, body: 'Is anybody there?' });
    await told(2);
    for (const socket of sockets) socket.close();
  });
});
