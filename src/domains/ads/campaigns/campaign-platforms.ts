// On which platforms a campaign runs, and through which connections.
import type { SystemCtx } from '../../../context.ts';
import type { AdPlatform, Selection } from '../../../integrations/ads/platform.ts';
import type { ConnectionRow } from '../../accounts/connections/connection.ts';
import { listActiveConnections } from '../../accounts/connections/interface.ts';
import type { CampaignTerms } from '../campaign-terms/terms.ts';

export interface TargetPlatform {
  name: string;
  adapter: AdPlatform;
  /** Null for an added platform to which the account has no connection, or several. */
  connection: ConnectionRow | null;
  /** How many active connections there are to choose from. */
  found: number;
}

/** The platform of the campaign's connection, then those that its settings add by a block under their names. */
export async function targetPlatforms(
  ctx: SystemCtx,
  connection: ConnectionRow,
  settings: CampaignTerms['settings'],
): Promise<TargetPlatform[]> {
  const { adPlatforms } = ctx.reactions;
  const own = await adPlatforms[connection.provider]?.();
  if (!own) return [];
  const targets: TargetPlatform[] = [{ name: connection.provider, adapter: own, connection, found: 1 }];
  for (const name of addedPlatforms(ctx, connection.provider, settings)) {
    const adapter = await adPlatforms[name]!();
    const there = await listActiveConnections(ctx, connection.holder, name as ConnectionRow['provider']);
    targets.push({ name, adapter, connection: there.length === 1 ? there[0]! : null, found: there.length });
  }
  return targets;
}

/** The names of the platforms that settings add to a campaign on `platform`. */
export function addedPlatforms(
  ctx: SystemCtx,
  platform: string,
  settings: CampaignTerms['settings'],
): string[] {
  return Object.keys(settings).filter((name) => {
    if (name === platform || !ctx.reactions.adPlatforms[name]) return false;
    const block = settings[name];
    return typeof block === 'object' && block !== null && (block as { status?: unknown }).status !== 'archived';
  });
}

/** The ad account in which everything of a campaign lies. */
export function adAccountOf(selection: Selection): string {
  return selection.adAccountId ?? selection.advertiserId ?? '';
}
