// Compares what a platform lists with what was last set there from here.
import type { SystemCtx } from '../../../context.ts';
import type { RunningObject } from '../../../integrations/ads/steps.ts';
import {
  type AdRow,
  type AdSetRow,
  type CampaignPlatformRow,
  isThere,
  type WholeCampaign,
} from '../campaign-record/campaign-row.ts';
import type { Drift } from '../resources/ads-resource.ts';
import { driftOf } from '../resources/drift-of.ts';
import type { SetResource } from '../resources/interface.ts';
import { judged, type Reported } from './reported-parts.ts';

export interface SeenDrift {
  set: SetResource;
  drift: readonly Drift[];
}

/** The objects whose differences have changed. Objects that changed here since the lists were read are left out. */
export async function driftThere(
  ctx: SystemCtx,
  first: WholeCampaign,
  whole: WholeCampaign,
  { platform, platformId }: CampaignPlatformRow,
  { campaign, sets, ads }: Reported,
  set: readonly SetResource[],
): Promise<SeenDrift[]> {
  const { keeps } = await ctx.reactions.adPlatforms[platform]!();
  const kept = { keeps, currency: whole.row.currency };
  const listed = new Map([...sets, ...ads].map((one) => [`${one.kind} ${one.id}`, one]));
  const reported = new Map<string, RunningObject>();
  if (campaign !== null && campaign.id === platformId) reported.set(whole.row.id, campaign);
  const add = (kind: 'ad_set' | 'ad', rows: readonly (AdSetRow | AdRow)[]) => {
    for (const row of rows) {
      const found = listed.get(`${kind} ${row.platformId}`);
      if (found && row.platform === platform && isThere(row)) reported.set(row.id, found);
    }
  };
  add('ad_set', judged(first.adSets, whole.adSets));
  add('ad', judged(first.ads, whole.ads));
  return set.flatMap((one) => {
    const found = one.platform === platform ? reported.get(one.localId) : undefined;
    if (!found) return [];
    const drift = driftOf(one, found, kept, ctx.now);
    return JSON.stringify(drift) === JSON.stringify(one.drift) ? [] : [{ set: one, drift }];
  });
}
