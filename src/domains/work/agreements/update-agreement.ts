import type * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import { checkVersion } from '../../../resource/version.ts';
import type { Agreement, AgreementRow, AgreementUpdate } from './agreement.ts';
import { makeStale } from './make-stale.ts';
import { showAgreement } from './read-agreements.ts';
import { getAgreement, updateAgreement } from './store.ts';

/** Changes what an agreement applies to, or archives it: then nobody has to accept it any more. */
export async function editAgreement(
  ctx: Ctx,
  id: string,
  input: z.output<typeof AgreementUpdate>,
): Promise<Agreement> {
  const found = await getAgreement(ctx, id);
  const before = found.agreement;
  checkVersion(before, input.version);
  const changes: Partial<AgreementRow> = {};
  if (input.applicability !== undefined) changes.applicability = [...new Set(input.applicability)];
  if (input.status !== undefined && input.status !== before.status) changes.status = input.status;
  if (Object.keys(changes).length === 0) return await showAgreement(ctx, found);
  if (before.status === 'archived')
    throw new AppError('conflict', 'An archived agreement no longer changes.');
  updateAgreement(ctx, before, changes);
  const after: AgreementRow = { ...before, ...changes, version: before.version + 1, updatedAt: ctx.now };
  makeStale(ctx, before, after);
  const pending = after.status === 'archived' ? 0 : found.pending;
  return await showAgreement(ctx, { ...found, agreement: after, pending });
}
