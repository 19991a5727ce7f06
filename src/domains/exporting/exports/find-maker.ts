import type { Actor } from '../../../auth/actor.ts';
import { findActorOf } from '../../../auth/person.ts';
import { findStanding } from '../../../auth/standing.ts';
import type { SystemCtx } from '../../../context.ts';
import type { ExportRow } from './store.ts';

/** Whoever asked for an export, as they are now; null once they do not reach the account or creator any more. */
export async function findMaker(
  { env, now }: SystemCtx,
  { by, callerId, ownerId }: ExportRow,
): Promise<Actor | null> {
  return by === 'person'
    ? await findActorOf(env, callerId, ownerId, now)
    : await findStanding(env, { by, callerId, side: ownerId }, now);
}
