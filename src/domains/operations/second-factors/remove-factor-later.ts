import type { StaffCtx } from '../../../context.ts';
import { emitInternal } from '../../../db/outbox.ts';
import { AppError, notFound } from '../../../kit/error.ts';
import { HOUR_MS } from '../../../kit/time.ts';
import { addMail } from '../../accounts/mails/add-mail.ts';
import { mailMoment } from '../../accounts/mails/define-mail.ts';
import { findByEmail, findSecondFactor, isInUse, saveRemoval } from '../../accounts/people/interface.ts';
import { factorRemovalMail } from './mail-texts.ts';

/** How long a person has to say no, by giving a code. */
const WAIT_MS = 72 * HOUR_MS;

export interface FactorRemovalRow {
  person: string;
  email: string;
  /** Milliseconds; null for never. */
  removedAt: number | null;
}

/**
 * Removes, in 72 hours, the second factor of a person who lost it, and mails them now, in the caller's batch. A code that is
 * given meanwhile calls it off. Throws not_found for an address without a second factor, conflict when it is under way,
 * permission_denied for one's own.
 */
export async function removeFactorLater(
  ctx: StaffCtx,
  address: string,
): Promise<{ before: FactorRemovalRow; after: FactorRemovalRow }> {
  const email = address.trim().toLowerCase();
  if (ctx.vars.STAFF_PEOPLE.get(email) === ctx.staff)
    throw new AppError('permission_denied', 'Somebody else has to have yours removed.');
  const person = await findByEmail(ctx, email);
  const row = person && (await findSecondFactor(ctx, person.id));
  if (!row || !isInUse(row, ctx.now)) throw notFound('second factor');
  const removedAt = ctx.now + WAIT_MS;
  saveRemoval(ctx, row, removedAt, async () => new AppError('conflict', 'It is being removed already.'));
  // The mail may come back, so the person's own pages say it too.
  emitInternal(ctx, { type: 'factor.ending', account: null, creator: null, data: { person: row.personId } });
  await addMail(ctx, email, factorRemovalMail, { day: mailMoment(removedAt) });
  const before = { person: row.personId, email, removedAt: null };
  return { before, after: { ...before, removedAt } };
}
