// What others may ask of a team, and hear of it.
import type { SystemCtx } from '../../../context.ts';
import { addMail } from '../mails/add-mail.ts';
import type { Mail } from '../mails/define-mail.ts';
import { listOwnerAddresses } from './membership-store.ts';

export { hasMembers, insertMembership } from './membership-store.ts';

/** Adds a mail to each owner of an account; where it has none, to those of the partner that manages it. */
export async function mailOwners<S extends string>(
  ctx: SystemCtx,
  accountId: string,
  mail: Mail<S>,
  slots: Record<S, string>,
): Promise<void> {
  for (const address of await listOwnerAddresses(ctx, accountId)) await addMail(ctx, address, mail, slots);
}

/** Hears, in the caller's batch, that a person is no longer in an account. */
export type MembershipEnded = (
  ctx: SystemCtx,
  ended: { accountId: string; personId: string },
) => Promise<void>;
