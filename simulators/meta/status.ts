// What a campaign, ad set or ad really does: what was set, what its parents do, and what the review said by now.
import type { Params } from './wire.ts';
import { HOUR, type Node, stamp, type World } from './world.ts';

/** How long a review takes unless a test says otherwise. */
const REVIEW = HOUR / 2;

const GONE = ['DELETED', 'ARCHIVED'];

export function campaignStatus(world: World, campaign: Node): string {
  if (GONE.includes(campaign.status)) return campaign.status;
  if (campaign._issue) return 'WITH_ISSUES';
  const account = world.get('account', campaign._account);
  return account.account_status === 1 || account.account_status === 9 ? campaign.status : 'WITH_ISSUES';
}

export function adsetStatus(world: World, adset: Node): string {
  if (GONE.includes(adset.status)) return adset.status;
  const campaign = world.get('campaign', adset.campaign_id);
  if (GONE.includes(campaign.status)) return campaign.status;
  if (campaign.status === 'PAUSED') return 'CAMPAIGN_PAUSED';
  return adset.status;
}

export function adStatus(world: World, ad: Node): string {
  if (GONE.includes(ad.status)) return ad.status;
  const adset = world.get('adset', ad.adset_id);
  const campaign = world.get('campaign', adset.campaign_id);
  for (const parent of [campaign, adset]) if (GONE.includes(parent.status)) return parent.status;
  // A paused tree hides what the review says.
  if (campaign.status === 'PAUSED') return 'CAMPAIGN_PAUSED';
  if (adset.status === 'PAUSED') return 'ADSET_PAUSED';
  if (ad.status === 'PAUSED') return 'PAUSED';
  if (ad._review > world.now()) return 'PENDING_REVIEW';
  return ad._rejection ? 'DISAPPROVED' : 'ACTIVE';
}

/** The rejection of an ad, once its review is over. */
export function reviewOf(world: World, ad: Node): Params {
  if (ad._review > world.now() || !ad._rejection) return {};
  return {
    ad_review_feedback: {
      global: { [ad._rejection]: `This ad goes against our policy on ${ad._rejection}.` },
    },
    issues_info: [
      {
        level: 'AD',
        error_code: 1_815_869,
        error_summary: 'Ad rejected',
        error_message: `Rejected for ${ad._rejection}`,
        error_type: 'HARD_ERROR',
      },
    ],
  };
}

/** Sends an ad into review: a new one, or one whose creative or audience changed. */
export function submit(world: World, ad: Node): Node {
  const rejections = world.setting<{ policy: string; name: string }[]>('rejections', []);
  const at = rejections.findIndex(({ name }) => String(ad.name).includes(name));
  const [hit] = at < 0 ? [] : rejections.splice(at, 1);
  if (hit) world.set('rejections', rejections);
  return { ...ad, _review: world.now() + world.setting('review', REVIEW), _rejection: hit?.policy ?? null };
}

/** Notes since when each ad of a campaign runs, and when it stopped: after every change of a status. */
export function noteRuns(world: World, campaign: string): void {
  for (const ad of world.all('ad').filter((one) => one.campaign_id === campaign)) {
    const runs: { from: number; to: number | null }[] = ad._runs ?? [];
    const open = runs.at(-1)?.to === null ? runs.at(-1)! : null;
    const on = ['ACTIVE', 'PENDING_REVIEW'].includes(adStatus(world, ad));
    if (on === (open !== null)) continue;
    if (open) open.to = world.now();
    else runs.push({ from: Math.max(world.now(), ad._review), to: null });
    world.save({ ...ad, _runs: runs });
  }
}

const money = (value: unknown) => (value === undefined || value === null ? undefined : String(value));
const when = (value: unknown) => (typeof value === 'number' ? stamp(value) : undefined);

const times = (node: Node) => ({ created_time: when(node._created), updated_time: when(node._updated) });
const budgets = (node: Node) => ({
  daily_budget: money(node.daily_budget),
  lifetime_budget: money(node.lifetime_budget),
  bid_amount: node.bid_amount,
  start_time: when(node.start_time),
});

export const viewCampaign = (world: World, node: Node): Params => ({
  ...node,
  ...times(node),
  ...budgets(node),
  spend_cap: money(node.spend_cap),
  stop_time: when(node.stop_time),
  account_id: node._account.slice(4),
  configured_status: node.status,
  effective_status: campaignStatus(world, node),
  issues_info: node._issue
    ? [
        {
          level: 'CAMPAIGN',
          error_code: 1,
          error_summary: node._issue,
          error_message: node._issue,
          error_type: 'HARD_ERROR',
        },
      ]
    : undefined,
});

export const viewAdset = (world: World, node: Node): Params => ({
  ...node,
  ...times(node),
  ...budgets(node),
  end_time: when(node.end_time),
  account_id: node._account.slice(4),
  configured_status: node.status,
  effective_status: adsetStatus(world, node),
});

export const viewAd = (world: World, node: Node): Params => ({
  ...node,
  ...times(node),
  account_id: node._account.slice(4),
  configured_status: node.status,
  effective_status: adStatus(world, node),
  ...reviewOf(world, node),
});
