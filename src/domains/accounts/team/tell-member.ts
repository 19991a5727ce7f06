import type { Role } from '../../../auth/actor.ts';
import type { SystemCtx } from '../../../context.ts';
import { emitInternal } from '../../../db/outbox.ts';

/** Gives an account's owners and admins notice of who became what in it, in the caller's batch. */
export function tellMember(
  ctx: SystemCtx,
  type: 'member.joined' | 'member.changed',
  { accountId, personId, role }: { accountId: string; personId: string; role: Role },
): void {
  emitInternal(ctx, { type, account: accountId, creator: null, data: { person: personId, role } });
}
