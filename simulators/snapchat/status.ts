// What a campaign, ad squad or ad really does: what was set, what stands above it, and what the review said by now.
import type { Fields } from './wire.ts';
import { HOUR, type Node, type World } from './world.ts';

/** How long a review takes unless a test says otherwise. */
const REVIEW = HOUR / 2;

function timed(world: World, node: Node): string[] {
  return [
    ...(node.status === 'PAUSED' ? ['INVALID_NOT_ACTIVE'] : []),
    ...(Date.parse(node.start_time ?? 0) > world.now() ? ['INVALID_START_TIME'] : []),
    ...(node.end_time !== undefined && Date.parse(node.end_time) <= world.now() ? ['INVALID_END_TIME'] : []),
    ...(node._issue ? [node._issue] : []),
  ];
}

const orValid = (words: string[]) => (words.length === 0 ? ['VALID'] : words);

function campaignWords(world: World, campaign: Node): string[] {
  const account = world.get('account', campaign.ad_account_id);
  return [...timed(world, campaign), ...(account.status === 'ACTIVE' ? [] : ['INVALID_AD_ACCOUNT_STATUS'])];
}

const squadWords = (world: World, squad: Node): string[] => [
  ...timed(world, squad),
  ...(campaignWords(world, world.get('campaign', squad.campaign_id)).length > 0
    ? ['INVALID_NOT_EFFECTIVE_ACTIVE']
    : []),
];

export function reviewOf(world: World, ad: Node): 'PENDING' | 'APPROVED' | 'REJECTED' {
  if (ad._review > world.now()) return 'PENDING';
  return ad._rejection ? 'REJECTED' : 'APPROVED';
}

const REVIEW_WORDS = {
  PENDING: ['INVALID_PENDING_REVIEW_STATUS'],
  REJECTED: ['INVALID_REJECTED_REVIEW_STATUS'],
  APPROVED: [],
};

const adWords = (world: World, ad: Node): string[] => [
  ...timed(world, ad),
  ...REVIEW_WORDS[reviewOf(world, ad)],
  ...(squadWords(world, world.get('adsquad', ad.ad_squad_id)).length > 0
    ? ['INVALID_NOT_EFFECTIVE_ACTIVE']
    : []),
];

export function view(world: World, kind: string, node: Node): Fields {
  if (node.deleted) return node;
  if (kind === 'campaign') return { ...node, delivery_status: orValid(campaignWords(world, node)) };
  if (kind === 'adsquad') return { ...node, delivery_status: orValid(squadWords(world, node)) };
  if (kind === 'ad') {
    const review_status_reasons = reviewOf(world, node) === 'REJECTED' ? [node._rejection] : [];
    const review = { review_status: reviewOf(world, node), review_status_reasons };
    return { ...node, ...review, delivery_status: orValid(adWords(world, node)) };
  }
  if (kind === 'creative') {
    const pending = node._review > world.now();
    return { ...node, review_status: pending ? 'PENDING_REVIEW' : 'APPROVED' };
  }
  return kind === 'media' ? { ...node, media_status: mediaStatus(world, node) } : node;
}

export function mediaStatus(world: World, media: Node): string {
  if (!media._uploaded) return 'PENDING_UPLOAD';
  if (media._ready > world.now()) return 'PROCESSING';
  return media._failed ? 'ERROR' : 'READY';
}

/** Sends an ad or a creative into review. */
export function submit(world: World, node: Node): Node {
  const rejections = world.setting<{ reason: string; name: string }[]>('rejections', []);
  const at = rejections.findIndex(({ name }) => String(node.name).includes(name));
  const [hit] = at < 0 ? [] : rejections.splice(at, 1);
  if (hit) world.set('rejections', rejections);
  return { ...node, _review: world.now() + world.setting('review', REVIEW), _rejection: hit?.reason ?? null };
}

/** Notes since when each ad of a campaign runs, and when it stopped: after every change of a status. */
export function noteRuns(world: World, campaign: string): void {
  for (const ad of world.all('ad').filter((one) => one._campaign === campaign && !one.deleted)) {
    const runs: { from: number; to: number | null }[] = ad._runs ?? [];
    const open = runs.at(-1)?.to === null ? runs.at(-1)! : null;
    const on = adWords(world, ad).every((word) => word === 'INVALID_PENDING_REVIEW_STATUS');
    if (on === (open !== null)) continue;
    if (open) open.to = world.now();
    else runs.push({ from: Math.max(world.now(), ad._review), to: null });
    world.save({ ...ad, _runs: runs });
  }
}
