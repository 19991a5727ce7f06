// What domains above ask of a campaign's record.
import type { SystemCtx } from '../../../context.ts';
import type { AdAudience } from '../../../integrations/ads/steps.ts';
import { type CheckedPlatform, checkFields } from '../ad-fields/check-fields.ts';
import { termsOn } from './campaign-platforms.ts';
import { requireNone } from './campaign-problem.ts';
import type { CampaignRow, WholeCampaign } from './campaign-row.ts';
import { findWhole } from './store.ts';

export { listToRead, saveRead } from './reported-store.ts';
export {
  asRead,
  findBudgetFloor,
  findPart,
  findWhole,
  insertAdSets,
  insertCampaign,
  insertPlatform,
  listDueLaunches,
  listOwnCampaigns,
  listShownAs,
  listSpent,
  requireOwnCampaign,
  saveAd,
  saveAdSet,
  saveBudgetFloor,
  saveMade,
  savePlatform,
  sumOwnSpend,
  unlessOver,
} from './store.ts';

/** A campaign of an account with all that belongs to it; null for anybody else's. */
export async function campaignOf(
  ctx: SystemCtx,
  accountId: string,
  id: string,
): Promise<WholeCampaign | null> {
  const whole = await findWhole(ctx, id);
  return whole?.row.accountId === accountId ? whole : null;
}

/** Throws operation_rejected for what a platform does not take of an ad set of the campaign, unless it had it before. */
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
