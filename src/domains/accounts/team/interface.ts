// The teams' interface for other domains, and what other domains are told about memberships.
import type { SystemCtx } from '../../../context.ts';
import { addMail } from '../mails/add-mail.ts';
import type { Mail, Slots, SlotValues } from '../mails/define-mail.ts';
import { listOwnerAddresses } from './membership-store.ts';

export { hasMembers, insertMembership } from './membership-store.ts';

/**
 * Adds, in the caller's batch, a mail to each owner of an account. If it has no owners, the owners of its managing
 * partner get the mail.
 */
export async function mailOwners<K extends Slots>(
  ctx: SystemCtx,
  accountId: string,
  mail: Mail<K>,
  slots: SlotValues<K>,
): Promise<void> {
  for (const address of await listOwnerAddresses(ctx, accountId)) await addMail(ctx, address, mail, slots);
}

/** Called, in the caller's batch, when a person is no longer in an account. */
export type MembershipEnded = (
  ctx: SystemCtx,
  ended: { accountId: string; personId: string },
) => Promise<void>;
