import type { SystemCtx } from '../../../context.ts';
import { notFound } from '../../../kit/error.ts';
import { refreshRoster } from '../applications/interface.ts';
import { findOffered, hasRecord, saveTakenOver, saveUnclaimed } from '../creator-consent/interface.ts';
import { closeSamples } from '../samples/close-samples.ts';

/**
 * A person takes over a record at an address that it verified: from then on only that person controls the
 * record and its money. Existing agreements stay until the person ends them. Throws not_found.
 */
export async function takeOver(ctx: SystemCtx, person: string, creatorId: string): Promise<void> {
  const [creator, another] = await Promise.all([findOffered(ctx, person, creatorId), hasRecord(ctx, person)]);
  if (!creator) throw notFound('creator');
  saveTakenOver(ctx, creator, { by: person, at: ctx.now, call: 'takeOver' });
  saveUnclaimed(ctx, creator, {
    personId: person,
    claimedAt: ctx.now,
    // Identity and bank details are asked for again, because the existing ones are somebody else's.
    identityStatus: 'required',
    bankAccountStatus: creator.bankAccountStatus === null ? null : 'missing',
    // The marketplace lists each person once.
    ...(another ? { visibility: 'private' as const } : {}),
  });
  // Their addresses are what somebody else wrote in the person's name.
  await closeSamples(ctx, null, creatorId);
  for (const load of ctx.reactions.recordTakenOver) await (await load())(ctx, creatorId);
  refreshRoster(ctx, creatorId);
}
