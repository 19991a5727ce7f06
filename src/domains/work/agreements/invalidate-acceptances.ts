import type { SystemCtx } from '../../../context.ts';
import { type AgreementRow, isAccountWide, isForRetainers } from '../agreement-rules/agreement.ts';
import { moveAgreementsEpoch } from '../program-terms/interface.ts';
import { moveOfferVersions } from '../retainers/interface.ts';

/**
 * Makes acceptances that are based on the old agreement fail, in the caller's batch. An acceptance names the
 * version of its application or offer, and this increments those versions.
 * @param before null for a new agreement, which no program names yet.
 */
export function invalidateAcceptances(
  ctx: SystemCtx,
  before: AgreementRow | null,
  after: Pick<AgreementRow, 'id' | 'accountId' | 'applicability'>,
): void {
  const applies = [...(before?.applicability ?? []), ...after.applicability];
  if (isAccountWide(applies)) moveAgreementsEpoch(ctx, after.accountId, null);
  else if (before) moveAgreementsEpoch(ctx, after.accountId, after.id);
  if (isForRetainers(applies)) moveOfferVersions(ctx, after.accountId);
}
