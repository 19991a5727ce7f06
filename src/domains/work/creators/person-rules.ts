// What differs for a record that a person has taken over.
import type { Ctx } from '../../../context.ts';
import { AppError, rejected } from '../../../kit/error.ts';
import { requirePartyName } from '../../../resource/service-name.ts';
import { refreshRoster } from '../applications/interface.ts';
import type { FoundCreator } from '../creator-consent/creator.ts';
import { claimHandle, findPerson, isPersonsAddress, isPrimary } from '../creator-consent/interface.ts';
import { searchWords } from '../creator-consent/search-words.ts';
import type { CreatorUpdateInput } from './creator-input.ts';

/**
 * Throws operation_rejected for an address that is not the person's own, for a verified address that an
 * account writes into a record, and for a second record in the marketplace. Throws conflict for a change that
 * would bring a refused record back to its person, and validation_failed for a name that looks like the
 * service's.
 */
export async function checkPerson(
  ctx: Ctx,
  { creator, verified }: Pick<FoundCreator, 'creator' | 'verified'>,
  input: CreatorUpdateInput,
): Promise<void> {
  if (input.name !== undefined) requirePartyName(input.name, ctx.vars.SERVICE_NAME, '/name', creator.name);
  if (input.handle) requirePartyName(input.handle, ctx.vars.SERVICE_NAME, '/handle', creator.handle ?? '');
  if (creator.refusedAt !== null && (input.email !== undefined || input.visibility === 'network'))
    throw new AppError(
      'conflict',
      'The person of this record has refused it: it gets no address and no listing.',
    );
  if (creator.personId === null) {
    // Under another address the record would no longer be offered to its person.
    if (verified && input.email !== undefined && input.email !== creator.email)
      throw rejected(
        'email_verified',
        'A person has verified the address of this record: only that person changes it.',
      );
    // This reveals only what adding the address as a creator would reveal too.
    if (input.email !== undefined && (await isPersonsAddress(ctx, creator.managedBy, input.email)))
      throw rejected(
        'email_verified',
        'A person has verified this address: add it, and the person is asked.',
      );
    return;
  }
  if (input.email !== undefined && (await findPerson(ctx, input.email)) !== creator.personId)
    throw rejected('email_not_verified', 'Verify the address first.');
  if (input.visibility === 'network' && !(await isPrimary(ctx, creator)))
    throw rejected('not_primary', 'The marketplace lists a person once: list the first of your records.');
}

/** A verified person takes a handle from an unclaimed record, whose handle becomes null. */
export async function freeHandle(ctx: Ctx, handle: string): Promise<void> {
  const lost = await claimHandle(ctx, handle, (holder) => searchWords({ ...holder, handle: null }));
  if (lost !== null) refreshRoster(ctx, lost);
}
