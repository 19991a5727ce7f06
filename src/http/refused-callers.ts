// Limits callers that are refused again and again. Each refusal costs a database lookup, and a refused caller
// has no key to limit it by. So refusals are counted by network, and a network with too many has to wait.
import { acceptedLately } from '../auth/authenticate.ts';
import type { Env } from '../env.ts';
import { BoundedMap } from '../kit/bounded-map.ts';
import * as clock from '../kit/clock.ts';
import { AppError } from '../kit/error.ts';
import { callersNetwork } from '../kit/network.ts';

const HELD_OFF_MS = 10_000;

/** Networks that this isolate no longer answers, and until when. */
const heldOff = new BoundedMap<number>({ entries: 10_000, bytes: 4 * 1024 * 1024 });

/**
 * Throws rate_limited for a network with too many recent refusals, except for a key that was accepted
 * recently.
 */
export function refuseHeldOff(request: Request): void {
  if (heldOff.size === 0) return;
  const network = callersNetwork(request);
  const until = network === null ? undefined : heldOff.get(network);
  if (until === undefined || until <= clock.now()) return;
  if (acceptedLately(request.headers.get('authorization'))) return;
  throw new AppError('rate_limited', 'Too many refused requests from this network address.', {
    headers: { 'Retry-After': String(HELD_OFF_MS / 1000) },
  });
}

/**
 * Counts a refusal against the caller's network: 401 and 403, and on open routes also URLs that were not
 * found and bytes whose signature failed, because no key is limited there.
 */
export async function countRefusal(
  request: Request,
  { status }: { status: number },
  env: Env,
  open: boolean,
): Promise<void> {
  const counts = open ? status >= 400 && status < 500 && status !== 429 : status === 401 || status === 403;
  if (counts) await countAgainst(request, env);
}

/** Counts a request that costs a lookup against the caller's network, whether or not it is refused. */
export async function countAgainst(request: Request, env: Env): Promise<void> {
  const network = callersNetwork(request);
  if (network === null) return;
  const { success } = await env.REFUSALS.limit({ key: network });
  if (!success) heldOff.set(network, clock.now() + HELD_OFF_MS);
}
