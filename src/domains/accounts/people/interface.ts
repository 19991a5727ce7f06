// What others may ask of people, and hear of them.
import type { SystemCtx } from '../../../context.ts';
import type { Mail } from './define-mail.ts';
import { addMail } from './mail.ts';
import { listOwnerAddresses } from './membership-store.ts';

export { claimAttempt, countAttempt } from './attempt-store.ts';
export { hasMembers } from './membership-store.ts';
export { saveNoSecondFactor, saveSecondFactorAt } from './store.ts';

/** Adds a mail to each owner of an account; where it has none, to those of the partner that manages it. */
export async function mailOwners<S extends string>(
  ctx: SystemCtx,
  accountId: string,
  mail: Mail<S>,
  slots: Record<S, string>,
): Promise<void> {
  for (const address of await listOwnerAddresses(ctx, accountId)) await addMail(ctx, address, mail, slots);
}

/** Hears, in the caller's batch, that a person is in an account no more. */
export type MembershipEnded = (
  ctx: SystemCtx,
  ended: { accountId: string; personId: string },
) => Promise<void>;

/** Hears, in the caller's batch, that a person proved an address; `isCreator` when it signed up as one. */
export type AddressVerified = (
  ctx: SystemCtx,
  person: { id: string; name: string; isCreator: boolean },
  address: string,
) => Promise<void>;
