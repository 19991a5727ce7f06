// The service is killed without warning, again and again, while events come in. With more of both:
// `EVENTS=1200 KILLS=6 npx vitest run --project journeys kill`.

import { afterAll, beforeAll, expect, it } from 'vitest';
import * as clock from '../harness/clock.ts';
import { freePorts } from './support/dev.ts';
import { pause, type Receiver, type Service, startReceiver, startService, until } from './webhooks-world.ts';

const PORT = await freePorts();
const RECEIVER_PORT = PORT + 1;
const EVENTS = Number(process.env.EVENTS ?? 150);
const KILLS = Number(process.env.KILLS ?? 2);
const SENDERS = 12;
const SHOP = 'https://shop.example.com';

let service: Service;
let receiver: Receiver;
let pixel: string;
/**
 * The pixel's URL behind the shop's own proxy, which tells us each visitor, because one visitor may send only
 * so much.
 */
let proxied: string;
let conversion: string;

beforeAll(async () => {
  receiver = await startReceiver(RECEIVER_PORT, { '/hook': (response) => response.writeHead(200).end() });
  service = await startService(PORT, 1, SENDERS);
  const call = async (path: string, method: string, body: object) =>
    (await service.call(method, path, service.keys[0]!, body)).body.data;
  const made = await call('/v1/pixels', 'POST', { name: 'Shop', domains: [SHOP] });
  pixel = made.id;
  proxied = made.firstParty.target;
  conversion = (await call('/v1/conversions', 'POST', { name: 'Sales', eventName: 'purchase' })).id;
  await call('/v1/keys/current', 'PATCH', { webhookUrl: `http://127.0.0.1:${RECEIVER_PORT}/hook` });
});

afterAll(async () => {
  await service?.end();
  await receiver?.close();
});

interface Tally {
  answered: Set<string>;
  done: number;
}

/** A brand's server: repeats a request with the same eventId until it is answered. */
async function serverSends(eventId: string, key: string, tally: Tally): Promise<void> {
  for (;;) {
    try {
      const answer = await service.call('POST', `/v1/pixels/${pixel}/events`, key, {
        name: 'purchase',
        eventId,
      });
      if (answer.status === 202) break;
      if (answer.status !== 429 && answer.status < 500) throw new TypeError(JSON.stringify(answer.body));
    } catch (error) {
      if (error instanceof TypeError && error.message.startsWith('{')) throw error;
    }
    await pause(200);
  }
  tally.answered.add(eventId);
  tally.done++;
}

/** A visitor's browser: sends once, whatever happens. */
async function browserSends(eventId: string, tally: Tally): Promise<void> {
  try {
    const address = `198.51.${(tally.done >> 8) & 255}.${tally.done & 255}`;
    const response = await fetch(`${proxied}/e`, {
      method: 'POST',
      headers: { Origin: SHOP, 'Content-Type': 'text/plain', 'X-Forwarded-For': address },
      body: JSON.stringify({ name: 'add_to_cart', eventId }),
    });
    await response.arrayBuffer();
    if (response.status === 202) tally.answered.add(eventId);
  } catch {
    // The service is down: this event is lost, as it would be from a real page.
    await pause(100);
  }
  tally.done++;
}

/** All stored events of one name. */
async function stored(name: string): Promise<{ id: string; eventId: string; state: string }[]> {
  const all = [];
  let cursor = '';
  do {
    const path = `/v1/pixel-events?name=${name}&limit=100${cursor && `&cursor=${cursor}`}`;
    const { status, body } = await service.call('GET', path, service.keys[0]!);
    expect(status).toBe(200);
    all.push(...body.data);
    cursor = body.nextCursor ?? '';
  } while (cursor);
  return all;
}

it(`processes every server event once and no browser event twice through ${KILLS} kills`, async () => {
  const server: Tally = { answered: new Set(), done: 0 };
  const browser: Tally = { answered: new Set(), done: 0 };
  let nextServer = 0;
  let nextBrowser = 0;
  const senders = service.keys.flatMap((key) => [
    (async () => {
      while (nextServer < EVENTS) await serverSends(`s-${nextServer++}`, key, server);
    })(),
    (async () => {
      while (nextBrowser < EVENTS) await browserSends(`b-${nextBrowser++}`, browser);
    })(),
  ]);
  for (let kill = 1; kill <= KILLS; kill++) {
    await until(() => {
      if (server.done + browser.done < (2 * EVENTS * kill) / (KILLS + 2)) throw new Error('not yet');
    }, 120_000);
    await service.kill();
    await service.start();
  }
  await Promise.all(senders);
  expect(server.answered.size).toBe(EVENTS);

  // The cron finds what the queue lost with the process.
  const conversions = await until(async () => {
    await service.minute(clock.now() + 60_000);
    const { body } = await service.call('GET', `/v1/conversions/${conversion}`, service.keys[0]!);
    if (body.data.counts.recorded < EVENTS) throw new Error(`${body.data.counts.recorded} recorded`);
    return body.data.counts.recorded;
  }, 120_000);
  expect(conversions).toBe(EVENTS);
  const purchases = await stored('purchase');
  expect(new Set(purchases.map((event) => event.eventId))).toEqual(server.answered);
  expect(purchases).toHaveLength(EVENTS);
  expect(purchases.filter((event) => event.state !== 'processed')).toEqual([]);

  const carts = await stored('add_to_cart');
  expect(new Set(carts.map((event) => event.eventId)).size).toBe(carts.length);
  const lost = [...browser.answered].filter((id) => !carts.some((event) => event.eventId === id));
  console.log(
    `browser events: ${browser.answered.size} answered with 202, ${lost.length} of them lost by the local queue`,
  );
  expect(browser.answered.size).toBeGreaterThan(EVENTS / 10);

  // The outbox lost nothing: one event for each purchase reached the receiver, however often it was reported.
  await until(async () => {
    await service.minute(clock.now() + 20 * 60_000);
    const sent = new Set<string>();
    for (const { body } of receiver.of('/hook')) {
      const event = JSON.parse(body) as { type: string; data: { pixel_event: string } };
      if (event.type === 'conversion.recorded') sent.add(event.data.pixel_event);
    }
    if (sent.size < EVENTS) throw new Error(`${sent.size} of ${EVENTS} reached the receiver`);
    expect(sent).toEqual(new Set(purchases.map((event) => event.id)));
  }, 120_000);
  const ids = receiver.of('/hook').map(({ body }) => (JSON.parse(body) as { id: string }).id);
  const conversionEvents = new Set(
    receiver.of('/hook').flatMap(({ body }) => {
      const event = JSON.parse(body) as { id: string; type: string };
      return event.type === 'conversion.recorded' ? [event.id] : [];
    }),
  );
  expect(conversionEvents.size).toBe(EVENTS);
  console.log(`webhooks: ${ids.length} requests for ${new Set(ids).size} events`);
}, 300_000);
