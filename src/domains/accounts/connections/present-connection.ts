// A connection as its owners see it, with what is wrong with it and what to do.
import { managerOf } from '../../../integrations/ads/manager.ts';
import { DAY_MS, day, iso, isoOrNull } from '../../../kit/time.ts';
import {
  type Connection,
  type ConnectionRow,
  type ConnectionUse,
  isShop,
  PROVIDER_NAMES,
  type SyncProblem,
} from './connection.ts';

/** The owners get a warning this long before their token expires. */
export const WARN_MS = 7 * DAY_MS;

export function presentConnection(row: ConnectionRow, use: ConnectionUse, now: number): Connection {
  return {
    id: row.id,
    provider: row.provider,
    status: row.status,
    name: row.name,
    handle: row.handle,
    avatarUrl: row.avatarUrl,
    lastSyncedAt: isoOrNull(row.lastSyncedAt),
    error: errorOf(row, now),
    activeCampaigns: use.activeCampaigns,
    canDisconnect: row.status !== 'disconnected' && !use.inUse,
    version: row.version,
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  };
}

function errorOf({ provider, status, endsAt, syncProblem }: ConnectionRow, now: number) {
  const platform = PROVIDER_NAMES[provider];
  if (status === 'expired' || status === 'reconnect_required')
    return `${platform} no longer accepts this connection. Reconnect it.`;
  if (status === 'disconnected') return null;
  if (endsAt !== null && endsAt - now <= WARN_MS)
    return `This connection to ${platform} expires on ${day(endsAt)}. Reconnect it before then.`;
  return syncProblem && saidOf(provider, syncProblem);
}

/** What to do about a shop that cannot be read. */
const SHOP_PROBLEMS = {
  needs_human: (platform: string) =>
    `${platform} has closed or paused this store. Its owner can reopen it in its admin.`,
  permission: (platform: string) =>
    `${platform} does not let the service read this store's orders. Reconnect it and allow everything.`,
} as const;

/** What to do about an ad account that its platform has closed. */
const CLOSED = {
  ad_account_closed: (platform: string) =>
    `The ad account is closed or disabled on ${platform}. Reopen it in ${managerOf(platform)}, or use another ad account.`,
  needs_human: (platform: string) =>
    `${platform} requires a check of the ad account first. Open ${managerOf(platform)} and complete what it asks for.`,
  permission: (platform: string) =>
    `The person who connected this ad account can no longer see it on ${platform}. Give that person access, or have somebody with access reconnect it.`,
} as const;

function saidOf(provider: ConnectionRow['provider'], problem: SyncProblem): string {
  const platform = PROVIDER_NAMES[provider];
  const { reason } = problem;
  if (isShop(provider) && (reason === 'needs_human' || reason === 'permission'))
    return SHOP_PROBLEMS[reason](platform);
  if (problem.reason === 'partial')
    return `This connection to ${platform} lacks permissions for ${problem.missing.join(' and ')}. Reconnect it and allow everything.`;
  return problem.reason === 'too_long'
    ? `This ad account has more than ${problem.most.toLocaleString('en-US')} campaigns, ad sets or ads of one kind, the most that the service can read from ${platform}. Statuses and amounts spent are out of date. Delete what is no longer needed on ${platform}, or use a smaller ad account.`
    : CLOSED[problem.reason](platform);
}
