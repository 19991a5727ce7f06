import type { AdDestination } from '../../../integrations/ads/fields.ts';
import type { AdEvent, AdObjective } from '../../../integrations/ads/steps.ts';

/** A body of POST /v1/campaigns, after the template and the defaults were filled in. */
export interface CampaignBody {
  objective: AdObjective;
  destination: { type: AdDestination; value?: string | null | undefined };
  optimizationEvent?: AdEvent | null | undefined;
  settings?: unknown;
  tracking?: unknown;
  [field: string]: unknown;
}
