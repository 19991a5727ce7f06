import type { Ctx } from '../../../context.ts';
import { rejected } from '../../../kit/error.ts';
import { requireKey } from '../keys/interface.ts';
import { type Event, presentEvent } from './event.ts';
import { requireSentEvent, saveRearmed } from './store.ts';

/** Sends an event to a key again, with a new set of retries. */
export async function redeliverEvent(ctx: Ctx, keyId: string, id: string): Promise<Event> {
  const [delivery, key] = await Promise.all([requireSentEvent(ctx, keyId, id), requireKey(ctx, keyId)]);
  if (key.webhookUrl === null) throw noUrl();
  saveRearmed(ctx, delivery.deliveryId);
  ctx.write.afterCommit(() => ctx.env.WEBHOOKS.send({ deliveries: [delivery.deliveryId], at: ctx.now }));
  return presentEvent({ ...delivery, status: 'pending' });
}

export function noUrl() {
  return rejected('no_webhook_url', 'Set a webhook URL on this key first.');
}
