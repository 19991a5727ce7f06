// The interface of a campaign's record for the domains above.
import type { SQL } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import type { AdAudience } from '../../../integrations/ads/steps.ts';
import { type CheckedPlatform, checkFields } from '../ad-fields/check-fields.ts';
import { termsOn } from './campaign-platforms.ts';
import { requireNone } from './campaign-problem.ts';
import type { CampaignRow, WholeCampaign } from './campaign-row.ts';
import { findWhole } from './store.ts';

export { findBudgetFloor, listBudgetFloors, saveBudgetFloor } from './budget-floor-store.ts';
export { connectionOf, ownCampaign, submissionsOf } from './named-store.ts';
export { listToRead, saveRead } from './reported-store.ts';
export { listShownAs } from './showing-store.ts';
export {
  asRead,
  findPart,
  findWhole,
  insertAdSets,
  insertCampaign,
  insertPlatform,
  listDueLaunches,
  listNamed,
  listOwnCampaigns,
  listSpent,
  requireOwnCampaign,
  saveAd,
  saveAdSet,
  saveMade,
  savePlatform,
  sumOwnSpend,
  unlessOver,
} from './store.ts';

/** An account's campaign with its platforms, ad sets and ads; null for another account's. */
export async function campaignOf(
  ctx: SystemCtx,
  accountId: string,
  id: string | SQL,
): Promise<WholeCampaign | null> {
  const whole = await findWhole(ctx, id);
  return whole?.row.accountId === accountId ? whole : null;
}

/**
 * Throws operation_rejected when the platform would refuse the new audience. Problems that the old audience had already
 * are ignored.
 */
export function requireAudience(
  row: CampaignRow,
  platform: CheckedPlatform,
  before: AdAudience,
  after: AdAudience,
): void {
  const terms = termsOn(row.terms, row, platform.name);
  const broken = (audience: AdAudience) => checkFields({ ...terms, name: row.name, audience }, platform);
  const known = new Set(broken(before).map(({ path, code }) => `${path} ${code}`));
  requireNone(broken(after).filter(({ path, code }) => !known.has(`${path} ${code}`)));
}
