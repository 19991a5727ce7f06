import type { SystemCtx } from '../../../context.ts';
import { iso } from '../../../kit/time.ts';
import { addressClaimed, findPerson, insertVerifiedEmail, listOffers } from '../creator-consent/interface.ts';

/** How many are offered at a time: whoever floods an address with records does not flood its person. */
const OFFERED_AT_ONCE = 20;

/** A record that waits for the person of its address. */
export interface OfferedRecord {
  creator: string;
  /** The name of the account that added it. */
  accountName: string;
  addedAt: string;
}

/**
 * Records that an address is a person's, who proved it, and offers the records that accounts have made at it: to take over
 * or to refuse. Called again it offers those that are left. Throws conflict when the address is somebody else's.
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
