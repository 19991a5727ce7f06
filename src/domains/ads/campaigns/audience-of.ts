import type { AdAudience } from '../../../integrations/ads/steps.ts';
import type { CampaignTerms } from '../campaign-terms/terms.ts';

/** Whom a campaign is for: in the platform's own places, where those were named. */
export const audienceOf = ({
  audience,
  settings: { locations },
}: Pick<CampaignTerms, 'audience' | 'settings'>): AdAudience =>
  locations === undefined ? audience : { ...audience, locations };
