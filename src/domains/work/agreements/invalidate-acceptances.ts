import type { SystemCtx } from '../../../context.ts';
import { type AgreementRow, isAccountWide, isForRetainers } from '../agreement-rules/agreement.ts';
import { moveAgreementsEpoch } from '../program-terms/interface.ts';
import { moveOfferVersions } from '../retainers/interface.ts';

/**
 * Makes every acceptance fail, in the caller's batch, that is based on an agreement as it was: what applications and
 * offers are accepted by are their versions, and these move.
 * @param before null for a new one, which no program names yet.
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
