// What differs for a record that a person has taken over.
import type { Ctx } from '../../../context.ts';
import { rejected } from '../../../kit/error.ts';
import { refreshRoster } from '../applications/interface.ts';
import type { CreatorRow } from '../creators/creator.ts';
import { claimHandle, findPerson, isPrimary } from '../creators/interface.ts';
import { searchWords } from '../creators/search-words.ts';
import type { CreatorUpdateInput } from './creator-input.ts';

/** Throws operation_rejected for an address that is not the person's, and for a second record in the marketplace. */
export async function checkPerson(ctx: Ctx, creator: CreatorRow, input: CreatorUpdateInput): Promise<void> {
  if (creator.personId === null) return;
  if (input.email !== undefined && (await findPerson(ctx, input.email)) !== creator.personId)
    throw rejected('email_not_verified', 'Verify the address first.');
  if (input.visibility === 'network' && !(await isPrimary(ctx, creator)))
    throw rejected('not_primary', 'The marketplace lists a person once: list the first of your records.');
}

/** A person who verified takes a handle from a record that nobody has: it becomes null there. */
export async function freeHandle(ctx: Ctx, handle: string): Promise<void> {
  const lost = await claimHandle(ctx, handle, (holder) => searchWords({ ...holder, handle: null }));
  if (lost !== null) refreshRoster(ctx, lost);
}
