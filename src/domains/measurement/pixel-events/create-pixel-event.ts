import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import type { ServerEvent } from './event-input.ts';
import type { Receipt } from './pixel-event.ts';
import { recordServerEvents } from './record-server-events.ts';

/** Accepts one event from a brand's server. */
export async function createPixelEvent(ctx: Ctx, pixelId: string, input: ServerEvent): Promise<Receipt> {
  const [outcome] = await recordServerEvents(ctx, pixelId, [input]);
  if (outcome instanceof AppError) throw outcome;
  return outcome!;
}
