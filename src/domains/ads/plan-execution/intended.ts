// What a plan makes of a campaign, fixed when its execution begins. The campaign's rows follow as the platforms do.
import type { AdPlatform } from '../../../integrations/ads/platform.ts';
import { changedCampaign } from '../campaign-delivery/changed-campaign.ts';
import type { CampaignUpdateInput } from '../campaign-record/campaign-input.ts';
import type { CampaignRow, WholeCampaign } from '../campaign-record/campaign-row.ts';
import { type PlannedParts, partsAfter } from '../plan-record/planned-parts.ts';

export interface Intended extends PlannedParts {
  /** By the plan's steps: the campaign's fields that they change, as in PATCH /v1/campaigns. */
  patches: Readonly<Record<string, CampaignUpdateInput>>;
  /** Whether the campaign is to run; null where the plan does not say. */
  wanted: CampaignRow['wanted'] | null;
}

/** The campaign's name and terms with some of a plan's changes. */
export function patched(
  whole: WholeCampaign,
  patches: readonly CampaignUpdateInput[],
  own: Pick<AdPlatform, 'capabilities'>,
  blocks: readonly string[],
): Pick<CampaignRow, 'name' | 'terms'> {
  let { name, terms } = whole.row;
  for (const patch of patches) {
    const before = { ...whole, row: { ...whole.row, name, terms } };
    ({ name, terms } = changedCampaign(before, patch, own.capabilities, blocks));
  }
  return { name, terms: { ...terms, creatives: whole.row.terms.creatives } };
}

/** The campaign as it is when all of a plan is done, whatever of it is done already. */
export function asIntended(
  whole: WholeCampaign,
  intended: Intended,
  own: Pick<AdPlatform, 'capabilities'>,
  blocks: readonly string[],
): WholeCampaign {
  const { patches, wanted } = intended;
  return {
    ...whole,
    ...partsAfter(whole, intended),
    row: {
      ...whole.row,
      ...patched(whole, Object.values(patches), own, blocks),
      ...(wanted !== null && { wanted }),
      ...(wanted === 'live' && { hold: null }),
    },
  };
}
