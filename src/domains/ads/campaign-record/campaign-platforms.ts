// The platforms that a campaign runs on, and their connections.
import type { SystemCtx } from '../../../context.ts';
import type { AdPlatform } from '../../../integrations/ads/platform.ts';
import type { ConnectionRow } from '../../accounts/connections/connection.ts';
import { listActiveConnections } from '../../accounts/connections/interface.ts';
import { ownCampaignOf } from '../ad-fields/added-platform.ts';
import type { CampaignTerms } from '../campaign-terms/terms.ts';
import type { CampaignPlatformRow, CampaignRow, WholeCampaign } from './campaign-row.ts';
import { laidOut, submissionsIn } from './pack-ad-sets.ts';

export interface TargetPlatform {
  name: string;
  adapter: AdPlatform;
  /** Null for an added platform for which the account has no active connection, or more than one. */
  connection: ConnectionRow | null;
  /** How many active connections the account has for the platform. */
  found: number;
}

/** The platform of the campaign's connection, then the platforms that blocks in its settings add. */
export async function targetPlatforms(
  ctx: SystemCtx,
  connection: ConnectionRow,
  settings: CampaignTerms['settings'],
  active?: ReadonlyMap<string, readonly ConnectionRow[]>,
): Promise<TargetPlatform[]> {
  const { adPlatforms } = ctx.reactions;
  const own = await adPlatforms[connection.provider]?.();
  if (!own) return [];
  const targets: TargetPlatform[] = [{ name: connection.provider, adapter: own, connection, found: 1 }];
  for (const name of namedBlocks(settings, connection.provider)) {
    const adapter = await adPlatforms[name]?.();
    if (!adapter?.capabilities.addable) continue;
    const there =
      active?.get(name) ??
      (await listActiveConnections(ctx, connection.holder, name as ConnectionRow['provider']));
    targets.push({ name, adapter, connection: there.length === 1 ? there[0]! : null, found: there.length });
  }
  return targets;
}

/** The platforms that settings have a block for, except blocks with the status `archived`. */
export const namedBlocks = (settings: CampaignTerms['settings'], but: string): string[] =>
  Object.keys(settings).filter((name) => {
    const block = settings[name];
    if (name === but || typeof block !== 'object' || block === null) return false;
    return (block as { status?: unknown }).status !== 'archived';
  });

type Wanted = Pick<CampaignRow, 'platform' | 'terms' | 'wanted' | 'hold'>;

/**
 * The status that people want on one of the campaign's platforms. On an added platform the campaign may have ended by
 * its block.
 */
export function wantedOn({ platform: own, terms, wanted, hold }: Wanted, platform: string): Wanted['wanted'] {
  if (platform !== own && !namedBlocks(terms.settings, own).includes(platform)) return 'archived';
  return wanted === 'live' && hold !== null ? 'paused' : wanted;
}

/** A campaign's terms for one of its platforms. An added platform's block overrides some of them. */
export const termsOn = (
  terms: CampaignTerms,
  { platform: own }: Pick<CampaignRow, 'platform'>,
  platform: string,
): CampaignTerms =>
  platform === own ? terms : (ownCampaignOf({ ...terms }, platform).body as unknown as CampaignTerms);

/** The platforms that share the budget, which are those where the campaign has not ended. */
export const goingOn = ({
  row,
  platforms,
}: Pick<WholeCampaign, 'row' | 'platforms'>): CampaignPlatformRow[] =>
  platforms.filter(({ platform, status }) => status !== 'archived' && wantedOn(row, platform) !== 'archived');

/** The names of the platforms where the campaign has ended. */
export function overOn(whole: Pick<WholeCampaign, 'row' | 'platforms'>): string[] {
  const on = goingOn(whole);
  return whole.platforms.filter((one) => !on.includes(one)).map(({ platform }) => platform);
}

/**
 * The submissions shown by ads on any platform where the campaign has not ended, without repeats, in the order of its
 * creatives.
 */
export function shownNow(whole: WholeCampaign): string[] {
  const layouts = goingOn(whole).flatMap((there) => laidOut(there, whole.adSets, whole.ads));
  const shown = new Set(submissionsIn(layouts));
  const listed = whole.row.terms.creatives.filter((one) => shown.has(one));
  return [...new Set([...listed, ...shown])];
}

/** The submissions shown now, or the listed creatives when no ad is left. */
export function shownOrListed(whole: WholeCampaign): string[] {
  const shown = shownNow(whole);
  return shown.length === 0 ? [...whole.row.terms.creatives] : shown;
}

/** By platform, the minimum daily budget of the ad account that a campaign has there, as far as it is known. */
export const floorsOn = (
  platforms: readonly Pick<CampaignPlatformRow, 'platform' | 'connectionId' | 'adAccount'>[],
  known: readonly { connectionId: string; adAccount: string; floor: number }[],
): ReadonlyMap<string, number> =>
  new Map(
    platforms.flatMap(({ platform, connectionId, adAccount }) => {
      const found = known.find((one) => one.connectionId === connectionId && one.adAccount === adAccount);
      return found ? [[platform, found.floor]] : [];
    }),
  );
