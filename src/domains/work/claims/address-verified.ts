import type { AddressVerified } from '../../accounts/sign-ups/interface.ts';
import { createProfile } from './create-profile.ts';
import { verifyAddress } from './verify-address.ts';

/**
 * After a person verified an address, it belongs to that person. A creator without any record gets a profile.
 */
export const addressVerified: AddressVerified = async (ctx, { id, name, isCreator }, address) => {
  const offers = await verifyAddress(ctx, id, address);
  if (isCreator && offers.length === 0) await createProfile(ctx, { id, name, email: address });
};
