import type { SystemCtx } from '../../../context.ts';
import { iso } from '../../../kit/time.ts';
import { addressClaimed, findPerson, insertVerifiedEmail, listOffers } from '../creator-consent/interface.ts';

/** The most records offered at once, so that flooding an address with records does not flood its person. */
const OFFERED_AT_ONCE = 20;

/** A record that is offered to the person of its address. */
export interface OfferedRecord {
  creator: string;
  /** The name of the account that added it. */
  accountName: string;
  addedAt: string;
}

/**
 * Stores that a person has verified an address, and offers the records that accounts created with it, to
 * claim or to decline. Another call offers those that are left. Throws conflict when the address belongs to
 * somebody else.
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
  return offers.map(({ creator, accountName, addedAt }) => ({ creator, accountName, addedAt: iso(addedAt) }));
}
