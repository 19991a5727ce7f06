import type { SystemCtx } from '../../../context.ts';
import { notFound } from '../../../kit/error.ts';
import { refreshRoster } from '../applications/interface.ts';
import { findOffered, hasRecord, saveTakenOver, saveUnclaimed } from '../creator-consent/interface.ts';

/**
 * A person takes over a record at an address that it verified: from then on it answers for the record and directs its
 * money, and nobody else acts as this creator. What was agreed for it stays until the person ends it. Throws not_found.
 */
export async function takeOver(ctx: SystemCtx, person: string, creatorId: string): Promise<void> {
  const [creator, another] = await Promise.all([findOffered(ctx, person, creatorId), hasRecord(ctx, person)]);
  if (!creator) throw notFound('creator');
  saveTakenOver(ctx, creator, { by: person, at: ctx.now, call: 'takeOver' });
  saveUnclaimed(ctx, creator, {
    personId: person,
    claimedAt: ctx.now,
    // Identity and bank are asked anew: those that were there are somebody else's.
    identityStatus: 'required',
    bankAccountStatus: creator.bankAccountStatus === null ? null : 'missing',
    // The marketplace lists a person once.
    ...(another ? { visibility: 'private' as const } : {}),
  });
  for (const load of ctx.reactions.recordTakenOver) await (await load())(ctx, creatorId);
  refreshRoster(ctx, creatorId);
}
