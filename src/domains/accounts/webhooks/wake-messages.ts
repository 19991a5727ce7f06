// Sends the queue messages that wake deliveries. Losing a message delays a delivery but never loses it.
import type { Env, WebhookMessage } from '../../../env.ts';
import { HOUR_MS, SECOND_MS } from '../../../kit/time.ts';

/** The longest delay that a queue supports. */
export const LONGEST_DELAY_MS = 12 * HOUR_MS;
const DELIVERIES_A_MESSAGE = 10;
const MESSAGES_A_SEND = 100;

export interface Sleeper {
  id: string;
  key: string;
  slow: boolean;
}

type Message = MessageSendRequest<WebhookMessage>;

/**
 * Wakes deliveries at once, each through the queue for its key's speed. A message holds up to ten deliveries of one
 * key. @param at the time to treat as now, in milliseconds. @param delayMs how long the queue delays the messages.
 */
export async function wake(env: Env, sleepers: Sleeper[], at: number, delayMs = 0): Promise<void> {
  const byKey = Map.groupBy(sleepers, (s) => `${s.slow ? 'slow' : 'fast'} ${s.key}`);
  const fast: Message[] = [];
  const slow: Message[] = [];
  for (const [receiver, group] of byKey) {
    for (let i = 0; i < group.length; i += DELIVERIES_A_MESSAGE) {
      const deliveries = group.slice(i, i + DELIVERIES_A_MESSAGE).map((s) => s.id);
      (receiver.startsWith('slow ') ? slow : fast).push(message({ deliveries, at }, delayMs));
    }
  }
  await Promise.all([sendAll(env.WEBHOOKS, fast), sendAll(env.WEBHOOKS_SLOW, slow)]);
}

export interface Retry {
  id: string;
  at: number;
}

/**
 * Wakes failed deliveries when their next attempt is due. If that is longer than a queue can delay, the sweep wakes
 * them.
 */
export async function wakeRetries(env: Env, retries: Retry[], now: number): Promise<void> {
  const messages = retries
    .filter((retry) => retry.at - now <= LONGEST_DELAY_MS)
    .map((retry) => message({ deliveries: [retry.id], at: retry.at }, retry.at - now));
  await sendAll(env.WEBHOOKS_SLOW, messages);
}

function message(body: WebhookMessage, delayMs: number): Message {
  const delaySeconds = Math.ceil(Math.max(0, delayMs) / SECOND_MS);
  return delaySeconds > 0 ? { body, delaySeconds } : { body };
}

async function sendAll(queue: Queue<WebhookMessage>, messages: Message[]): Promise<void> {
  for (let i = 0; i < messages.length; i += MESSAGES_A_SEND) {
    await queue.sendBatch(messages.slice(i, i + MESSAGES_A_SEND));
  }
}
