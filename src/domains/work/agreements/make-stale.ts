import type { SystemCtx } from '../../../context.ts';
import { agreementsChanged } from '../programs/count-work.ts';
import { agreementsOfOffersChanged } from '../retainers/note-agreements.ts';
import { type AgreementRow, isAccountWide, isForRetainers } from './agreement.ts';

/**
 * Makes every acceptance stale that is based on an agreement as it was, in the caller's batch.
 * @param before null for a new one, which no program names yet.
 */
export function makeStale(
  ctx: SystemCtx,
  before: AgreementRow | null,
  after: Pick<AgreementRow, 'id' | 'accountId' | 'applicability'>,
): void {
  const applies = [...(before?.applicability ?? []), ...after.applicability];
  if (isAccountWide(applies)) agreementsChanged(ctx, after.accountId, null);
  else if (before) agreementsChanged(ctx, after.accountId, after.id);
  if (isForRetainers(applies)) agreementsOfOffersChanged(ctx, after.accountId);
}
