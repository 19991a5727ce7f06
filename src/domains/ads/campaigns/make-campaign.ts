// Makes a new campaign with its platforms, ad sets and ads and plans its set-up. Used by creating and by copying.
import { type Actor, actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { spendQuota } from '../../../db/quota.ts';
import { adAccountOf } from '../../../integrations/ads/platform.ts';
import { rejected } from '../../../kit/error.ts';
import { newId } from '../../../kit/ids.ts';
import { requireActive } from '../../accounts/connections/interface.ts';
import { addCreditTarget } from '../../measurement/credit-targets/interface.ts';
import { addCampaignSubmissions, setCampaignPay } from '../../money/campaign-pay/interface.ts';
import { planSetup } from '../campaign-delivery/plan-setup.ts';
import { creatorPayOf } from '../campaign-preflight/creator-pay-of.ts';
import { type PlannedPlatform, preflight } from '../campaign-preflight/preflight.ts';
import type { KnownFacts } from '../campaign-preflight/preflight-facts.ts';
import { addEntry } from '../campaign-record/add-entry.ts';
import { requireNone } from '../campaign-record/campaign-problem.ts';
import type { AdRow, AdSetRow, WholeCampaign } from '../campaign-record/campaign-row.ts';
import { hasOwnCallers } from '../campaign-record/has-own-callers.ts';
import { insertCampaign } from '../campaign-record/interface.ts';
import { newAd, newAdSet } from '../campaign-record/new-ad-set.ts';
import type { PackedAdSet } from '../campaign-record/pack-ad-sets.ts';
import { statusOf } from '../campaign-record/status.ts';
import type { CampaignTerms } from '../campaign-terms/terms.ts';

export interface NewCampaign {
  name: string;
  connectionId: string;
  terms: CampaignTerms;
  adSets: PackedAdSet[] | null;
  scheduledLaunchAt: number | null;
  launch: boolean;
  /** The campaign that it was copied from. */
  copyOf: string | null;
}

/** The acting brand. Throws operation_rejected when a partner acts as itself. */
export function actingBrand(actor: Actor): string {
  const account = actingAccount(actor);
  if (account.type !== 'brand')
    throw rejected('brands_only', 'Only a brand has campaigns. Act as that brand.');
  return account.id;
}

/** Throws operation_rejected (`preflight_failed`) with every problem. */
export async function makeCampaign(
  ctx: Ctx,
  asked: NewCampaign,
  known: KnownFacts = {},
): Promise<WholeCampaign> {
  const accountId = actingBrand(ctx.actor);
  const { name, terms, connectionId, scheduledLaunchAt } = asked;
  const draft = {
    accountId,
    name,
    connectionId,
    terms,
    adSets: asked.adSets,
    scheduledLaunchAt,
    begun: false,
  };
  const { problems, connection, platforms } = await preflight(ctx, draft, known);
  requireNone(problems);
  if (!connection) throw new Error('a campaign without its connection');
  const most = ctx.vars.CAMPAIGNS_A_DAY;
  const message = `An account can create at most ${most} campaigns a day.`;
  spendQuota(ctx, ctx.write, { account: accountId, what: 'campaigns', amount: 1, most, message });
  const id = newId('campaign', ctx.now);
  const { home } = ctx.actor;
  const partnerId = home?.type === 'partner' && home.id !== accountId ? home.id : null;
  const asks = partnerId !== null && (await hasOwnCallers(ctx, accountId));
  const runs = asked.launch || scheduledLaunchAt !== null;
  const at = { version: 1, createdAt: ctx.now, updatedAt: ctx.now };
  const parts = platforms.map((planned) => partsOn(ctx, id, accountId, planned));
  const row = {
    id,
    accountId,
    name,
    connectionId,
    terms,
    scheduledLaunchAt,
    status: 'processing' as const,
    platform: connection.provider,
    currency: connection.currency ?? 'usd',
    timezone: connection.timezone ?? 'UTC',
    wanted: asked.launch && scheduledLaunchAt === null && !asks ? ('live' as const) : ('paused' as const),
    hold: null,
    launchedAt: null,
    publishedAt: null,
    pendingChange: null,
    partnerId,
    approvalStatus: asks ? (runs ? ('pending' as const) : ('draft' as const)) : null,
    approvalRequestedAt: asks && runs ? ctx.now : null,
    approvalNote: null,
    approvalReviewedAt: null,
    moves: 0,
    ...at,
  };
  const whole: WholeCampaign = {
    row,
    platforms: parts.map(({ platform }) => platform),
    adSets: parts.flatMap(({ adSets }) => adSets),
    ads: parts.flatMap(({ ads }) => ads),
    selections: new Map(platforms.map((planned) => [planned.connection.id, planned.connection.selection])),
  };
  row.status = statusOf(row, whole.platforms) as 'processing';
  insertCampaign(ctx, whole);
  addCreditTarget(ctx, { accountId, kind: 'campaign', key: id, creatorId: null });
  const pay = creatorPayOf(row);
  if (pay) setCampaignPay(ctx, id, pay);
  addCampaignSubmissions(ctx, id, terms.creatives);
  for (const planned of platforms) {
    requireActive(ctx, planned.connection);
    await planSetup(ctx, whole, { platform: planned.name }, planned.connection);
  }
  const details = asked.copyOf === null ? {} : { details: { copyOf: asked.copyOf } };
  addEntry(ctx, { campaign: id, what: 'created', ...details });
  return whole;
}

/** The rows of a new campaign on one platform. Nothing exists there yet. */
export function partsOn(
  { now }: Ctx,
  campaignId: string,
  accountId: string,
  { name: platform, connection, adSets: packed }: PlannedPlatform,
) {
  const shared = { accountId, campaignId, platform, connectionId: connection.id, platformId: null };
  const at = { createdAt: now, updatedAt: now };
  const adSets: AdSetRow[] = [];
  const ads: AdRow[] = [];
  for (const [position, set] of packed.entries()) {
    const made = newAdSet({ ...shared, currency: connection.currency ?? 'usd' }, set, position, now);
    adSets.push(made);
    ads.push(...set.ads.map((ad, n) => newAd({ ...shared, adSetId: made.id }, ad, n, now)));
  }
  const row = {
    campaignId,
    platform,
    accountId,
    connectionId: connection.id,
    adAccount: adAccountOf(connection.selection) ?? '',
    platformId: null,
    status: 'processing' as const,
    error: null,
    issues: [],
    setUpAt: null,
    stateReadAt: null,
    daysReadAt: null,
    spent: 0,
    ...at,
  };
  return { platform: row, adSets, ads };
}
