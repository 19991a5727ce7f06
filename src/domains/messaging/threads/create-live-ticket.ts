import type * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import type { LiveTicket, LiveTicketCreate } from './live-input.ts';
import { LIVE_PROTOCOL, sealLiveTicket } from './live-ticket.ts';
import { requireLiveThread } from './require-live-thread.ts';

/** Makes a ticket that opens one socket of a thread from a page. */
export async function createLiveTicket(
  ctx: Ctx,
  id: string,
  { origin: asked }: z.output<typeof LiveTicketCreate>,
): Promise<z.output<typeof LiveTicket>> {
  await requireLiveThread(ctx, id);
  const own = new URL(ctx.vars.PUBLIC_URL).origin;
  const origin = asked ?? own;
  if (origin !== own && !ctx.actor.origins.includes(origin)) {
    throw new AppError('validation_failed', 'The origin is none of this key.', {
      details: [
        { path: '/origin', message: 'is not on the list of origins of this key', code: 'not_listed' },
      ],
    });
  }
  const { ticket, until } = await sealLiveTicket(ctx, id, origin);
  return { ticket, protocols: [LIVE_PROTOCOL, ticket], origin, expiresAt: new Date(until).toISOString() };
}
