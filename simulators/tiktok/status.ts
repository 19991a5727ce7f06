// What a campaign, ad group or ad really does: what was set, what its parents do, and what the review said by now.
import { type Params, stamp, timeOf } from './wire.ts';
import { HOUR, type Node, type World } from './world.ts';

/** How long a review takes unless a test says otherwise. */
const REVIEW = HOUR / 2;

const isGone = (node: Node) => node.operation_status === 'DELETE';
const isOff = (node: Node) => node.operation_status === 'DISABLE';

export function campaignStatus(world: World, campaign: Node): string {
  if (isGone(campaign)) return 'CAMPAIGN_STATUS_DELETE';
  const { status } = world.get('advertiser', campaign.advertiser_id);
  if (status !== 'STATUS_ENABLE') return 'ADVERTISER_ACCOUNT_PUNISH';
  if (isOff(campaign)) return 'CAMPAIGN_STATUS_DISABLE';
  return campaign._issue ?? 'CAMPAIGN_STATUS_ENABLE';
}

export function adgroupStatus(world: World, adgroup: Node): string {
  const campaign = world.get('campaign', adgroup.campaign_id);
  if (isGone(adgroup)) return 'ADGROUP_STATUS_DELETE';
  if (isGone(campaign)) return 'ADGROUP_STATUS_CAMPAIGN_DELETE';
  // What is off hides what the review says.
  if (isOff(campaign)) return 'ADGROUP_STATUS_CAMPAIGN_DISABLE';
  if (isOff(adgroup)) return 'ADGROUP_STATUS_DISABLE';
  const ads = adsOf(world, adgroup).filter((ad) => !isGone(ad));
  if (ads.length > 0 && ads.every((ad) => ad._review > world.now())) return 'ADGROUP_STATUS_AUDIT';
  if (ads.length > 0 && ads.every((ad) => ad._rejection)) return 'ADGROUP_STATUS_AUDIT_DENY';
  return `ADGROUP_STATUS_${timing(world, adgroup) ?? 'DELIVERY_OK'}`;
}

export function adStatus(world: World, ad: Node): string {
  const adgroup = world.get('adgroup', ad.adgroup_id);
  const campaign = world.get('campaign', ad.campaign_id);
  if (isGone(ad)) return 'AD_STATUS_DELETE';
  if (isGone(campaign)) return 'AD_STATUS_CAMPAIGN_DELETE';
  if (isGone(adgroup)) return 'AD_STATUS_ADGROUP_DELETE';
  if (isOff(campaign)) return 'AD_STATUS_CAMPAIGN_DISABLE';
  if (isOff(adgroup)) return 'AD_STATUS_ADGROUP_DISABLE';
  if (isOff(ad)) return 'AD_STATUS_DISABLE';
  if (ad._review > world.now()) return 'AD_STATUS_AUDIT';
  if (ad._rejection) return 'AD_STATUS_AUDIT_DENY';
  if (!isAllAuthorised(world, ad)) return 'AD_STATUS_CREATOR_AUTHORIZATION_REVOKED';
  const time = timing(world, adgroup);
  return `AD_STATUS_${time === 'TIME_DONE' ? 'DONE' : (time ?? 'DELIVERY_OK')}`;
}

function timing(world: World, adgroup: Node): 'NOT_START' | 'TIME_DONE' | null {
  if (timeOf(adgroup.schedule_start_time) > world.now()) return 'NOT_START';
  const end = adgroup.schedule_end_time;
  return end !== undefined && timeOf(end) <= world.now() ? 'TIME_DONE' : null;
}

const adsOf = (world: World, adgroup: Node) =>
  world.all('ad', adgroup.advertiser_id).filter((ad) => ad.adgroup_id === adgroup.id);

/** Whether each creator's post that an ad shows has a code that its advertiser used and that has not ended. */
function isAllAuthorised(world: World, ad: Node): boolean {
  const items = ad.creative_list.flatMap((one: Params) => one.creative_info.tiktok_item_id ?? []);
  const codes = world.all('post');
  return items.every((item: string) => isShownBy(world, codes, ad.advertiser_id, item));
}

export const isShownBy = (world: World, codes: readonly Node[], advertiser: string, item: string): boolean =>
  codes.some(
    (one) => one.item_id === item && one._advertisers.includes(advertiser) && isAuthorised(world, one),
  );

export const isAuthorised = (world: World, post: Node): boolean => !post._revoked && post._ends > world.now();

/** Sends an ad into review: a new one, or one that changed. */
export function submit(world: World, ad: Node): Node {
  const rejections = world.setting<{ name: string }[]>('rejections', []);
  const at = rejections.findIndex(({ name }) => String(ad.ad_name).includes(name));
  const [hit] = at < 0 ? [] : rejections.splice(at, 1);
  if (hit) world.set('rejections', rejections);
  return { ...ad, _review: world.now() + world.setting('review', REVIEW), _rejection: hit !== undefined };
}

/** Notes since when each ad of a campaign runs, and when it stopped: after every change of a status. */
export function noteRuns(world: World, campaign: string): void {
  for (const ad of world.all('ad').filter((one) => one.campaign_id === campaign)) {
    const runs: { from: number; to: number | null }[] = ad._runs ?? [];
    const open = runs.at(-1)?.to === null ? runs.at(-1)! : null;
    const on = ['AD_STATUS_DELIVERY_OK', 'AD_STATUS_AUDIT', 'AD_STATUS_NOT_START'].includes(
      adStatus(world, ad),
    );
    if (on === (open !== null)) continue;
    const start = timeOf(world.get('adgroup', ad.adgroup_id).schedule_start_time);
    if (open) open.to = world.now();
    else runs.push({ from: Math.max(world.now(), ad._review, start), to: null });
    world.save({ ...ad, _runs: runs });
  }
}

const PRIMARY: Record<string, string> = { DELIVERY_OK: 'STATUS_DELIVERY_OK', ENABLE: 'STATUS_DELIVERY_OK' };

/** The coarse status, by which lists are asked for. */
export function primaryOf(secondary: string): string {
  if (secondary.endsWith('_DELETE')) return 'STATUS_DELETE';
  if (secondary.endsWith('_DISABLE')) return 'STATUS_DISABLE';
  if (secondary.endsWith('_DONE')) return 'STATUS_TIME_DONE';
  return PRIMARY[secondary.replace(/^[A-Z]+_STATUS_/, '')] ?? 'STATUS_NOT_DELIVERY';
}

/** A node as it is shown: without the simulator's own notes. */
export function view(world: World, kind: 'campaign' | 'adgroup' | 'ad', node: Node): Params {
  const shown = Object.fromEntries(
    Object.entries(node).filter(([name]) => !name.startsWith('_') && name !== 'id'),
  );
  const status = { campaign: campaignStatus, adgroup: adgroupStatus, ad: adStatus }[kind](world, node);
  const times = { create_time: stamp(node._created), modify_time: stamp(node._updated) };
  return { ...shown, ...times, secondary_status: status };
}
