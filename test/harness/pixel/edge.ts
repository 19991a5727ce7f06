// The pixel's Worker as a visitor's browser sees it, with only its own bindings. The queue is recorded on the
// platform's side, so everything up to `send` is the service itself.
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { expect } from 'vitest';
import type { RejectionsMessage } from '../../../src/env.ts';
import type { IncomingEvent } from '../../../src/pixel/event-body.ts';
import type { PixelEnv } from '../../../src/pixel/handle.ts';
import worker from '../../../src/pixel-worker.ts';
import { call, type Minted, mintAccount, ORIGIN, testEnv } from '../world.ts';

export interface Message {
  kind: string;
  shard: number;
  account: string;
  network: string;
  event: IncomingEvent;
}

/** An isolate's message about the beacons that it refused. */
export type Refusals = RejectionsMessage;

export const SHOP = 'https://shop.example';

export interface Sending {
  method?: string;
  headers?: Record<string, string>;
  body?: BodyInit | null;
  cf?: Record<string, unknown>;
  env?: Partial<PixelEnv>;
}

export interface Outcome {
  response: Response;
  queued: Message[];
  refusals: Refusals[];
}

/** A brand with a pixel on SHOP. */
export interface Edge {
  brand: Minted;
  pixel: string;
  newPixel(more?: Record<string, unknown>): Promise<string>;
  /** Sends what the script would send from a page of SHOP, to `to` or else to the edge's own pixel. */
  beacon(
    body: unknown,
    headers?: Record<string, string>,
    more?: Sending & { to?: string; path?: string },
  ): Promise<Outcome>;
}

export async function setEdge(): Promise<Edge> {
  const brand = await mintAccount();
  const newPixel = async (more: Record<string, unknown> = {}): Promise<string> => {
    const answer = await call('POST', '/v1/pixels', {
      key: brand.key,
      body: { name: 'Shop', domains: [SHOP], ...more },
    });
    expect(answer.status).toBe(201);
    return answer.body.data.id;
  };
  const pixel = await newPixel();
  return {
    brand,
    pixel,
    newPixel,
    beacon: async (body, headers = {}, more = {}) => {
      const raw = typeof body === 'string' || body instanceof Uint8Array;
      return await knock(`/px/${more.to ?? pixel}${more.path ?? '/e'}`, {
        ...more,
        method: 'POST',
        headers: {
          Origin: SHOP,
          'Content-Type': 'text/plain;charset=UTF-8',
          'User-Agent': 'Mozilla/5.0 Test',
          'CF-Connecting-IP': '203.0.113.7',
          ...headers,
        },
        body: raw ? (body as BodyInit) : JSON.stringify(body),
      });
    },
  };
}

/** Sends one request to the pixel's Worker. */
export async function knock(path: string, sending: Sending = {}): Promise<Outcome> {
  const queued: Message[] = [];
  const refusals: Refusals[] = [];
  const recorder = {
    send: async (message: Message | Refusals) => {
      if (message.kind === 'rejections') refusals.push(structuredClone(message as Refusals));
      else queued.push(structuredClone(message as Message));
    },
    sendBatch: async (batch: Iterable<{ body: Message }>) => {
      for (const { body } of batch) queued.push(structuredClone(body));
    },
  };
  const request = new Request(ORIGIN + path, {
    method: sending.method ?? 'GET',
    headers: sending.headers ?? {},
    body: sending.body ?? null,
    cf: { country: 'DE', regionCode: 'BE', city: 'Berlin', postalCode: '10115', ...sending.cf },
  });
  const ctx = createExecutionContext();
  const { DB, BEACONS } = testEnv;
  const env = { DB, BEACONS, PIXEL_EVENTS: recorder as never, ...sending.env };
  const response = await worker.fetch(request, env, ctx);
  await waitOnExecutionContext(ctx);
  return { response, queued, refusals };
}

/** The error in a response, which must have a complete envelope. */
export async function refusalIn(response: Response): Promise<{ code: string; details?: { path: string }[] }> {
  const { error } = (await response.json()) as {
    error: { code: string; message: string; requestId: string; details?: { path: string }[] };
  };
  expect(error.message).not.toBe('');
  expect(error.requestId).toBe(response.headers.get('Request-Id'));
  return error;
}
