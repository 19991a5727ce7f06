import type { SystemCtx } from '../../../context.ts';
import { notFound } from '../../../kit/error.ts';
import { closeApplications, refreshRoster } from '../applications/interface.ts';
import { endAllRelationships, findOffered, saveUnclaimed } from '../creator-consent/interface.ts';
import { searchWords } from '../creator-consent/search-words.ts';
import { cancelRetainers } from '../retainers/interface.ts';
import { closeSamples } from '../samples/close-samples.ts';

/**
 * A person refuses a record at an address that it verified: the address is removed, all agreements in the
 * person's name end, and nobody can agree to anything as this creator again. Pay that is already owed is
 * still paid. Throws not_found.
 */
export async function refuseRecord(ctx: SystemCtx, person: string, creatorId: string): Promise<void> {
  const creator = await findOffered(ctx, person, creatorId);
  if (!creator) throw notFound('creator');
  const end = { by: person, at: ctx.now, call: 'refuseRecord', side: 'creator' as const };
  endAllRelationships(ctx, creatorId, end);
  saveUnclaimed(ctx, creator, {
    email: null,
    claimInvitedAt: null,
    refusedAt: ctx.now,
    visibility: 'private',
    searchWords: searchWords({ ...creator, email: null }),
  });
  await closeApplications(ctx, null, creatorId, 'account');
  await cancelRetainers(ctx, creatorId);
  await closeSamples(ctx, null, creatorId);
  refreshRoster(ctx, creatorId);
}
