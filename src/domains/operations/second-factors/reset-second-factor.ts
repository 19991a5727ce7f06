import type { StaffCtx } from '../../../context.ts';
import { AppError, notFound } from '../../../kit/error.ts';
import { addMail } from '../../accounts/mails/add-mail.ts';
import { deleteSecondFactor, findSecondFactor } from '../../accounts/people/interface.ts';
import type { StaffPersonRow } from './list-staff-people.ts';
import { secondFactorResetMail } from './mail-texts.ts';
import { findAddress } from './store.ts';

/**
 * Removes the second factor of a staff member who lost it, in the caller's batch. None of their sessions is
 * proved any more, and the next visit sets up a new one. Throws not_found when there is none,
 * permission_denied for one's own.
 */
export async function resetSecondFactor(
  ctx: StaffCtx,
  personId: string,
): Promise<{ before: StaffPersonRow; after: StaffPersonRow }> {
  const [row, email] = await Promise.all([findSecondFactor(ctx, personId), findAddress(ctx, personId)]);
  const name = email === null ? undefined : ctx.vars.STAFF_PEOPLE.get(email);
  if (!row || email === null || name === undefined) throw notFound('second factor');
  if (name === ctx.staff) throw new AppError('permission_denied', 'Somebody else has to reset yours.');
  deleteSecondFactor(ctx, row, async () => notFound('second factor'));
  await addMail(ctx, email, secondFactorResetMail, { by: ctx.staff });
  const before = { name, email, person: personId, secondFactorAt: row.confirmedAt };
  return { before, after: { ...before, secondFactorAt: null } };
}
