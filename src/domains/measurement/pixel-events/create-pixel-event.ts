import type * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import { newId } from '../../../kit/ids.ts';
import { eventsShardOf } from '../../accounts/accounts/interface.ts';
import { requireOwnPixel } from '../pixels/interface.ts';
import { classify } from './classify.ts';
import { countryOf, type PixelEventInput, toIncomingEvent } from './event-input.ts';
import type { Receipt } from './pixel-event.ts';
import { recordEvents } from './record-events.ts';

/**
 * Takes an event from a brand's own server. It lies in its shard, deduplicated, before this answers; a queue message
 * then wakes the consumer for its attribution, and the cron finds it should that message be lost.
 */
export async function createPixelEvent(
  ctx: Ctx,
  pixelId: string,
  input: z.output<typeof PixelEventInput>,
): Promise<Receipt> {
  const pixel = await requireOwnPixel(ctx, pixelId);
  if (pixel.status === 'archived') throw new AppError('gone', 'This pixel is archived and takes no events.');
  const event = toIncomingEvent(input, pixel, newId('pixelEvent', ctx.now), ctx.now);
  const eventId = input.eventId ?? null;
  if (pixel.excludedCountries.length > 0) {
    const country = countryOf(input);
    if (country === null || pixel.excludedCountries.includes(country)) {
      return { id: null, eventId, status: 'excluded_country' };
    }
  }
  classify(event);
  const shard = await eventsShardOf(ctx, pixel.accountId);
  if (shard === null) throw new Error(`account ${pixel.accountId} has a pixel but no shard`);
  const { plan, emitted } = await recordEvents(ctx, shard, {
    incoming: [{ accountId: pixel.accountId, event }],
    recordOnly: true,
    fresh: true,
  });
  const receipt = plan.receipts.get(event.id)!;
  const { env } = ctx;
  ctx.write.afterCommit(() =>
    env.PIXEL_EVENTS.send({ kind: 'process', shard, id: receipt.id, relay: emitted }),
  );
  return {
    id: receipt.id,
    eventId,
    status: receipt.duplicate ? 'duplicate' : event.body.bot ? 'bot' : 'accepted',
  };
}
