// Platforms name an objective by its destination and conversion event.
import type { AdDestination } from '../../../integrations/ads/fields.ts';
import type { AdEvent, AdObjective } from '../../../integrations/ads/steps.ts';

const APPS: readonly AdDestination[] = ['mobile_app', 'ios_app_store', 'google_play', 'deep_link'];
const CONVERSIONS: readonly AdObjective[] = ['conversions', 'sales'];
const LEADS: readonly (AdEvent | null)[] = ['lead', 'contact'];

/** The platform's objective for a campaign: the destination and the event decide what `conversions` means. */
export function platformObjective(
  objective: AdObjective,
  destination: AdDestination | null,
  event: AdEvent | null,
): AdObjective {
  if (!CONVERSIONS.includes(objective)) return objective;
  if (destination !== null && APPS.includes(destination)) return 'app_promotion';
  return LEADS.includes(event) ? 'leads' : objective;
}
