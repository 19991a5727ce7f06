// Shared by webhook tests: a receiver instead of the internet, and queues that keep their messages until the
// test passes them on, so that a test decides what arrives, when, and what is lost.

import {
  createExecutionContext,
  createMessageBatch,
  getQueueResult,
  waitOnExecutionContext,
} from 'cloudflare:test';
import { expect, vi } from 'vitest';
import { dispatch } from '../../queues/dispatch.ts';
import type { SystemCtx } from '../../src/context.ts';
import { type DomainEvent, emit } from '../../src/db/outbox.ts';
import { sweepDeliveries } from '../../src/domains/accounts/webhooks/sweep-deliveries.ts';
import type { Env, WebhookMessage } from '../../src/env.ts';
import type { EventTypeName } from '../../src/events/catalogue.ts';
import { newId } from '../../src/kit/ids.ts';
import { systemCtx } from '../../src/system-ctx.ts';
import * as clock from './clock.ts';
import { call, type Minted, mintAccount, testEnv } from './world.ts';

export interface Received {
  url: string;
  headers: Headers;
  body: string;
  redirect: string | undefined;
}

export type Respond = (request: Received) => Response | Promise<Response>;

/** Puts receivers in place of the internet: each answers every POST to a URL that begins with its key. */
export function receivers(answers: Record<string, Respond>): Received[] {
  const received: Received[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const request: Received = {
      url,
      headers: new Headers(init.headers),
      body: String(init.body),
      redirect: init.redirect,
    };
    received.push(request);
    const host = Object.keys(answers).find((prefix) => url.startsWith(prefix));
    if (host === undefined) throw new TypeError('Network connection lost.');
    const signal = init.signal!;
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new Error('aborted')));
    });
    return await Promise.race([answers[host]!(request), aborted]);
  });
  return received;
}

export interface Sent {
  queue: 'webhooks' | 'webhooks-slow';
  body: WebhookMessage;
  delaySeconds: number;
}

/** The environment with queues that only collect. */
export function heldQueues(): { env: Env; sent: Sent[] } {
  const sent: Sent[] = [];
  const hold = (queue: Sent['queue']) => ({
    send: async (body: WebhookMessage, options?: QueueSendOptions) => {
      sent.push({ queue, body, delaySeconds: options?.delaySeconds ?? 0 });
    },
    sendBatch: async (messages: Iterable<MessageSendRequest<WebhookMessage>>) => {
      for (const { body, delaySeconds } of messages)
        sent.push({ queue, body, delaySeconds: delaySeconds ?? 0 });
    },
  });
  const env = {
    ...testEnv,
    WEBHOOKS: hold('webhooks'),
    WEBHOOKS_SLOW: hold('webhooks-slow'),
  } as unknown as Env;
  return { env, sent };
}

export function ctxOf(env: Env, now = clock.now()): SystemCtx {
  return systemCtx(env, now);
}

/** Passes messages to a queue's consumer, waits until it has finished, and returns the result of each. */
export async function consume(env: Env, queue: string, bodies: unknown[]) {
  const batch = createMessageBatch(
    queue,
    bodies.map((body, index) => ({
      id: `${crypto.randomUUID()}-${index}`,
      timestamp: new Date(clock.now()),
      attempts: 1,
      body,
    })),
  );
  const execution = createExecutionContext();
  await dispatch(batch, env, execution);
  const result = await getQueueResult(batch, execution);
  await waitOnExecutionContext(execution);
  return result;
}

/** An account whose write key has a webhook URL of its own. */
export async function listener(
  type: 'brand' | 'partner' = 'brand',
  more: Parameters<typeof mintAccount>[1] = {},
): Promise<Minted & { url: string; secret: string }> {
  const account = await mintAccount(type, more);
  const url = `https://${account.keyId.slice(4).toLowerCase()}.example.com/hook`;
  return { ...account, url, secret: await setUrl(account.key, url) };
}

export async function setUrl(key: string, url: string | null): Promise<string> {
  const answer = await call('PATCH', '/v1/keys/current', { key, body: { webhookUrl: url } });
  expect(answer.status).toBe(200);
  return answer.body.data.webhookSecret;
}

/** Emits an event about a made-up file, or the given event. */
export async function emitNow(
  env: Env,
  event: { account: string | null; type?: EventTypeName; creator?: string; data?: Record<string, string> },
  now = clock.now(),
) {
  const ctx = ctxOf(env, now);
  const id = emit(ctx, {
    type: 'file.ready',
    creator: null,
    data: { file: newId('file', now) },
    ...event,
  } as DomainEvent);
  await Promise.all(await ctx.write.commit());
  return id;
}

export interface DeliveryRow {
  id: string;
  status: string;
  attempts: number;
  next_attempt_at: number | null;
  wake_at: number;
  leased_until: number | null;
  retries_since: number;
  via_roster: number;
}

export async function deliveryOf(event: string, keyId: string): Promise<DeliveryRow | null> {
  return await testEnv.DB.prepare('SELECT * FROM deliveries WHERE event_id = ?1 AND key_id = ?2')
    .bind(event, keyId)
    .first<DeliveryRow>();
}

/** Whether a request's signature is correct for a secret, calculated with the platform's own crypto. */
export async function isSignedWith(request: Received, secret: string): Promise<boolean> {
  const [time, ...signatures] = request.headers.get('service-signature')!.split(',');
  const bytes = (text: string) => new TextEncoder().encode(text);
  const key = await crypto.subtle.importKey('raw', bytes(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ]);
  const made = await crypto.subtle.sign('HMAC', key, bytes(`${time!.slice(2)}.${request.body}`));
  const hex = [...new Uint8Array(made)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return Math.abs(Number(time!.slice(2)) - clock.now() / 1000) < 300 && signatures.includes(`v1=${hex}`);
}

/**
 * Lets time pass until `until`: passes queue messages on, and sweeps in each minute in which a delivery
 * waits.
 */
export async function play(env: Env, sent: Sent[], from: number, until: number): Promise<void> {
  for (let now = from; ; ) {
    const due = sent
      .filter((message) => (message.body.at ?? 0) <= until)
      .sort((a, b) => a.body.at! - b.body.at!)[0];
    const sleeper = await testEnv.DB.prepare(
      "SELECT MIN(wake_at) AS at FROM deliveries WHERE status = 'pending'",
    ).first<{ at: number | null }>();
    const sweepAt =
      sleeper!.at === null
        ? Number.POSITIVE_INFINITY
        : Math.ceil(Math.max(sleeper!.at, now) / 60_000) * 60_000;
    if (due && due.body.at! <= sweepAt) {
      sent.splice(sent.indexOf(due), 1);
      now = Math.max(now, due.body.at!);
      await consume(env, due.queue, [due.body]);
    } else if (sweepAt <= until) {
      now = sweepAt;
      await sweepDeliveries(ctxOf(env, now));
      if (now === from) now++;
    } else return;
  }
}

export async function keyRow(keyId: string) {
  return (await testEnv.DB.prepare('SELECT * FROM api_keys WHERE id = ?1').bind(keyId).first<{
    webhook_slow: number;
    webhook_gone_at: number | null;
    webhook_secret: string | null;
    previous_secret: string | null;
  }>())!;
}

/** A creator that `account` manages, and that agreed to be represented by the others. */
export async function creatorOf(account: string | null, related: string[] = []): Promise<string> {
  const now = clock.now();
  const id = newId('creator', now);
  await testEnv.DB.prepare(
    'INSERT INTO creators (id, name, managed_by, version, created_at, updated_at) VALUES (?1, ?1, ?2, 1, ?3, ?3)',
  )
    .bind(id, account, now)
    .run();
  for (const partner of related) {
    await testEnv.DB.prepare(`INSERT INTO creator_relationships (id, account_id, creator_id, consent, status, consent_at, relationship, created_at, updated_at)
      VALUES (?1, ?2, ?3, 'agreed', 'live', ?4, 'represented', ?4, ?4)`)
      .bind(newId('relationship', now), partner, id, now)
      .run();
  }
  return id;
}
