import type { AdAudience } from '../../../integrations/ads/steps.ts';
import type { CampaignTerms } from '../campaign-terms/terms.ts';

/** A campaign's audience, with the platform's own locations and languages where they are set. */
export const audienceOf = ({
  audience,
  settings: { locations, languages },
}: Pick<CampaignTerms, 'audience' | 'settings'>): AdAudience => ({
  ...audience,
  ...(locations === undefined ? {} : { locations }),
  ...(languages === undefined ? {} : { languages }),
});
