// Who may change something in a workspace. Pages ask it to leave out forms that would be refused.
import type { Place } from '../auth/person.ts';

/** Owners and admins of an account that has not ended, and of its partner; creators in their own workspace. */
export const writes = ({ role, status }: Place): boolean => role !== 'member' && status === 'active';

/** The same for what only accounts have. */
export const writesAsAccount = (place: Place): boolean => place.type !== 'creator' && writes(place);

/** The same for what only brands have. */
export const writesAsBrand = (place: Place): boolean => place.type === 'brand' && writes(place);

/** The same for what an account's partner has no part in. */
export const writesAsOwnAccount = (place: Place): boolean => place.own && writesAsAccount(place);

/** Why nothing can be changed in a workspace that has ended. */
export const ENDED = 'The relationship has ended, so nothing can be changed.';

/** Why a person may not do what owners and admins of an account do; null for those who may. */
export const whyNot =
  (reason: string) =>
  ({ place }: { place: Place }): string | null => {
    if (writesAsAccount(place)) return null;
    return place.status === 'active' ? reason : ENDED;
  };
