import type * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import { checkVersion } from '../../../resource/version.ts';
import type { AgreementRow } from '../agreement-rules/agreement.ts';
import type { Agreement, AgreementUpdate } from './agreement-record.ts';
import { presentLinked } from './get-agreement.ts';
import { invalidateAcceptances } from './invalidate-acceptances.ts';
import { requireAgreement, saveAgreement } from './store.ts';

/** Changes what an agreement applies to, or archives it, after which nobody has to accept it any more. */
export async function updateAgreement(
  ctx: Ctx,
  id: string,
  input: z.output<typeof AgreementUpdate>,
): Promise<Agreement> {
  const found = await requireAgreement(ctx, id);
  const before = found.agreement;
  checkVersion(before, input.version);
  const changes: Partial<AgreementRow> = {};
  if (input.applicability !== undefined) changes.applicability = [...new Set(input.applicability)];
  if (input.status !== undefined && input.status !== before.status) changes.status = input.status;
  if (Object.keys(changes).length === 0) return await presentLinked(ctx, found);
  if (before.status === 'archived')
    throw new AppError('conflict', 'An archived agreement no longer changes.');
  saveAgreement(ctx, before, changes);
  const after: AgreementRow = { ...before, ...changes, version: before.version + 1, updatedAt: ctx.now };
  invalidateAcceptances(ctx, before, after);
  const pending = after.status === 'archived' ? 0 : found.pending;
  return await presentLinked(ctx, { ...found, agreement: after, pending });
}
