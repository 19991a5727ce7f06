import { actingId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import { openSocket } from '../thread-log/interface.ts';
import type { Opening } from '../thread-log/live-socket.ts';
import { LIVE_PROTOCOL, liveTicketOf, notGood, protocolsOf } from './live-ticket.ts';
import { requireLiveThread } from './require-live-thread.ts';

/** Opens a socket of a thread: the object itself answers. */
export async function openLive(ctx: Ctx, id: string, request: Request): Promise<Response> {
  if (request.headers.get('upgrade')?.toLowerCase() !== 'websocket')
    throw new AppError('invalid_request', 'This endpoint opens WebSockets: send Upgrade: websocket.');
  const after = afterOf(request);
  const { thread, rights } = await requireLiveThread(ctx, id);
  const ticket = request.headers.has('authorization') ? null : await liveTicketOf(ctx.env, request);
  const { reads, sends, marks } = rights;
  const opening: Opening = {
    head: thread.head,
    caller: {
      by: ctx.actor.by,
      callerId: ctx.actor.callerId,
      session: ctx.actor.session,
      side: actingId(ctx.actor),
    },
    rights: { reads, sends, marks },
    // A key's record may have been in memory for as long as rights are good here, so its are asked again.
    askedAt: ticket ? ctx.now : 0,
    after,
    ticket: ticket && { name: ticket.name, until: ticket.until },
    protocol: protocolsOf(request).includes(LIVE_PROTOCOL) ? LIVE_PROTOCOL : null,
  };
  const answer = await openSocket(ctx.env, opening);
  if (answer.status === 101) return answer;
  if (answer.status === 401) throw notGood();
  throw new AppError('rate_limited', 'At most 5 sockets of a side are open in a thread, and 200 of all.', {
    headers: { 'Retry-After': '10' },
  });
}

/** The last change that the client has. */
function afterOf(request: Request): number | null {
  const text = new URL(request.url).searchParams.get('after');
  if (text === null) return null;
  if (!/^\d{1,15}$/.test(text))
    throw new AppError('invalid_request', '`after` is the number of the last change that you have.');
  return Number(text);
}
