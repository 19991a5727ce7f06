// What a campaign, ad group or ad really does: what was set, what its parents do, and what the review said by now.
import type { Json } from './wire.ts';
import { MINUTE, type Node, type World } from './world.ts';

/** How long a review takes unless a test says otherwise. */
const REVIEW = 30 * MINUTE;

/** Sends an ad into review. */
export function submit(world: World, ad: Node): Node {
  const rejections = world.setting<{ topic: string; name: string }[]>('rejections', []);
  const at = rejections.findIndex(({ name }) => String(ad.ad.name ?? '').includes(name));
  const [hit] = at < 0 ? [] : rejections.splice(at, 1);
  if (hit) world.set('rejections', rejections);
  return { ...ad, _review: world.now() + world.setting('review', REVIEW), _rejection: hit?.topic ?? null };
}

export function policyOf(world: World, ad: Node): Json {
  if (ad._review > world.now()) return { reviewStatus: 'REVIEW_IN_PROGRESS' };
  if (!ad._rejection) return { reviewStatus: 'REVIEWED', approvalStatus: 'APPROVED' };
  return {
    policyTopicEntries: [{ topic: ad._rejection, type: 'PROHIBITED' }],
    reviewStatus: 'REVIEWED',
    approvalStatus: 'DISAPPROVED',
  };
}

const inReview = (world: World, ad: Node) => ad._review > world.now();

export function adState(
  world: World,
  customer: Node,
  ad: Node,
): { primaryStatus: string; primaryStatusReasons?: string[] } {
  if (ad.status === 'REMOVED')
    return { primaryStatus: 'REMOVED', primaryStatusReasons: ['AD_GROUP_AD_REMOVED'] };
  const group = world.get('adGroup', ad.adGroup, customer.id);
  const campaign = world.get('campaign', group.campaign, customer.id);
  if (campaign.status === 'REMOVED')
    return { primaryStatus: 'NOT_ELIGIBLE', primaryStatusReasons: ['CAMPAIGN_REMOVED'] };
  if (campaign.status === 'PAUSED')
    return { primaryStatus: 'NOT_ELIGIBLE', primaryStatusReasons: ['CAMPAIGN_PAUSED'] };
  if (group.status !== 'ENABLED')
    return { primaryStatus: 'NOT_ELIGIBLE', primaryStatusReasons: [`AD_GROUP_${group.status}`] };
  if (ad.status === 'PAUSED')
    return { primaryStatus: 'PAUSED', primaryStatusReasons: ['AD_GROUP_AD_PAUSED'] };
  if (inReview(world, ad))
    return { primaryStatus: 'PENDING', primaryStatusReasons: ['AD_GROUP_AD_UNDER_REVIEW'] };
  if (ad._rejection)
    return { primaryStatus: 'NOT_ELIGIBLE', primaryStatusReasons: ['AD_GROUP_AD_DISAPPROVED'] };
  return { primaryStatus: 'ELIGIBLE' };
}

export function campaignState(
  world: World,
  customer: Node,
  campaign: Node,
): { primaryStatus: string; primaryStatusReasons?: string[] } {
  const is = (primaryStatus: string, ...reasons: string[]) =>
    reasons.length > 0 ? { primaryStatus, primaryStatusReasons: reasons } : { primaryStatus };
  if (campaign.status === 'REMOVED') return is('REMOVED', 'CAMPAIGN_REMOVED');
  if (campaign._issue) return is('MISCONFIGURED', campaign._issue);
  const now = world.local(customer);
  if (campaign.endDateTime !== undefined && campaign.endDateTime < now) return is('ENDED', 'CAMPAIGN_ENDED');
  if (campaign.status === 'PAUSED') return is('PAUSED', 'CAMPAIGN_PAUSED');
  if (campaign.startDateTime !== undefined && campaign.startDateTime > now)
    return is('PENDING', 'CAMPAIGN_PENDING');
  const groups = world
    .all('adGroup', customer.id)
    .filter((one) => one.campaign === campaign.id && one.status !== 'REMOVED');
  if (groups.length === 0) return is('NOT_ELIGIBLE', 'NO_AD_GROUPS');
  const running = groups.filter(({ status }) => status === 'ENABLED').map(({ id }) => id);
  if (running.length === 0) return is('NOT_ELIGIBLE', 'AD_GROUPS_PAUSED');
  const ads = world
    .all('adGroupAd', customer.id)
    .filter((one) => running.includes(one.adGroup) && one.status !== 'REMOVED');
  if (ads.length === 0) return is('NOT_ELIGIBLE', 'NO_AD_GROUP_ADS');
  const enabled = ads.filter(({ status }) => status === 'ENABLED');
  if (enabled.length === 0) return is('NOT_ELIGIBLE', 'AD_GROUP_ADS_PAUSED');
  if (enabled.every((ad) => inReview(world, ad))) return is('NOT_ELIGIBLE', 'MOST_ADS_UNDER_REVIEW');
  const good = enabled.filter((ad) => !inReview(world, ad) && !ad._rejection);
  if (good.length === 0) return is('NOT_ELIGIBLE', 'HAS_ADS_DISAPPROVED');
  return good.length < enabled.length ? is('LIMITED', 'HAS_ADS_DISAPPROVED') : is('ELIGIBLE');
}

/** Notes since when each ad runs, and when it stopped: after every change. */
export function noteRuns(world: World, customer: Node): void {
  for (const ad of world.all('adGroupAd', customer.id)) {
    const runs: { from: number; to: number | null }[] = ad._runs ?? [];
    const open = runs.at(-1)?.to === null ? runs.at(-1)! : null;
    const on = ['ELIGIBLE', 'PENDING'].includes(adState(world, customer, ad).primaryStatus);
    if (on === (open !== null)) continue;
    if (open) open.to = world.now();
    else runs.push({ from: Math.max(world.now(), ad._review), to: null });
    world.save({ ...ad, _runs: runs });
  }
}
