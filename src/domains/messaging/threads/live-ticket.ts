// What opens one socket of one thread, for a page that can send no Authorization header: who it is for, sealed.
import * as z from 'zod';
import type { Actor } from '../../../auth/actor.ts';
import { actingId } from '../../../auth/actor.ts';
import { findStanding } from '../../../auth/standing.ts';
import type { Ctx } from '../../../context.ts';
import { type Env, vars } from '../../../env.ts';
import * as clock from '../../../kit/clock.ts';
import { randomBase62 } from '../../../kit/crypto.ts';
import { AppError } from '../../../kit/error.ts';
import { openSealed, seal } from '../../../kit/sealed.ts';
import { SECOND_MS } from '../../../kit/time.ts';

/** The protocol of the sockets, which a client names before its ticket. */
export const LIVE_PROTOCOL = 'service.live.v1';
const GOOD_MS = 30 * SECOND_MS;
const LONGEST = 2048;

const LiveTicket = z.object({
  by: z.enum(['key', 'grant', 'person', 'embed']),
  callerId: z.string(),
  session: z.string().optional(),
  side: z.string(),
  origin: z.string(),
  name: z.string(),
  until: z.number(),
});

export type LiveTicket = z.output<typeof LiveTicket>;

export async function sealLiveTicket(
  ctx: Ctx,
  thread: string,
  origin: string,
): Promise<{ ticket: string; until: number }> {
  const { by, callerId, session } = ctx.actor;
  const until = ctx.now + GOOD_MS;
  const content: LiveTicket = {
    by,
    callerId,
    session,
    side: actingId(ctx.actor),
    origin,
    name: randomBase62(22),
    until,
  };
  return { ticket: await seal(ctx.vars.SEALING_KEYS, JSON.stringify(content), aboutThread(thread)), until };
}

/** The ticket that a request brings, if it brings one that is good for its thread and its origin. Throws invalid_key. */
export async function liveTicketOf(env: Env, request: Request): Promise<LiveTicket | null> {
  const sealed = protocolsOf(request)[1];
  if (sealed === undefined) return null;
  const thread = new URL(request.url).pathname.split('/').at(-2)!;
  const ticket = sealed.length > LONGEST ? null : await opened(env, sealed, thread);
  if (!ticket || ticket.until <= clock.now() || request.headers.get('origin') !== ticket.origin)
    throw notGood();
  return ticket;
}

async function opened(env: Env, sealed: string, thread: string): Promise<LiveTicket | null> {
  try {
    return LiveTicket.parse(
      JSON.parse(await openSealed(vars(env).SEALING_KEYS, sealed, aboutThread(thread))),
    );
  } catch {
    return null;
  }
}

/** Who calls with a ticket. Throws invalid_key. */
export async function callerByTicket(env: Env, request: Request): Promise<Actor> {
  const ticket = await liveTicketOf(env, request);
  if (!ticket)
    throw new AppError(
      'invalid_key',
      'Send Authorization: Bearer <API key>, or a ticket as the second protocol.',
    );
  const actor = await findStanding(env, ticket, clock.now());
  if (!actor) throw notGood();
  return actor;
}

/** What a client offers in Sec-WebSocket-Protocol. */
export function protocolsOf(request: Request): string[] {
  const offered = request.headers.get('sec-websocket-protocol');
  return offered === null ? [] : offered.split(',').map((one) => one.trim());
}

/** One refusal for all reasons, so that nobody learns which part of a ticket was wrong. */
export function notGood(): AppError {
  return new AppError(
    'invalid_key',
    'The ticket is not good: each opens one socket, within 30 seconds, for its origin.',
  );
}

const aboutThread = (thread: string) => ['live-ticket', thread];
