import { iso } from '../../../kit/time.ts';
import type { Offer } from '../creator-consent/interface.ts';

/** The most records offered at once, so that flooding an address with records does not flood its person. */
export const OFFERED_AT_ONCE = 20;

/** A record that is offered to the person of its address. */
export interface OfferedRecord {
  creator: string;
  /** The name of the account that added it. */
  accountName: string;
  addedAt: string;
}

export const presentOffer = ({ creator, accountName, addedAt }: Offer): OfferedRecord => ({
  creator,
  accountName,
  addedAt: iso(addedAt),
});
