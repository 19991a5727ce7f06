// A shop with a pixel, and the consumer as the platform would run it.

import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test';
import { consumePixelEvents } from '../../../queues/pixel-events.ts';
import { addCreditTarget } from '../../../src/domains/measurement/credit-targets/interface.ts';
import type { Vars } from '../../../src/env.ts';
import { sha256Hex } from '../../../src/kit/crypto.ts';
import { newId } from '../../../src/kit/ids.ts';
import type { IncomingEvent, PixelEventBody } from '../../../src/pixel/event-body.ts';
import * as clock from '../clock.ts';
import { giveCode } from '../work/codes.ts';
import { call, type Minted, mintAccount, systemCtx, testEnv } from '../world.ts';

export const DOMAIN = 'https://shop.example.com';

export interface Shop {
  brand: Minted;
  pixel: string;
  shard: number;
  conversion: string;
  submission: string;
  creator: string;
}

/** A brand with a pixel, a purchase conversion, and a creator's submission and codes. */
export async function openShop(settings: Record<string, unknown> = {}): Promise<Shop> {
  const brand = await mintAccount();
  const pixel = await call('POST', '/v1/pixels', {
    key: brand.key,
    body: { name: 'Shop', domains: [DOMAIN] },
  });
  const conversion = await call('POST', '/v1/conversions', {
    key: brand.key,
    body: { name: 'Purchases', eventName: 'purchase', ...settings },
  });
  const now = clock.now();
  const submission = newId('submission', now);
  const creator = newId('creator', now);
  await testEnv.DB.batch([
    testEnv.DB.prepare(
      `INSERT INTO submissions (id, account_id, program_id, application_id, creator_id, status, version, created_at, updated_at)
       VALUES (?1, ?2, 'prog_x', 'appl_x', ?3, 'live', 1, ?4, ?4)`,
    ).bind(submission, brand.id, creator, now),
  ]);
  const ctx = systemCtx();
  addCreditTarget(ctx, { accountId: brand.id, kind: 'submission', key: submission, creatorId: creator });
  await giveCode({
    accountId: brand.id,
    kind: 'discount',
    code: 'nia10',
    creatorId: creator,
    programId: 'prog_x',
  });
  await ctx.write.commit();
  const row = await testEnv.DB.prepare('SELECT events_shard FROM accounts WHERE id = ?1')
    .bind(brand.id)
    .first<{ events_shard: number }>();
  return {
    brand,
    pixel: pixel.body.data.id,
    shard: row!.events_shard,
    conversion: conversion.body.data.id,
    submission,
    creator,
  };
}

export function shardDb(shop: Shop): D1Database {
  return testEnv[`EVENTS_${shop.shard}`]!;
}

export function browserEvent(shop: Shop, name: string, body: Partial<PixelEventBody> = {}, at = clock.now()) {
  const event: IncomingEvent = {
    id: newId('pixelEvent', at),
    pixelId: shop.pixel,
    name,
    occurredAt: at,
    receivedAt: at,
    ipAddress: '203.0.113.9',
    body: { source: 'browser', consent: 'granted', allowedOrigin: true, ...body },
  };
  // Each event comes from another network.
  const network = sha256Hex(event.id).slice(0, 16);
  return { kind: 'event' as const, shard: shop.shard, account: shop.brand.id, network, event };
}

/** Passes messages to the consumer as the platform would, for the first time or again. */
export async function consume(bodies: unknown[], now = clock.now(), vars: Partial<Vars> = {}, attempts = 1) {
  const batch = createMessageBatch(
    'pixel-events',
    bodies.map((body, i) => ({
      id: `m${i}-${crypto.randomUUID()}`,
      timestamp: new Date(now),
      attempts,
      body,
    })),
  );
  const ctx = systemCtx(now);
  await consumePixelEvents(batch, { ...ctx, vars: { ...ctx.vars, ...vars } });
  return await getQueueResult(batch, createExecutionContext());
}

/** All rows of the shop's account in the shard, and its pixel's counters. */
export async function snapshot(shop: Shop): Promise<string> {
  const db = shardDb(shop);
  const all = await db.batch([
    db.prepare('SELECT * FROM pixel_events WHERE account_id = ?1 ORDER BY id').bind(shop.brand.id),
    db
      .prepare('SELECT * FROM recorded_conversions WHERE account_id = ?1 ORDER BY event_id')
      .bind(shop.brand.id),
    db.prepare('SELECT * FROM touches WHERE account_id = ?1 ORDER BY key, at').bind(shop.brand.id),
    db.prepare('SELECT * FROM awaited_touches WHERE account_id = ?1 ORDER BY key').bind(shop.brand.id),
    db.prepare('SELECT * FROM archive_denials WHERE account_id = ?1 ORDER BY event_id').bind(shop.brand.id),
    db.prepare('SELECT id, type, data FROM outbox WHERE account_id = ?1 ORDER BY id').bind(shop.brand.id),
    db.prepare('SELECT * FROM pixel_daily WHERE pixel_id = ?1').bind(shop.pixel),
    db.prepare('SELECT * FROM conversion_totals WHERE conversion_id = ?1').bind(shop.conversion),
    db.prepare('SELECT * FROM event_keys WHERE pixel_id = ?1 ORDER BY key').bind(shop.pixel),
  ]);
  return JSON.stringify(all.map((result) => result.results));
}

export const events = async (shop: Shop, query = '') =>
  (await call('GET', `/v1/pixel-events${query}`, { key: shop.brand.key })).body.data;
export const explained = async (shop: Shop, id: string) =>
  (await call('GET', `/v1/pixel-events/${id}`, { key: shop.brand.key })).body.data;
export const counts = async (shop: Shop) =>
  (await call('GET', `/v1/conversions/${shop.conversion}`, { key: shop.brand.key })).body.data.counts;
export const send = (shop: Shop, body: unknown, key = shop.brand.key) =>
  call('POST', `/v1/pixels/${shop.pixel}/events`, { key, body });

/** Does what the queue would do for server events whose wake-up has not arrived yet. */
export async function process(shop: Shop, ids: string[]) {
  return await consume(ids.map((id) => ({ kind: 'process', shard: shop.shard, id })));
}
