// Delivery of events, signed as Stripe signs them.
import { shown } from './v2.ts';
import { visible } from './wire.ts';
import type { Obj, World } from './world.ts';

export interface Receiver {
  url: string;
  secret: string;
  /** The secret of the destination for thin events; null without one. */
  thinSecret: string | null;
  /** Nothing is sent by itself; a test flushes. */
  hold: boolean;
}

const THIN = 'v2.core.event';
/** Seconds until the next attempt. */
const BACKOFF = [1, 5, 30, 300, 3600, 6 * 3600, 12 * 3600];

async function signature(secret: string, at: number, body: string): Promise<string> {
  const bytes = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes.encode(secret), algorithm, false, ['sign']);
  const mac = await crypto.subtle.sign('HMAC', key, bytes.encode(`${at}.${body}`));
  return [...new Uint8Array(mac)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function send(world: World, receiver: Receiver, event: Obj): Promise<boolean> {
  const thin = event.object === THIN;
  const secret = thin ? receiver.thinSecret : receiver.secret;
  if (secret === null) return true;
  const body = JSON.stringify(visible(thin ? shown(event) : event), null, 2);
  const at = world.now();
  try {
    const response = await fetch(receiver.url, {
      method: 'POST',
      body,
      signal: AbortSignal.timeout(10_000),
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'User-Agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        'Stripe-Signature': `t=${at},v1=${await signature(secret, at, body)}`,
      },
    });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

/**
 * Sends what is due; what is not taken comes again later. Answers how many attempts were made.
 * `reverse` and `copies` are the disorder that Stripe allows itself.
 */
export async function deliver(
  world: World,
  { all = false, reverse = false, copies = 1 } = {},
): Promise<number> {
  const receiver = world.setting<Receiver | null>('receiver', null);
  if (!receiver) {
    world.sql.exec('DELETE FROM deliveries');
    return 0;
  }
  const rows = world.sql
    .exec<{ seq: number; event: string; attempt: number }>(
      `SELECT seq, event, attempt FROM deliveries WHERE due <= ? ORDER BY seq ${reverse ? 'DESC' : 'ASC'}`,
      all ? Number.MAX_SAFE_INTEGER : world.now(),
    )
    .toArray();
  let sent = 0;
  for (const { seq, event, attempt } of rows) {
    let taken = false;
    for (let copy = 0; copy < copies; copy++) {
      sent++;
      taken = (await send(world, receiver, world.find(null, event, '')!)) || taken;
    }
    if (taken || attempt >= BACKOFF.length) world.sql.exec('DELETE FROM deliveries WHERE seq = ?', seq);
    else {
      const due = world.now() + BACKOFF[attempt]!;
      world.sql.exec('UPDATE deliveries SET attempt = ?, due = ? WHERE seq = ?', attempt + 1, due, seq);
    }
  }
  return sent;
}
