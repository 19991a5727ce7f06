import { homeId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { emitTest } from '../../../db/outbox.ts';
import { spendQuota } from '../../../db/quota.ts';
import { type EventTypeName, sampleDelivery } from '../../../events/catalogue.ts';
import { requireKey } from '../keys/interface.ts';
import { type Event, presentEvent } from './event.ts';
import { noUrl } from './redeliver-event.ts';

/** Sends a sample event of a type to a key's webhook URL. The IDs in its data are made up; the account is the key's. */
export async function createTestEvent(ctx: Ctx, keyId: string, type: EventTypeName): Promise<Event> {
  if ((await requireKey(ctx, keyId)).webhookUrl === null) throw noUrl();
  const sample = sampleDelivery(type);
  const account = sample.account === null ? null : homeId(ctx.actor);
  spendQuota(ctx, ctx.write, {
    account: homeId(ctx.actor),
    what: 'test_events',
    amount: 1,
    most: ctx.vars.TEST_EVENTS_A_DAY,
    message: `An account sends at most ${ctx.vars.TEST_EVENTS_A_DAY} test events a day.`,
  });
  const id = emitTest(ctx, keyId, { type, account, data: sample.data });
  return presentEvent({
    id,
    type,
    accountId: account,
    creatorId: null,
    data: sample.data,
    occurredAt: ctx.now,
    viaRoster: false,
    status: 'pending',
  });
}
