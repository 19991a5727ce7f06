import { newId } from '../../../kit/ids.ts';
import type { AdRow, AdSetRow } from './campaign-row.ts';
import type { PackedAdSet } from './pack-ad-sets.ts';

type Shared = Pick<AdRow, 'accountId' | 'campaignId' | 'platform' | 'connectionId' | 'platformId'>;

/** The row of an ad set that does not exist at the platform yet. */
export function newAdSet(
  shared: Shared & { currency: string },
  { name, share }: PackedAdSet,
  position: number,
  now: number,
): AdSetRow {
  return {
    ...shared,
    id: newId('adSet', now),
    position,
    name,
    share,
    status: 'draft',
    source: 'service',
    budget: null,
    bidding: null,
    audience: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
}

/** The row of an ad that does not exist at the platform yet. */
export function newAd(
  shared: Shared & { adSetId: string },
  { creative, name }: PackedAdSet['ads'][number],
  position: number,
  now: number,
): AdRow {
  return {
    ...shared,
    id: newId('ad', now),
    position,
    submissionId: creative,
    name,
    status: 'draft',
    review: null,
    source: 'service',
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
}
