import type { SystemCtx } from '../../../context.ts';
import { addressClaimed, findPerson, insertVerifiedEmail, listOffers } from '../creator-consent/interface.ts';
import { OFFERED_AT_ONCE, type OfferedRecord, presentOffer } from './offered-record.ts';

/**
 * Stores, in the caller's batch, that a person has verified an address, and offers the records that accounts created with
 * it, to claim or to decline. Throws conflict when the address belongs to somebody else.
 */
export async function verifyAddress(
  ctx: SystemCtx,
  person: string,
  address: string,
): Promise<OfferedRecord[]> {
  const email = address.trim().toLowerCase();
  const [owner, offers] = await Promise.all([
    findPerson(ctx, email),
    listOffers(ctx, email, OFFERED_AT_ONCE),
  ]);
  if (owner === null) insertVerifiedEmail(ctx, email, person);
  else if (owner !== person) throw addressClaimed();
  return offers.map(presentOffer);
}
