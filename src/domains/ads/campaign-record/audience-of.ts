import type { AdAudience } from '../../../integrations/ads/steps.ts';
import type { CampaignTerms } from '../campaign-terms/terms.ts';

/** Whom a campaign is for: in the platform's own places and languages, where those were named. */
export const audienceOf = ({
  audience,
  settings: { locations, languages },
}: Pick<CampaignTerms, 'audience' | 'settings'>): AdAudience => ({
  ...audience,
  ...(locations === undefined ? {} : { locations }),
  ...(languages === undefined ? {} : { languages }),
});
