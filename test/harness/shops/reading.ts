// A connected shop whose orders are read: the queue and the cron by hand.
import { consumeShops } from '../../../queues/shops.ts';
import { syncDueShops } from '../../../src/domains/catalog/shops/sync-due-shops.ts';
import { syncShop } from '../../../src/domains/catalog/shops/sync-shop.ts';
import type { Env } from '../../../src/env.ts';
import { systemCtx as ctxOf } from '../../../src/system-ctx.ts';
import * as clock from '../clock.ts';
import { type Answer, call } from '../world.ts';
import type { Delivery, ShopWorld } from './shopify.ts';

/** An environment whose queue `shops` only collects what it is sent. */
export function holdingShops(env: Env): { env: Env; sent: unknown[] } {
  const sent: unknown[] = [];
  const queue = { send: async (body: unknown) => void sent.push(body) };
  return { env: { ...env, SHOPS: queue as never }, sent };
}

/** Sends a webhook to the service, as the shop signed it. */
export async function deliver(env: Env, delivery: Delivery, change: Partial<Delivery> = {}): Promise<Answer> {
  const { headers, body } = { ...delivery, ...change };
  return await call('POST', '/webhooks/shopify', { env, headers, body });
}

/** Lets the consumer have these messages. @returns those that it left for another try. */
export async function consumed(env: Env, bodies: readonly unknown[], at = clock.now()): Promise<unknown[]> {
  const left: unknown[] = [];
  const messages = bodies.map((body, index) => ({
    id: String(index),
    body,
    attempts: 1,
    ack: () => undefined,
    retry: () => void left.push(body),
  }));
  await consumeShops({ queue: 'shops', messages } as never, ctxOf(env, at));
  return left;
}

/** Reads one shop that is due. */
export const readShop = (world: Pick<ShopWorld, 'env'>, id: string, at = clock.now()) =>
  syncShop(ctxOf(world.env, at), id);

/** What the cron does each minute. */
export const minute = (world: Pick<ShopWorld, 'env'>, at = clock.now()) => syncDueShops(ctxOf(world.env, at));
