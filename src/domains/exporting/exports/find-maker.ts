import type { Actor } from '../../../auth/actor.ts';
import { findActorOf } from '../../../auth/person.ts';
import { findStanding } from '../../../auth/standing.ts';
import type { SystemCtx } from '../../../context.ts';
import type { ExportRow } from './store.ts';

/** The actor that asked for an export, as it is now; null once it does not reach the account or creator any more. */
export async function findMaker(
  { env, now }: SystemCtx,
  { by, callerId, ownerId }: ExportRow,
): Promise<Actor | null> {
  return by === 'person'
    ? await findActorOf(env, callerId, ownerId, now)
    : await findStanding(env, { by, callerId, side: ownerId }, now);
}
